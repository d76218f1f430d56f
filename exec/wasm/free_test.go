package wasm

import (
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// A deallocation of memory that is not allocated stops the program at its place, as on the simulator.
func TestBadFree(t *testing.T) {
	for name, body := range map[string]string{
		"twice": `%m = memref.alloc() : memref<4xi32>
			memref.dealloc %m : memref<4xi32>
			memref.dealloc %m : memref<4xi32>`,
		"twice, aligned": `%m = memref.alloc() {alignment = 256 : i64} : memref<4xi32>
			memref.dealloc %m : memref<4xi32>
			memref.dealloc %m : memref<4xi32>`,
		"twice, with others between": `%m = memref.alloc() : memref<4xi32>
			%o = memref.alloc() : memref<4xi32>
			memref.dealloc %m : memref<4xi32>
			memref.dealloc %o : memref<4xi32>
			memref.dealloc %m : memref<4xi32>`,
		"an argument": `memref.dealloc %a : memref<64xi32>`,
		"a global": `%m = memref.get_global @g : memref<64xi32>
			memref.dealloc %m : memref<64xi32>`,
		"the stack": `%m = memref.alloca() : memref<64xi32>
			memref.dealloc %m : memref<64xi32>`,
	} {
		t.Run(name, func(t *testing.T) {
			m := parse(t,
				"memref.global \"private\" @g : memref<64xi32> = dense<0>\nfunc.func @f(%a: "+
					"memref<64xi32>) {\n"+body+"\nreturn }")
			p, err := Compile(t.Context(), m, "f", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Run(t.Context(), []value.Value{value.Memory(buffer(t, p, 64))}, config.Run{})
			wantCode(t, "wasm", err, codeFree)
			reference, err := sim.Compile(m, "f")
			if err != nil {
				t.Fatal(err)
			}
			if _, err = reference.Run(t.Context(), sim.Config{},
				[]value.Value{value.Memory(buffer(t, p, 64))}); err == nil {
				t.Error("the simulator does not mind")
			}
		})
	}
}

// Memory is used again after it was freed, whatever its alignment. Freed memory need not be zero.
func TestFree(t *testing.T) {
	s := open(t, `func.func @f(%n: index, %k: index) -> i64 {
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		%zero = arith.constant 0 : i64
		%minus = arith.constant -1 : i64
		%r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> i64 {
		  %m = memref.alloc(%k) : memref<?xi64>
		  %o = memref.alloc(%k) {alignment = 1024 : i64} : memref<?xi64>
		  scf.for %j = %c0 to %k step %c1 {
		    memref.store %minus, %m[%j] : memref<?xi64>
		    memref.store %minus, %o[%j] : memref<?xi64>
		  }
		  %p = memref.alloc(%i) : memref<?xi64>
		  %x = memref.load %o[%c0] : memref<?xi64>
		  %t = arith.addi %sum, %x : i64
		  memref.dealloc %o : memref<?xi64>
		  memref.dealloc %p : memref<?xi64>
		  memref.dealloc %m : memref<?xi64>
		  scf.yield %t : i64
		}
		return %r : i64 }`)
	before := s.module.Memory().Size()
	s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], 500), value.Int(s.entry.Inputs[1], 300)})
	if after := s.module.Memory().Size(); after > before+1<<18 {
		t.Errorf("the memory has grown from %d to %d bytes", before, after)
	}
}
