package value_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// memory returns a type of memory.
func memory(elem ir.Type, shape ...int64) *ir.MemRefType {
	return &ir.MemRefType{Ranked: true, Elem: elem, Shape: shape}
}

// Go numbers become scalars with the same values. A number that the type does not have is an error that says
// what was given.
func TestScalarsOfGo(t *testing.T) {
	c := ir.NewContext()
	i8, f32 := c.Integer(8), c.Float(ir.F32)
	for _, x := range []struct {
		t    ir.Type
		x    any
		bits uint64
	}{
		{i8, -1, 0xff}, {i8, 255, 0xff}, {i8, int8(-128), 0x80}, {i8, uint8(200), 200},
		{c.Integer(1), true, 1}, {c.Integer(1), 1, 1},
		{c.Index, 1 << 40, 1 << 40}, {c.Integer(64), uint64(math.MaxUint64), math.MaxUint64},
		{f32, 1.5, 0x3fc00000},
		{f32, float32(-2), 0xc0000000}, {f32, 2, 0x40000000}, {c.Float(ir.F16), 1.0, 0x3c00},
	} {
		if v, err := value.Of(x.t, x.x); err != nil || v.Bits != x.bits || v.Type != x.t {
			t.Errorf("%v as %v is %#x, %v, want %#x", x.x, x.t, v.Bits, err, x.bits)
		}
	}
	for _, x := range []struct {
		t ir.Type
		x any
	}{{i8, 256}, {i8, -129}, {i8, uint16(256)}, {i8, 1.0}, {i8, "1"}, {i8, nil}, {i8, true}, {f32, true},
		{f32, math.MaxInt64}, {c.Integer(1), 2}, {i8, []int8{1}}} {
		if v, err := value.Of(x.t, x.x); err == nil || !strings.Contains(err.Error(), "is given") {
			t.Errorf("%v as %v is %v, %v", x.x, x.t, v, err)
		}
	}
}

// Slices become memory without a copy. A slice whose elements or extents do not fit the type is an error.
func TestSlicesOfGo(t *testing.T) {
	c := ir.NewContext()
	f32 := c.Float(ir.F32)
	x := []float32{1, 2, 3, 4, 5, 6}
	for _, good := range []struct {
		t *ir.MemRefType
		x any
	}{
		{memory(f32, ir.Dynamic), x}, {memory(f32, 6), x}, {memory(f32, 2, 3), x},
		{memory(f32, 2, ir.Dynamic), value.ArrayOf(x, 2, 3)},
	} {
		v, err := value.Of(good.t, good.x)
		if err != nil {
			t.Errorf("%v: %v", good.t, err)
			continue
		}
		back, err := value.Slice[float32](v)
		if err != nil || !slices.Equal(back, x) || &back[0] != &x[0] {
			t.Errorf("%v: %v, %v", good.t, back, err)
		}
	}
	for _, bad := range []struct {
		t *ir.MemRefType
		x any
	}{
		{memory(f32, ir.Dynamic, ir.Dynamic), x}, {memory(f32, 5), x}, {memory(f32, 7), x},
		{memory(c.Float(ir.F64), ir.Dynamic), x},
		{memory(c.Integer(32), ir.Dynamic), x}, {memory(f32, ir.Dynamic, ir.Dynamic), value.ArrayOf(x, 2, 2)},
		{memory(f32, ir.Dynamic), 1},
		{memory(f32, ir.Dynamic, ir.Dynamic), value.ArrayOf(x, -2, -3)},
		{memory(f32, ir.Dynamic), value.ArrayOf(x, math.MaxInt64)},
		{memory(f32, 3, 2), value.ArrayOf(x, 2, 3)}, {memory(f32, ir.Dynamic), []string{"a"}},
	} {
		if v, err := value.Of(bad.t, bad.x); err == nil || !strings.Contains(err.Error(), "given") {
			t.Errorf("%v as %v is %v, %v", bad.x, bad.t, v, err)
		}
	}
}

// Memory with gaps or in another order is returned as a copy in row-major order. Another element type is an
// error.
func TestSliceOfView(t *testing.T) {
	c := ir.NewContext()
	b, err := value.NewBuffer(memory(c.Integer(16), 2, 3), []int64{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(6) {
		b.Set(uint64(i), i/3, i%3)
	}
	transposed := &value.Buffer{Type: memory(c.Integer(16), 3, 2), Shape: []int64{3, 2},
		Strides: []int64{1, 3}, Data: b.Data}
	if got, err := value.Slice[int16](value.Memory(transposed)); err != nil ||
		!slices.Equal(got, []int16{0, 3, 1, 4, 2, 5}) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := value.Slice[int32](value.Memory(b)); err == nil {
		t.Errorf("got %v", got)
	}
	if got, err := value.Slice[int16](value.Int(c.Integer(16), 1)); err == nil {
		t.Errorf("got %v", got)
	}
}
