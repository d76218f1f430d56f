package convertthreadloopstogpu_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// around is a function with constants, around a kernel.
func around(body string) string {
	return `func.func private @sync() attributes {tvm.call = "tvm_storage_sync", tvm.strings = ["warp"]}
func.func @f(%a: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c2000 = arith.constant 2000 : index
  %x = arith.constant 1.0 : f32
` + body + "\n  return\n}\n"
}

func loop(upper, axis, body string) string {
	return "scf.for %" + axis[:1] + axis[len(axis)-2:len(axis)-1] + " = %c0 to " + upper + " step %c1 {\n" +
		body + "\n} {mapping = [#gpu." + axis + "]}\n"
}

// What cannot be a kernel is refused, with the reason and the place.
func TestErrors(t *testing.T) {
	store := "memref.store %x, %a[%c0] : memref<64xf32>"
	for name, c := range map[string]struct{ body, want string }{
		"extent": {loop("%n", "thread<x>", store),
			"9:1: error: the extent of this loop over threadIdx.x is not constant [thread-loop]"},
		"nested": {loop("%c4", "thread<x>",
			strings.ReplaceAll(loop("%c4", "thread<x>", store), "%tx", "%ux")),
			"10:1: error: this loop over threadIdx.x is in another one [thread-loop]"},
		"blocks": {loop("%c1", "block<y>", loop("%c4", "block<x>", store)+loop("%c4", "block<x>", store)),
			"13:1: error: this is the second loop over blockIdx.x in a kernel [thread-loop]"},
		"carried": {
			"%r = scf.for %i = %c0 to %c4 step %c1 iter_args(%y = %x) -> (f32) {\n scf.yield %y : f32\n} " +
				"{mapping = [#gpu.thread<x>]}", "9:6: error: this loop over threadIdx.x hands on values"},
		"large": {loop("%c2000", "thread<x>", store),
			"9:1: error: the extent of threadIdx.x is 2000, and 1024 is the largest [thread-count]"},
		"many": {loop("%c8", "thread<z>",
			loop("%c8", "thread<y>",
				strings.ReplaceAll(loop("%c2000", "thread<x>", store), "%c0 to %c2000 step %c1",
					"%c0 to %c2000 step %c8"))),
			"9:1: error: the blocks of this kernel have 16000 threads, and 1024 is the largest number " +
				"[thread-count]"},
		"global": {loop("%c4", "block<x>", "%g = memref.alloc() : memref<4xf32>\n"+store),
			"10:6: error: a kernel cannot allocate global memory [thread-scope]"},
		"scope": {loop("%c4", "block<x>", "%g = memref.alloc() : memref<4xf32, \"warp\">\n"+store),
			"10:6: error: this memory is in the scope \"warp\", which kernels do not have [thread-scope]"},
		"dynamic": {loop("%c4", "block<x>", "%g = memref.alloc(%n) : memref<?xf32, 3>\n"+store),
			"10:6: error: the extents of this memory of a kernel are not constant [thread-scope]"},
		"outside": {"%s = memref.alloc() : memref<4xf32, 3>\n" +
			loop("%c4", "thread<x>", "memref.store %x, %s[%tx] : memref<4xf32, 3>") +
			"memref.store %x, %s[%c0] : memref<4xf32, 3>",
			"9:6: error: this memory of a kernel is used outside of it [thread-scope]"},
		"between": {loop("%c4", "thread<x>", loop("%c4", "block<x>", store)+store),
			"13:1: error: this stands outside of the loop over blockIdx.x, and blocks do not wait for each " +
				"other [thread-place]"},
		"result": {loop("%c4", "block<x>",
			"%o = memref.atomic_rmw addf %x, %a[%c0] : (f32, memref<64xf32>) -> f32\n"+
				loop("%c4", "thread<x>", "memref.store %o, %a[%tx] : memref<64xf32>")),
			"10:6: error: one thread alone can do this, but others need its results [thread-place]"},
		"barrier": {loop("%c1", "block<x>",
			loop("%c4", "thread<x>", "gpu.barrier")+loop("%c8", "thread<x>", store)),
			"11:1: error: the threads of a block beyond 4 along threadIdx.x do not come to this barrier " +
				"[thread-place]"},
		"sync": {loop("%c4", "thread<x>", "func.call @sync() : () -> ()"),
			"10:1: error: threads can wait for each other in the scope shared, not in warp [thread-place]"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := pass.Parse("builtin.module(func.func(convert-thread-loops-to-gpu))")
			if err != nil {
				t.Fatal(err)
			}
			diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, around(c.body)))
			if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), c.want) {
				t.Errorf("%v, want %s", diags, c.want)
			}
		})
	}
}
