package linalg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// What structured operations declare about memory. An output that is written in full, and not used, is not
// read.
func TestEffects(t *testing.T) {
	for _, c := range []struct{ name, op, want string }{
		{"fill", `linalg.fill ins(%f : f32) outs(%a : memref<4x4xf32>)`, "write a"},
		{"copy", `linalg.copy ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>)`, "read a, write b"},
		{"product", `linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)`,
			"read a, read b, read c, write c"},
		{"every other element",
			`linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i * 2)>], iterator_types = ["parallel"]}
			ins(%v : memref<?xf32>) outs(%w : memref<?xf32>) {
		^bb0(%x: f32, %y: f32):
			linalg.yield %x : f32
		}`, "read v, read w, write w"},
		{"the diagonal",
			`linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]} outs(%a : memref<4x4xf32>) {
		^bb0(%y: f32):
			linalg.yield %f : f32
		}`, "read a, write a"},
		{"another loop that may be empty",
			`linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
			ins(%v : memref<?xf32>) outs(%u : memref<8xf32>) {
		^bb0(%x: f32, %y: f32):
			linalg.yield %x : f32
		}`, "read v, read u, write u"},
		{"another loop that is not",
			`linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
			ins(%u : memref<8xf32>) outs(%v : memref<?xf32>) {
		^bb0(%x: f32, %y: f32):
			linalg.yield %x : f32
		}`, "read u, write v"},
		{"what the body does",
			`linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%u : memref<8xf32>) {
		^bb0(%y: f32):
			%i = linalg.index 0 : index
			%x = memref.load %v[%i] : memref<?xf32>
			scf.if %p {
				memref.store %x, %w[%i] : memref<?xf32>
			}
			%own = memref.alloca() : memref<f32>
			memref.store %x, %own[] : memref<f32>
			linalg.yield %x : f32
		}`, "write u, read v, write w"},
		{"a body that may do anything",
			`linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%u : memref<8xf32>) {
		^bb0(%y: f32):
			"test.x"(%v) : (memref<?xf32>) -> ()
			linalg.yield %f : f32
		}`, "write u, write ?, read v, write v"},
		{"tensors", `%r = linalg.copy ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := effectsOf(t, c.op); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// effectsOf returns the effects of the only structured operation in a function.
func effectsOf(t *testing.T, op string) string {
	ctx := all.NewContext()
	ctx.AllowUnregistered = true
	source := "func.func @f(%f: f32, %p: i1, %a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: " +
		"memref<4x4xf32>, %u: memref<8xf32>, " +
		"%v: memref<?xf32>, %w: memref<?xf32>, %t: tensor<4xf32>) {\n" + op + "\nreturn\n}\n"
	module, diags := text.Parse(ctx, diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if module == nil || len(ir.Verify(module)) > 0 {
		t.Fatal(diags, ir.Verify(module))
	}
	var words []string
	for op := range module.Walk() {
		if !linalg.IsStructured(op.Def()) {
			continue
		}
		op.Def().Effects(op, func(e ir.Effect) {
			name := "?"
			if e.Value != nil {
				name = e.Value.Name()
			}
			words = append(words, fmt.Sprintf("%v %s", e.Kind, name))
		})
	}
	return strings.Join(words, ", ")
}
