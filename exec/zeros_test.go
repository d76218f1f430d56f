package exec_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// An atomic extreme treats -0 as the smaller zero, and prefers a number to NaN, on every engine, whichever of
// the two is in memory.
func TestAtomicExtremes(t *testing.T) {
	minus, nan := math.Float64bits(math.Copysign(0, -1)), math.Float64bits(math.NaN())
	one := math.Float64bits(1)
	m := parseModule(t, `func.func @f(%m: memref<6xf64>, %x: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %o = memref.atomic_rmw maxnumf %v, %m[%i] : (f64, memref<6xf64>) -> f64
    memref.store %o, %x[%i] : memref<6xf64>
  }
  scf.for %i = %c3 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %o = memref.atomic_rmw minnumf %v, %m[%i] : (f64, memref<6xf64>) -> f64
    memref.store %o, %x[%i] : memref<6xf64>
  }
  return
}`)
	before := []uint64{minus, 0, nan, minus, 0, one}
	onEachEngine(t, func(t *testing.T, engine string) {
		memory, values := float64s(t, m, before...), float64s(t, m, 0, minus, one, 0, minus, nan)
		args := []exec.Argument{{Value: value.Memory(memory)}, {Value: value.Memory(values)}}
		if _, err := runOn(t, engine, m, args, exec.Options{}); err != nil {
			t.Fatal(err)
		}
		for i, want := range []uint64{0, 0, one, minus, minus, one} {
			if got := binary.LittleEndian.Uint64(memory.Data[8*i:]); got != want {
				t.Errorf("element %d is %x, not %x", i, got, want)
			}
			if got := binary.LittleEndian.Uint64(values.Data[8*i:]); got != before[i] {
				t.Errorf("what was in element %d is %x, not %x", i, got, before[i])
			}
		}
	})
}

// float64s returns memory with the bits of its elements.
func float64s(t *testing.T, m *ir.Op, bits ...uint64) *value.Buffer {
	t.Helper()
	n := []int64{int64(len(bits))}
	b, err := value.NewBuffer(m.Context().MemRef(n, m.Context().F64, nil, nil), n)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range bits {
		binary.LittleEndian.PutUint64(b.Data[8*i:], v)
	}
	return b
}
