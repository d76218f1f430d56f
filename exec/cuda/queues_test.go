package cuda_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/timeline"
)

// orders are the ways in which the fake device's streams go on: late, at once, at random.
var orders = []string{"0", "-1", "1", "2", "3"}

// nothingLeft fails unless the calls in a log have destroyed all that they have made.
func nothingLeft(t *testing.T, log string) {
	t.Helper()
	if log == "" {
		return
	}
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(calls), "left: 0 streams, 0 events, 0 of the host") {
		t.Errorf("something is left: %s", regexp.MustCompile("left.*").Find(calls))
	}
}

// logged lets the fake driver write its calls to a file. A real one does not: then there is none.
func logged(t *testing.T) string {
	t.Helper()
	if gputest.Enabled() {
		return ""
	}
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKECUDA_LOG", log)
	return log
}

// The example runs on four queues, which wait for each other three times, as `inflight graph` draws it.
func TestTwoProducts(t *testing.T) {
	fakecuda.Choose(t)
	source, err := os.ReadFile("../../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range orders {
		t.Setenv("FAKECUDA_SEED", seed)
		log := logged(t)
		usage := agree(t, program(t, "two_matmuls.mlir", string(source)))
		if want := (cuda.Queues{Streams: 4, Operations: 20, Waits: 3, HostWaits: 2,
			Events: 5}); usage.Queues != want {
			t.Errorf("%+v, want %+v", usage.Queues, want)
		}
		nothingLeft(t, log)
	}
}

// What ran when is measured by the device: the two products overlap.
func TestTimelineOfQueues(t *testing.T) {
	fakecuda.Install(t)
	source, err := os.ReadFile("../../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m := program(t, "two_matmuls.mlir", string(source))
	p, err := cuda.Prepare(t.Context(), m, "main")
	if err != nil {
		t.Fatal(err)
	}
	tl := &timeline.Timeline{}
	if _, err := p.Run(tools.Context(t), exec.Values(arguments(t, m)),
		cuda.RunOptions{Trace: tl}); err != nil {
		t.Fatal(err)
	}
	var products []timeline.Event
	for _, e := range tl.Events {
		if e.Label == "@matmul" {
			products = append(products, e)
		}
	}
	if len(tl.Events) != 20 || len(products) != 2 || products[0].Lane == products[1].Lane ||
		products[0].Start >= products[1].End || products[1].Start >= products[0].End {
		t.Errorf("%d events, products %+v", len(tl.Events), products)
	}
}

// queuedPrograms are hosts whose operations have tokens, or touch memory of the device.
var queuedPrograms = map[string]string{
	"a token through a loop": `
func.func @main(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %1 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32> {pipeline.queue = 7}
  %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %1) -> (!gpu.async.token) {
    %n = gpu.launch_func async [%t] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>)
    scf.yield %n : !gpu.async.token
  }
  %3 = gpu.memcpy async [%2] %A, %d : memref<64xf32>, memref<64xf32> {pipeline.queue = 7}
  %4 = gpu.dealloc async [%3] %d : memref<64xf32>
  gpu.wait [%4]
  return
}`,
	"strides, on the host and on the device": `
func.func @main(%A: memref<64xf32>, %B: memref<8x8xf32>) {
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %e = gpu.alloc () : memref<8x8xf32>
  %even = memref.subview %A[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
  %back = memref.subview %d[1] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2], offset: 1>>
  %left = memref.subview %e[2, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 16>>
  %over = memref.subview %e[0, 3] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 3>>
  %into = memref.subview %B[0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  %1 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32>
  %2 = gpu.memcpy async [%1] %back, %even : memref<32xf32, strided<[2], offset: 1>>, memref<32xf32, strided<[2]>>
  gpu.memcpy %e, %B : memref<8x8xf32>, memref<8x8xf32>
  %x = arith.constant 3.0 : f32
  gpu.memset %left, %x : memref<4x8xf32, strided<[8, 1], offset: 16>>, f32
  %3 = gpu.memcpy async %into, %over : memref<8x4xf32, strided<[8, 1], offset: 4>>, memref<8x4xf32, strided<[8, 1], offset: 3>>
  %4 = gpu.memcpy async [%2] %A, %d : memref<64xf32>, memref<64xf32>
  gpu.wait [%3, %4]
  gpu.dealloc %d : memref<64xf32>
  gpu.dealloc %e : memref<8x8xf32>
  return
}`,
	"values of all widths": `
func.func @main(%A: memref<9xi8>, %B: memref<9xi16>, %C: memref<9xi32>, %D: memref<9xi64>, %a: i8, %b: i16, %c: i32, %d: i64) {
  %da, %ta = gpu.alloc async () : memref<9xi8>
  %db, %tb = gpu.alloc async () : memref<9xi16>
  %dc, %tc = gpu.alloc async () : memref<9xi32>
  %dd, %td = gpu.alloc async () : memref<9xi64>
  %0 = gpu.memset async [%ta] %da, %a : memref<9xi8>, i8
  %1 = gpu.memset async [%tb] %db, %b : memref<9xi16>, i16
  %2 = gpu.memset async [%tc] %dc, %c : memref<9xi32>, i32
  %3 = gpu.memset async [%td] %dd, %d : memref<9xi64>, i64
  %all = gpu.wait async [%0, %1, %2, %3]
  %4 = gpu.memcpy async [%all] %A, %da : memref<9xi8>, memref<9xi8>
  %5 = gpu.memcpy async [%all] %B, %db : memref<9xi16>, memref<9xi16>
  %6 = gpu.memcpy async [%all] %C, %dc : memref<9xi32>, memref<9xi32>
  %7 = gpu.memcpy async [%all] %D, %dd : memref<9xi64>, memref<9xi64>
  gpu.wait [%4, %5, %6, %7]
  return
}`,
	"memory of the host between two copies": `
func.func @main(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d, %0 = gpu.alloc async () : memref<64xf32>
  %e, %1 = gpu.alloc async () : memref<64xf32>
  %none, %2 = gpu.alloc async () : memref<0xf32>
  %h = memref.alloc() : memref<64xf32>
  %3 = gpu.memcpy async [%0] %d, %A : memref<64xf32>, memref<64xf32>
  %4 = gpu.memcpy async [%3] %h, %d : memref<64xf32>, memref<64xf32>
  %5 = gpu.memcpy async [%1, %4] %e, %h : memref<64xf32>, memref<64xf32>
  %6 = gpu.launch_func async [%5] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%e : memref<64xf32>)
  %7 = gpu.memcpy async [%6] %h, %e : memref<64xf32>, memref<64xf32>
  %8 = gpu.launch_func async [%7] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%h : memref<64xf32>)
  %9 = gpu.memcpy async [%8] %B, %h : memref<64xf32>, memref<64xf32>
  gpu.wait [%9]
  memref.dealloc %h : memref<64xf32>
  %10 = gpu.dealloc async [%2] %none : memref<0xf32>
  gpu.wait [%10]
  return
}`,
	"operations that block": `
func.func @main(%A: memref<64xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d = gpu.alloc () : memref<64xf32>
  %e = gpu.alloc () : memref<64xf32>
  gpu.memset %d, %x : memref<64xf32>, f32
  gpu.memcpy %e, %A : memref<64xf32>, memref<64xf32>
  gpu.launch_func @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%e : memref<64xf32>)
  gpu.memcpy %d, %e : memref<64xf32>, memref<64xf32>
  gpu.memcpy %A, %d : memref<64xf32>, memref<64xf32>
  gpu.dealloc %d : memref<64xf32>
  gpu.dealloc %e : memref<64xf32>
  return
}`,
	"memory of both": `
func.func @main(%A: memref<64xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d = gpu.alloc host_shared () : memref<64xf32>
  %0 = gpu.memcpy async %d, %A : memref<64xf32>, memref<64xf32>
  %1 = gpu.launch_func async [%0] @kernels::@increment blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>)
  gpu.wait [%1]
  %v = memref.load %d[%c1] : memref<64xf32>
  gpu.dealloc %d : memref<64xf32>
  return %v : f32
}`,
}

func TestQueues(t *testing.T) {
	fakecuda.Choose(t)
	for name, host := range queuedPrograms {
		for _, seed := range orders {
			t.Run(name+" "+seed, func(t *testing.T) {
				t.Setenv("FAKECUDA_SEED", seed)
				log := logged(t)
				agree(t, program(t, "host.mlir", withKernels(host)))
				nothingLeft(t, log)
			})
		}
	}
	t.Run("without pools", func(t *testing.T) {
		t.Setenv("FAKECUDA_POOLS", "0")
		agree(t, program(t, "host.mlir", withKernels(queuedPrograms["a token through a loop"])))
	})
}

// randomQueues returns a host with random operations on some buffers. Each depends on the tokens of those
// that it must come after, maybe through others, and is on a random queue, or where assign-queues puts it.
func randomQueues(r *rand.Rand) string {
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

// Random graphs of operations compute on queues, and as graphs of the driver, what the simulator computes,
// whenever the queues go on, and leave nothing behind.
func TestRandomQueues(t *testing.T) {
	fakecuda.Choose(t)
	for seed := range uint64(passtest.Programs(8)) {
		r := rand.New(rand.NewPCG(seed, 3))
		source := withKernels(randomQueues(r))
		t.Setenv("FAKECUDA_SEED", orders[r.IntN(len(orders))])
		log := logged(t)
		agreeWith(t, program(t, "random.mlir", source), cuda.RunOptions{Graphs: seed%2 == 1})
		nothingLeft(t, log)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, source)
		}
	}
}
