package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// generated returns about n lines of TVMScript: a module of matrix products.
func generated(n int) []byte {
	var b strings.Builder
	b.WriteString(
		"from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n\n@I.ir_module\nclass Module:\n")
	for i := 0; strings.Count(b.String(), "\n") < n; i++ {
		fmt.Fprintf(&b, `    @T.prim_func
    def matmul_%d(a: T.handle, B: T.Buffer((128, 128), "float32"), c: T.handle) -> None:
        T.func_attr({"global_symbol": "matmul_%d", "tir.noalias": T.bool(True)})
        A = T.match_buffer(a, (128, 128), dtype="float32")
        C = T.match_buffer(c, (128, 128), offset_factor=1)
        for i0, j0 in T.grid(8, 8):
            for i1, j1, k in T.grid(16, 16, 128):
                with T.block("update"):
                    vi = T.axis.spatial(128, i0 * 16 + i1)
                    vj = T.axis.spatial(128, j0 * 16 + j1)
                    vk = T.axis.reduce(128, k)
                    T.reads(A[vi, vk], B[vj, 0:128])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    if vi < 120 and vk %% 2 == 0:  # a comment
                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk] * T.float32(%d.5)

`, i, i, i)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{200, 2_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := generated(n)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if f, diags := syntax.Parse(diag.NewFile("bench.py", src)); f == nil {
					b.Fatal(diags)
				}
			}
		})
	}
}
