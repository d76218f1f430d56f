package sim_test

import (
	"context"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
)

// The limit of memory counts arguments, globals, the program's allocations, and the shadows for the search
// for hazards. A global whose elements are all equal takes no memory before the first write.
func TestMemoryLimit(t *testing.T) {
	for _, c := range []struct {
		name, source, args string
		limit              int64
		code               string
	}{
		{"a splat that is only read",
			`memref.global "private" constant @g : memref<4000000000xf32> = dense<1.5>
func.func @main() -> f32 {
  %c = arith.constant 3999999999 : index
  %a = memref.get_global @g : memref<4000000000xf32>
  %x = memref.load %a[%c] : memref<4000000000xf32>
  return %x : f32
}`, "", 64 << 20, ""},
		{"a splat that is written to", `memref.global "private" @g : memref<1000xf32> = dense<1.5>
func.func @main() {
  %c7 = arith.constant 7 : index
  %x = arith.constant 2.5 : f32
  %a = memref.get_global @g : memref<1000xf32>
  memref.store %x, %a[%c7] : memref<1000xf32>
  return
}`, "", 3999, "sim-limit-memory"},
		{"a splat that is returned", `memref.global "private" @g : memref<1000xf32> = dense<1.5>
func.func @main() -> memref<1000xf32> {
  %a = memref.get_global @g : memref<1000xf32>
  return %a : memref<1000xf32>
}`, "", 3999, "sim-limit-memory"},
		{"a global of different elements",
			`memref.global "private" constant @g : memref<4xi64> = dense<[1, 2, 3, 4]>
func.func @main() {
  %a = memref.get_global @g : memref<4xi64>
  return
}`, "", 31, "sim-limit-memory"},
		{"arguments", `func.func @main(%a: memref<4xi64>, %b: memref<1xi8>) {
  return
}`, "iota iota", 32, "sim-limit-memory"},
		{"arguments that fit", `func.func @main(%a: memref<4xi64>, %b: memref<1xi8>) {
  return
}`, "iota iota", 33, ""},
		{"an allocation beside an argument", `func.func @main(%a: memref<4xi64>) {
  %b = memref.alloc() : memref<1xi8>
  return
}`, "iota", 32, "sim-limit-memory"},
		{"the search for hazards", `func.func @main(%a: memref<4096xi8>) {
  %c0 = arith.constant 0 : i8
  %t = async.execute {
    linalg.fill ins(%c0 : i8) outs(%a : memref<4096xi8>)
    async.yield
  }
  async.await %t : !async.token
  return
}`, "iota", 100_000, "sim-limit-memory"},
		{"what a copy within memory holds", `func.func @main(%a: memref<2x1000xi8>) {
  %p = memref.subview %a[0, 0] [1, 1000] [1, 1] : memref<2x1000xi8> to memref<1x1000xi8, strided<[1000, 1]>>
  %q = memref.subview %a[1, 0] [1, 1000] [1, 1] : memref<2x1000xi8> to memref<1x1000xi8, strided<[1000, 1], offset: 1000>>
  memref.copy %p, %q : memref<1x1000xi8, strided<[1000, 1]>> to memref<1x1000xi8, strided<[1000, 1], offset: 1000>>
  return
}`, "iota", 9_000, "sim-limit-memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, c.source, "main")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			cfg := sim.Config{Hazards: true, Limits: sim.Limits{Memory: c.limit}}
			_, err := p.Run(context.Background(), cfg, makeArgs(t, p, strings.Fields(c.args)))
			runtime.ReadMemStats(&after)
			if string(codeOf(err)) != c.code {
				t.Errorf("the run ends with %v, want %q", err, c.code)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > uint64(c.limit)+1<<20 {
				t.Errorf("the run took %d bytes", took)
			}
		})
	}
}

// A splat reads as memory with all its elements, in any width, also after some elements have been written.
func TestSplatsRead(t *testing.T) {
	const source = `memref.global "private" @g : memref<64xi16> = dense<513>
memref.global "private" @b : memref<64xi8> = dense<3>
func.func @main(%k: index) -> (i16, i16, i32, i16, i16) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %x = arith.constant 7 : i16
  %g = memref.get_global @g : memref<64xi16>
  %b = memref.get_global @b : memref<64xi8>
  %first = memref.load %g[%c5] : memref<64xi16>
  %w = memref.view %b[%c5][] : memref<64xi8> to memref<8xi32>
  %wide = memref.load %w[%c0] : memref<8xi32>
  memref.store %x, %g[%c5] : memref<64xi16>
  %second = memref.load %g[%c5] : memref<64xi16>
  %v = vector.load %g[%c5] : memref<64xi16>, vector<2xi16>
  %last = memref.load %g[%k] : memref<64xi16>
  %next = vector.extract %v[1] : i16 from vector<2xi16>
  return %first, %second, %wide, %next, %last : i16, i16, i32, i16, i16
}`
	for _, hazards := range []bool{false, true} {
		p := compile(t, source, "main")
		r, err := p.Run(context.Background(), sim.Config{Hazards: hazards}, makeArgs(t, p, []string{"63"}))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, v := range r.Returns {
			got += showValue(v) + " "
		}
		if want := "513 7 50529027 513 513 "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// asked is a context that counts the calls of Err. It has ended after a number of them.
type asked struct {
	context.Context
	times, last int
}

// Err implements context.Context.
func (a *asked) Err() error {
	if a.times++; a.times > a.last {
		return context.Canceled
	}
	return nil
}

// One operation on many elements counts as many steps, tests the context in between, and ends when the
// context has ended.
func TestLongOperationsLook(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		steps int64 // lower bound
	}{
		"memref.alloc": {"%a = memref.alloc() : memref<33554432xi8>", 1 << 16},
		"memref.copy": {`%a = memref.get_global @from : memref<100000xi8>
  %b = memref.alloc() : memref<100000xi8>
  memref.copy %a, %b : memref<100000xi8> to memref<100000xi8>`, 90_000},
		"memref.copy within memory": {`%a = memref.get_global @from : memref<100000xi8>
  %p = memref.subview %a[0] [99999] [1] : memref<100000xi8> to memref<99999xi8, strided<[1]>>
  %q = memref.subview %a[1] [99999] [1] : memref<100000xi8> to memref<99999xi8, strided<[1], offset: 1>>
  memref.copy %p, %q : memref<99999xi8, strided<[1]>> to memref<99999xi8, strided<[1], offset: 1>>`, 180_000},
		"memref.realloc": {`%a = memref.alloc() : memref<100000xi8>
  linalg.fill ins(%x : i8) outs(%a : memref<100000xi8>)
  %b = memref.realloc %a : memref<100000xi8> to memref<100001xi8>`, 190_000},
		"linalg.fill": {`%b = memref.alloc() : memref<100000xi8>
  linalg.fill ins(%x : i8) outs(%b : memref<100000xi8>)`, 100_000},
		"gpu.memset": {`%b = memref.alloc() : memref<100000xi8>
  gpu.memset %b, %x : memref<100000xi8>, i8`, 90_000},
		"memref.dma_start": {`%a = memref.get_global @from : memref<100000xi8>
  %b = memref.alloc() : memref<100000xi8>
  %tag = memref.alloc() : memref<1xi32>
  memref.dma_start %a[%c0], %b[%c0], %n, %tag[%c0] : memref<100000xi8>, memref<100000xi8>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>`, 90_000},
		"a write to a splat": {`%a = memref.get_global @large : memref<33554432xi8>
  memref.store %x, %a[%c0] : memref<33554432xi8>`, 1 << 16},
	} {
		t.Run(name, func(t *testing.T) {
			p := compile(t, `memref.global "private" @from : memref<100000xi8> = dense<3>
memref.global "private" @large : memref<33554432xi8> = dense<3>
func.func @main() {
  %c0 = arith.constant 0 : index
  %n = arith.constant 100000 : index
  %x = arith.constant 5 : i8
  `+c.body+"\n  return\n}", "main")
			all := &asked{Context: context.Background(), last: math.MaxInt}
			r, err := p.Run(all, sim.Config{Hazards: true}, nil)
			if err != nil || r.Steps < c.steps || all.times < int(c.steps>>14) {
				t.Errorf("%d steps, %d looks, %v; want %d steps", r.Steps, all.times, err, c.steps)
			}
			few := &asked{Context: context.Background(), last: 1}
			r, err = p.Run(few, sim.Config{Hazards: true}, nil)
			if codeOf(err) != "run-interrupted" || r.Steps > 3<<14 {
				t.Errorf("the canceled run has %d steps and ends with %v", r.Steps, err)
			}
		})
	}
}
