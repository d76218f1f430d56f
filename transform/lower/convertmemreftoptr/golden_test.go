package convertmemreftoptr_test

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/lower/convertmemreftoptr"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "convert-memref-to-ptr") }

// What has no counterpart on pointers is an error at its place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ source, message string }{
		{"func.func @f(%m: memref<*xf32>) {\n  return\n}",
			"an argument of type memref<*xf32> has no rank, and cannot be lowered to pointers"},
		{"func.func @f() {\n  %m = memref.alloc() : memref<4xf80>\n  return\n}",
			"a result of type memref<4xf80> has elements of a type that cannot lie in memory, and cannot " +
				"be lowered to pointers"},
		{"func.func @f(%m: memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>) {\n  return\n}",
			"an argument of type memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>> has a layout " +
				"that is not strided, " +
				"and cannot be lowered to pointers"},
		{"func.func @f(%m: !async.value<memref<*xf32>>) {\n  return\n}",
			"an argument of type !async.value<memref<*xf32>> holds a memref, and cannot be lowered to " +
				"pointers"},
		{
			"func.func @f(%m: memref<4xf32>, %i: index) {\n  %0 = memref.subview %m[%i] [2] [1] : " +
				"memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>\n  return\n}",
			"this 'memref.subview' cannot be lowered to pointers"},
		{"func.func @f(%m: memref<4xf32>) {\n  %0 = affine.load %m[0] : memref<4xf32>\n  return\n}",
			"this 'affine.load' cannot be lowered to pointers"},
		{
			"func.func @f(%m: memref<4xf32>, %v: f32) {\n  linalg.fill ins(%v : f32) outs(%m : " +
				"memref<4xf32>)\n  return\n}",
			"this 'linalg.fill' cannot be lowered to pointers"},
		{
			"func.func @f(%m: memref<4x4xf32>, %i: index) {\n  %0 = vector.load %m[%i, %i] : " +
				"memref<4x4xf32>, vector<[2]xf32>\n  return\n}",
			"this 'vector.load' cannot be lowered to pointers"},
		{
			"func.func @f(%i: index) {\n  %m = memref.alloc(%i)[%i] : memref<?xf32, affine_map<(d0)[s0] -> " +
				"(d0 + s0)>>\n  return\n}",
			"this 'memref.alloc' cannot be lowered to pointers"},
		{
			"func.func private @inflight_alloc(i64)\nfunc.func @f() {\n  %m = memref.alloc() : " +
				"memref<4xf32>\n  return\n}",
			"'@inflight_alloc' is a function of the engine, of type (i32, i32) -> " +
				"!ptr.ptr<#ptr.generic_space>"},
	} {
		m := passtest.Parse(t, c.source)
		d, ok := errors.AsType[*diag.Diagnostic](
			convertmemreftoptr.Pass.Run(pass.NewRun(t.Context(), convertmemreftoptr.Pass, m, nil)))
		if !ok || d.Code != "ptr-unsupported" || !d.Span.IsKnown() || d.Message != c.message {
			t.Errorf("got %v for\n%s", d, c.source)
		}
	}
}
