package devicerun

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// RandomQueues returns a host with random operations on some buffers. Each depends on the tokens of those
// that it must come after, maybe through others, and is on a random queue, or where assign-queues puts it.
func RandomQueues(r *rand.Rand) string {
	buffers, n, queues := 2+r.IntN(4), 5+r.IntN(25), r.IntN(5)
	var b strings.Builder
	b.WriteString("func.func @main(")
	for i := range buffers {
		fmt.Fprintf(&b, "%%R%d: memref<64xf32>, ", i)
	}
	b.WriteString(
		"%A: memref<64xf32>, %f: f32) {\n  %c1 = arith.constant 1 : index\n  %c64 = arith.constant 64 : " +
			"index\n")
	touched := make([][]int, buffers) // the last to write a buffer, and those that have read it since
	token := 0
	issue := func(text string, reads []int, write int) {
		var after []string
		for _, x := range reads {
			after = append(after, fmt.Sprintf("%%%d", touched[x][0]))
			touched[x] = append(touched[x], token)
		}
		if write >= 0 {
			for _, u := range touched[write] {
				after = append(after, fmt.Sprintf("%%%d", u))
			}
			touched[write] = []int{token}
		}
		queue := ""
		if queues > 0 {
			queue = fmt.Sprintf(" {pipeline.queue = %d}", r.IntN(queues))
		}
		if strings.Contains(text, "launch_func") {
			queue = ""
		}
		fmt.Fprintf(&b, "  %%%d = %s%s\n", token,
			strings.Replace(text, "AFTER", strings.Join(after, ", "), 1), queue)
		token++
	}
	for i := range buffers {
		fmt.Fprintf(&b, "  %%d%d, %%t%d = gpu.alloc async () : memref<64xf32>\n", i, i)
		fmt.Fprintf(&b, "  %%%d = gpu.memcpy async [%%t%d] %%d%d, %%A : memref<64xf32>, memref<64xf32>\n",
			token, i, i)
		touched[i] = []int{token}
		token++
	}
	for range n {
		x, y := r.IntN(buffers), r.IntN(buffers)
		switch {
		case r.IntN(8) == 0:
			fmt.Fprintf(&b, "  gpu.wait [%%%d]\n", r.IntN(token))
		case r.IntN(8) == 0:
			issue(fmt.Sprintf("gpu.memset async [AFTER] %%d%d, %%f : memref<64xf32>, f32", x), nil, x)
		case x == y:
			issue(
				fmt.Sprintf(
					"gpu.launch_func async [AFTER] @kernels::@increment blocks in (%%c1, %%c1, %%c1) "+
						"threads in (%%c64, %%c1, %%c1) args(%%d%d : memref<64xf32>)", x), nil, x)
		default:
			issue(fmt.Sprintf("gpu.memcpy async [AFTER] %%d%d, %%d%d : memref<64xf32>, memref<64xf32>", x, y),
				[]int{y}, x)
		}
	}
	var last []string
	for i := range buffers {
		issue(fmt.Sprintf("gpu.memcpy async [AFTER] %%R%d, %%d%d : memref<64xf32>, memref<64xf32>", i, i),
			[]int{i}, -1)
		last = append(last, fmt.Sprintf("%%%d", token-1))
	}
	fmt.Fprintf(&b, "  gpu.wait [%s]\n", strings.Join(last, ", "))
	for i := range buffers {
		fmt.Fprintf(&b, "  gpu.dealloc %%d%d : memref<64xf32>\n", i)
	}
	return b.String() + "  return\n}"
}
