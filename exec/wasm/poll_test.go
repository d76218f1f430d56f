package wasm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// endless are programs @f(n) that take years if n is large, one for each way in which a program can take
// long.
var endless = map[string]string{
	"a counted loop": `func.func @f(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> i64 : i64 {
    %b = arith.xori %a, %i : i64
    scf.yield %b : i64
  }
  return %r : i64
}`,
	"loops in a loop": `func.func @f(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> i64 : i64 {
    %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%b = %a) -> i64 : i64 {
      %t = scf.for %k = %c0 to %i step %c1 iter_args(%c = %b) -> i64 : i64 {
        %d = arith.xori %c, %k : i64
        scf.yield %d : i64
      }
      scf.yield %t : i64
    }
    scf.yield %s : i64
  }
  return %r : i64
}`,
	"a loop with a condition": `func.func @f(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r = scf.while (%a = %c0) : (i64) -> i64 {
    %c = arith.cmpi slt, %a, %n : i64
    scf.condition(%c) %a : i64
  } do {
  ^bb0(%a: i64):
    %b = arith.addi %a, %c1 : i64
    scf.yield %b : i64
  }
  return %r : i64
}`,
	"blocks": `func.func @f(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  cf.br ^head(%n : i64)
^head(%a: i64):
  %b = arith.subi %a, %c1 : i64
  %c = arith.cmpi sgt, %b, %c1 : i64
  cf.cond_br %c, ^head(%b : i64), ^end
^end:
  return %b : i64
}`,
	"recursion": `func.func @f(%n: i64) -> i64 {
  %c200 = arith.constant 200 : i64
  %m = arith.minsi %n, %c200 : i64
  %r = func.call @fib(%m) : (i64) -> i64
  return %r : i64
}
func.func private @fib(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %c2 : i64
  %r = scf.if %small -> i64 {
    scf.yield %n : i64
  } else {
    %a = arith.subi %n, %c1 : i64
    %b = arith.subi %n, %c2 : i64
    %x = func.call @fib(%a) : (i64) -> i64
    %y = func.call @fib(%b) : (i64) -> i64
    %z = arith.addi %x, %y : i64
    scf.yield %z : i64
  }
  return %r : i64
}`,
}

func init() { endless["a tree of calls"] = tree(40) }

// tree returns a program without any loop: each of its functions calls the next one twice.
func tree(depth int) string {
	var text strings.Builder
	name := "f"
	for k := range depth {
		next := fmt.Sprintf("f%d", k+1)
		fmt.Fprintf(&text,
			"func.func @%s(%%n: i64) -> i64 {\n  %%a = func.call @%s(%%n) : (i64) -> i64\n  %%b = "+
				"func.call @%s(%%a) : (i64) -> i64\n"+
				"  return %%b : i64\n}\n", name, next, next)
		name = next
	}
	fmt.Fprintf(&text,
		"func.func @%s(%%n: i64) -> i64 {\n  %%a = arith.muli %%n, %%n : i64\n  return %%a : i64\n}\n", name)
	return text.String()
}

// start starts a program that does not end before its context. The result receives the error of the run.
func start(t *testing.T, ctx context.Context, source string) <-chan error {
	t.Helper()
	module := passtest.Parse(t, source)
	p, err := Compile(t.Context(), module, "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := p.Run(ctx, []value.Value{value.Int(module.Context().I64, math.MaxInt64)}, config.Run{})
		done <- err
	}()
	time.Sleep(20 * time.Millisecond)
	return done
}

// latest is the longest time that a run may take on a computer with other load. The log has the medians of
// the actual times.
const latest = 5 * time.Second

// A program whose single operations take long ends soon after its context.
func TestEndsWithItsContext(t *testing.T) {
	for name, source := range endless {
		t.Run(name, func(t *testing.T) {
			var took []time.Duration
			for range 5 {
				ctx, cancel := context.WithCancel(t.Context())
				done := start(t, ctx, source)
				before := time.Now()
				cancel()
				err := <-done
				took = append(took, time.Since(before))
				if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != interrupt.Code {
					t.Fatalf("the run ends with %v", err)
				}
			}
			report(t, "a run ends after", took)
		})
	}
}

// The garbage collector, which stops all goroutines, need not wait for a program.
func TestCollectsMeanwhile(t *testing.T) {
	for name, source := range endless {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			done := start(t, ctx, source)
			var took []time.Duration
			for range 5 {
				before := time.Now()
				runtime.GC()
				took = append(took, time.Since(before))
			}
			cancel()
			<-done
			report(t, "a collection takes", took)
		})
	}
}

// report logs the median, and fails if it exceeds latest.
func report(t *testing.T, what string, took []time.Duration) {
	t.Helper()
	slices.Sort(took)
	median := took[len(took)/2]
	t.Logf("%s %v (median of %d)", what, median, len(took))
	if median > latest {
		t.Errorf("%s %v", what, median)
	}
}

// polled is a context that counts the calls of Err. It has ended after a number of them.
type polled struct {
	context.Context
	asked, last int
}

// Err implements context.Context.
func (p *polled) Err() error {
	if p.asked++; p.asked > p.last {
		return context.Canceled
	}
	return nil
}

// copies are programs @f that copy 2^24 bytes between different memory, one for each form of a copy.
var copies = map[string]string{
	"of whole memory": `func.func @f(%n: i64) {
  %a = memref.alloc() : memref<4194304xi32>
  %b = memref.alloc() : memref<4194304xi32>
  memref.copy %a, %b : memref<4194304xi32> to memref<4194304xi32>
  return
}`,
	"of memory of unknown size": `func.func @f(%n: i64) {
  %c4194304 = arith.constant 4194304 : index
  %a = memref.alloc(%c4194304) : memref<?xi32>
  %b = memref.alloc(%c4194304) : memref<?xi32>
  memref.copy %a, %b : memref<?xi32> to memref<?xi32>
  return
}`,
	"of rows": `func.func @f(%n: i64) {
  %a = memref.alloc() : memref<16384x300xi32>
  %b = memref.alloc() : memref<16384x256xi32>
  %v = memref.subview %a[0, 0] [16384, 256] [1, 1] : memref<16384x300xi32> to memref<16384x256xi32, strided<[300, 1]>>
  memref.copy %v, %b : memref<16384x256xi32, strided<[300, 1]>> to memref<16384x256xi32>
  return
}`,
	"of a column": `func.func @f(%n: i64) {
  %a = memref.alloc() : memref<4194304x2xi32>
  %b = memref.alloc() : memref<4194304xi32>
  %v = memref.subview %a[0, 1] [4194304, 1] [1, 1] : memref<4194304x2xi32> to memref<4194304xi32, strided<[2], offset: 1>>
  memref.copy %v, %b : memref<4194304xi32, strided<[2], offset: 1>> to memref<4194304xi32>
  return
}`,
	"of short columns": `func.func @f(%n: i64) {
  %a = memref.alloc() : memref<524288x8x2xi32>
  %b = memref.alloc() : memref<524288x8xi32>
  %v = memref.subview %a[0, 0, 1] [524288, 8, 1] [1, 1, 1] : memref<524288x8x2xi32> to memref<524288x8xi32, strided<[16, 2], offset: 1>>
  memref.copy %v, %b : memref<524288x8xi32, strided<[16, 2], offset: 1>> to memref<524288x8xi32>
  return
}`,
	"by a reallocation": `func.func @f(%n: i64) {
  %a = memref.alloc() : memref<4194304xi32>
  %b = memref.realloc %a : memref<4194304xi32> to memref<4194308xi32>
  return
}`,
	"by a fill": `func.func @f(%n: i64) {
  %c = arith.constant 7 : i32
  %a = memref.alloc() : memref<4194304xi32>
  linalg.fill ins(%c : i32) outs(%a : memref<4194304xi32>)
  return
}`,
}

// A copy tests whether the time is up about once for each millisecond of copying, and ends if it is.
func TestCopiesPoll(t *testing.T) {
	for name, source := range copies {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, source)
			p, err := Compile(t.Context(), module, "f", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			args := []value.Value{value.Int(module.Context().I64, 0)}
			all := &polled{Context: t.Context(), last: math.MaxInt}
			if _, err := p.Run(all, args, config.Run{}); err != nil {
				t.Fatal(err)
			}
			none := &polled{Context: t.Context(), last: 1}
			_, err = p.Run(none, args, config.Run{})
			if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != interrupt.Code ||
				none.asked > 5 {
				t.Errorf("after the end of the context the run asks %d times and ends with %v", none.asked,
					err)
			}
			if most := 1 + 1<<24*2>>20; all.asked < 2 || all.asked > most {
				t.Errorf("the run asks %d times, want 2 to %d", all.asked, most)
			}
		})
	}
}

// A copy whose bytes overlap with its target copies the contents from before the copy, although it is made in
// pieces, whichever of the two comes first in memory.
func TestOverlappingPieces(t *testing.T) {
	const source = `func.func private @inflight_memcpy(!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>, i32)
func.func @f(%to: !ptr.ptr<#ptr.generic_space>, %from: !ptr.ptr<#ptr.generic_space>, %n: i32) {
  call @inflight_memcpy(%to, %from, %n) : (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>, i32) -> ()
  return
}`
	const length = 900_000
	code, diags := wasm.Write(passtest.Parse(t, source),
		wasm.Options{Exports: map[string]string{"f": entryExport}, Stack: 1 << 20})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	m, err := machine()
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := m.CompileModule(t.Context(), code.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{Program: &Program{code: code, compiled: compiled}, caller: t.Context(), limited: t.Context()}
	for _, at := range [][2]uint32{{0, 1}, {1, 0}, {0, 1000}, {1000, 0}, {0, 300_000}, {300_000, 0}, {7, 7}} {
		i, err := r.newInstance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		base := uint32(i.module.ExportedGlobal("inflight_heap").Get())
		i.module.Memory().Grow(40)
		memory, _ := i.module.Memory().Read(base, length*3/2)
		for k := range memory {
			memory[k] = byte(k * 2654435761 >> 8)
		}
		want := slices.Clone(memory)
		copy(want[at[0]:at[0]+length], want[at[1]:at[1]+length])
		_, err = i.module.ExportedFunction(entryExport).Call(i.inner, uint64(base+at[0]), uint64(base+at[1]),
			length)
		if err != nil || !slices.Equal(memory, want) {
			t.Errorf("to %d from %d: the bytes differ, error %v", at[0], at[1], err)
		}
		i.Close()
	}
}
