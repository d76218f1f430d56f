package llvm_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// An array of many equal numbers is not written out: a function fills it before main, in front of what else
// runs there.
func TestLargeSplatsAreFilled(t *testing.T) {
	const source = `
llvm.mlir.global private constant @ones(dense<1.5> : tensor<4096x4096xf32>) {addr_space = 0 : i32} : !llvm.array<4096 x array<4096 x f32>>
llvm.mlir.global internal @zeros(dense<0> : tensor<5000xi32>) : !llvm.array<5000 x i32>
llvm.mlir.global internal constant @few(dense<1> : tensor<4xi32>) : !llvm.array<4 x i32>
llvm.func @early() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@early], priorities = [65535 : i32], data = [#llvm.zero]
`
	out, diags := llvm.Append(nil, parse(t, diag.NewFile("input.mlir", []byte(source))))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	text := string(out)
	for _, want := range []string{
		"@ones = private global [4096 x [4096 x float]] zeroinitializer",
		"@zeros = internal global [5000 x i32] zeroinitializer",
		"@few = internal constant [4 x i32] [i32 1, i32 1, i32 1, i32 1]",
		"store float 0x3FF8000000000000, ptr %p",
		"icmp eq i64 %next, 16777216",
		"[{ i32, ptr, ptr } { i32 0, ptr @inflight_fill_ones, ptr null }, { i32, ptr, ptr } { i32 65535, " +
			"ptr @early, ptr null }]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Count(text, "@llvm.global_ctors") != 1 || len(text) > 4000 || t.Failed() {
		t.Errorf("%d bytes:\n%s", len(text), text[:min(len(text), 4000)])
	}
}
