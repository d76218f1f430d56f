package wasm

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/value"
)

// splats returns a program whose globals have a million equal elements each. The program returns the sum of
// the elements at an index. The code in task adds nothing to it.
func splats(task string) string {
	return `memref.global "private" constant @a : memref<1000003xi16> = dense<258>
memref.global "private" @b : memref<1000003xi64> = dense<1000000000007>
memref.global "private" constant @c : memref<1000003xi32> = dense<0>
memref.global "private" constant @d : memref<1000001xi8> = dense<3>
memref.global "private" constant @e : memref<3xi64> = dense<[5, 6, 7]>
func.func @f(%k: index) -> i64 {
  %c2 = arith.constant 2 : index
` + task + `
  %a = memref.get_global @a : memref<1000003xi16>
  %b = memref.get_global @b : memref<1000003xi64>
  %c = memref.get_global @c : memref<1000003xi32>
  %d = memref.get_global @d : memref<1000001xi8>
  %e = memref.get_global @e : memref<3xi64>
  %x16 = memref.load %a[%k] : memref<1000003xi16>
  %y = memref.load %b[%k] : memref<1000003xi64>
  %z32 = memref.load %c[%k] : memref<1000003xi32>
  %u8 = memref.load %d[%k] : memref<1000001xi8>
  %v = memref.load %e[%c2] : memref<3xi64>
  %x = arith.extsi %x16 : i16 to i64
  %z = arith.extsi %z32 : i32 to i64
  %u = arith.extsi %u8 : i8 to i64
  %s0 = arith.addi %x, %y : i64
  %s1 = arith.addi %s0, %z : i64
  %s2 = arith.addi %s1, %u : i64
  %s3 = arith.addi %s2, %v : i64
  return %s3 : i64
}`
}

// Globals of equal elements have them everywhere, also in instances that share memory, and take no room in
// the code.
func TestSplatGlobals(t *testing.T) {
	const task = `  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token`
	for name, source := range map[string]string{"one instance": splats(""), "tasks": splats(task)} {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, source)
			p, err := Compile(t.Context(), module, "f", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(p.code.Bytes) + len(p.code.Memory); n > 100_000 {
				t.Errorf("the code has %d bytes", n)
			}
			for _, k := range []int64{0, 1, 4095, 4096, 4097, 65536, 524287, 524288, 999999, 1000000} {
				got, err := p.Run(t.Context(), []value.Value{value.Int(module.Context().Index, k)},
					config.Run{})
				if err != nil {
					t.Fatal(err)
				}
				if want := uint64(258 + 1000000000007 + 3 + 7); got[0].Bits != want {
					t.Errorf("at %d: got %d, want %d", k, got[0].Bits, want)
				}
			}
		})
	}
}

// Globals and arguments count as memory of the program, as allocated memory does.
func TestMemoryCountsAll(t *testing.T) {
	const source = `memref.global "private" constant @g : memref<%dxi8> = dense<3>
func.func @f(%%m: memref<%dxi8>) -> i8 {
  %%c0 = arith.constant 0 : index
  %%n = memref.load %%m[%%c0] : memref<%dxi8>
  %%k = arith.index_cast %%n : i8 to index
  %%g = memref.get_global @g : memref<%dxi8>
  %%x = memref.load %%g[%%k] : memref<%dxi8>
  %%a = memref.alloc() : memref<%dxi8>
  memref.store %%x, %%a[%%k] : memref<%dxi8>
  %%y = memref.load %%a[%%k] : memref<%dxi8>
  return %%y : i8
}`
	for _, c := range []struct {
		global, argument, allocated int
		fits                        bool
	}{{1000, 1000, 1000, true}, {1 << 20, 1000, 1000, false}, {1000, 1 << 20, 1000, false},
		{1000, 1000, 1 << 20, false}, {400_000, 400_000, 400_000, false}} {
		g, a, n := c.global, c.argument, c.allocated
		module := passtest.Parse(t, fmt.Sprintf(source, g, a, a, g, g, n, n, n))
		p, err := Compile(t.Context(), module, "f", config.Code{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := value.NewBuffer(
			module.Context().MemRef([]int64{int64(a)}, module.Context().Integer(8), nil, nil),
			[]int64{int64(a)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(t.Context(), []value.Value{value.Memory(b)},
			config.Run{Limits: config.Limits{Memory: 1 << 20}})
		if d, ok := errors.AsType[*diag.Diagnostic](err); c.fits != (err == nil) ||
			!c.fits && (!ok || d.Code != codeMemory) {
			t.Errorf("%+v: the run ends with %v", c, err)
		}
	}
}

// The address of a global is a multiple of its alignment. An alignment that no address of the memory has is
// an error.
func TestGlobalAlignment(t *testing.T) {
	const source = `memref.global "private" @first : memref<3xi8> = dense<1>
memref.global "private" @second : memref<3xi8> = dense<2> {alignment = %d}
func.func @f() -> index {
  %%a = memref.get_global @first : memref<3xi8>
  %%b = memref.get_global @second : memref<3xi8>
  %%n = arith.constant 4096 : index
  %%p = memref.extract_aligned_pointer_as_index %%a : memref<3xi8> -> index
  %%q = memref.extract_aligned_pointer_as_index %%b : memref<3xi8> -> index
  %%r = arith.remui %%q, %%n : index
  %%zero = arith.subi %%p, %%p : index
  %%s = arith.addi %%r, %%zero : index
  return %%s : index
}`
	p, err := Compile(t.Context(), passtest.Parse(t, fmt.Sprintf(source, 4096)), "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Run(t.Context(), nil, config.Run{})
	if err != nil || got[0].Int() != 0 {
		t.Errorf("the address modulo its alignment is %v (%v)", got, err)
	}
	_, err = Compile(t.Context(), passtest.Parse(t, fmt.Sprintf(source, int64(1)<<40)), "f", config.Code{})
	if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || !strings.Contains(d.Message, "alignment") ||
		!d.Span.IsKnown() {
		t.Errorf("an alignment of 2⁴⁰: %v", err)
	}
}
