package wasm

import (
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/value"
)

// A program may use every name, also those of the runtime and of exports.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"memory", "inflight_heap", "inflight_alloc", "inflight_free", "inflight_allocate", "inflight_class",
		"inflight_memcpy", "inflight_poll",
		"inflight_stack_alloc", "entry", "program_inflight_free", "inflight_trap", "trap",
	} {
		source := `func.func @program_inflight_poll() { return }
		func.func @` + name + `(%x: i32) -> i32 {
		  %r = arith.addi %x, %x : i32
		  return %r : i32
		}
		func.func @f(%n: index, %x: i32) -> i32 {
		  %c0 = arith.constant 0 : index
		  %m = memref.alloc(%n) : memref<?xi32>
		  %a = memref.alloca() : memref<4xi32>
		  %y = func.call @` + name + `(%x) : (i32) -> i32
		  memref.store %y, %m[%c0] : memref<?xi32>
		  %k = memref.alloc(%n) : memref<?xi32>
		  memref.copy %m, %k : memref<?xi32> to memref<?xi32>
		  %z = memref.load %k[%c0] : memref<?xi32>
		  memref.dealloc %m : memref<?xi32>
		  return %z : i32
		}`
		if name == "entry" {
			source += "\nmemref.global \"private\" @inflight_global : memref<2xi32> = dense<3>"
		}
		s := open(t, source)
		s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], 5), value.Int(s.entry.Inputs[1], 21)})
		p, err := Compile(t.Context(), parse(t, source), name, config.Code{})
		if err != nil {
			t.Fatalf("@%s: %v", name, err)
		}
		got, err := p.Run(t.Context(), []value.Value{value.Int(p.entry.Inputs[0], 4)}, config.Run{})
		if err != nil || got[0].Bits != 8 {
			t.Errorf("@%s: got %v, %v", name, got, err)
		}
	}
}

// Functions that the entry does not reach are not compiled. A private function can be the entry.
func TestUnreachable(t *testing.T) {
	p, err := Compile(t.Context(), parse(t, `func.func private @f() -> i32 {
		%r = func.call @g() : () -> i32
		return %r : i32 }
		func.func @g() -> i32 {
		%m = memref.get_global @seven : memref<1xi32>
		%c0 = arith.constant 0 : index
		%r = memref.load %m[%c0] : memref<1xi32>
		return %r : i32 }
		memref.global "private" @seven : memref<1xi32> = dense<7>
		memref.global @huge : memref<1000000000000xi32>
		func.func @device() {
		nvvm.cp.async.commit.group
		return }
		gpu.module @kernels { gpu.func @k() kernel { gpu.return } }`), "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Run(t.Context(), nil, config.Run{}); err != nil || got[0].Bits != 7 {
		t.Errorf("got %v, %v", got, err)
	}
}
