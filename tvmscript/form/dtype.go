package form

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// Code is the class of a data type.
type Code uint8

// The classes.
const (
	Int Code = iota
	UInt
	Float
	BFloat
	Bool
	Handle
	Void
	Float8 // with the format in Name
)

// Dtype is a data type of TVM: a class, the number of bits of a lane, and the number of lanes. Name is the
// format of a Float8 ("float8_e4m3fn").
type Dtype struct {
	Code  Code
	Bits  int
	Lanes int
	Name  string
}

// The common types.
var (
	Int32   = Dtype{Code: Int, Bits: 32, Lanes: 1}
	Int64   = Dtype{Code: Int, Bits: 64, Lanes: 1}
	Float32 = Dtype{Code: Float, Bits: 32, Lanes: 1}
	Boolean = Dtype{Code: Bool, Bits: 1, Lanes: 1}
	Pointer = Dtype{Code: Handle, Bits: 64, Lanes: 1}
	Nothing = Dtype{Code: Void, Lanes: 1}
)

// float8 are the 8-bit formats, by their names in TVM.
var float8 = map[string]ir.FloatKind{
	"float8_e4m3fn": ir.F8E4M3FN, "float8_e5m2": ir.F8E5M2, "float8_e4m3": ir.F8E4M3,
	"float8_e4m3b11fnuz": ir.F8E4M3B11FNUZ,
	"float8_e4m3fnuz":    ir.F8E4M3FNUZ, "float8_e5m2fnuz": ir.F8E5M2FNUZ, "float8_e3m4": ir.F8E3M4,
	"float8_e8m0fnu": ir.F8E8M0FNU,
}

// ParseDtype reads the name of a data type, such as "float16x8". ok is false for other names.
func ParseDtype(s string) (Dtype, bool) {
	base, lanes, ok := cutLanes(s)
	if !ok {
		return Dtype{}, false
	}
	d := Dtype{Lanes: lanes}
	switch base {
	case "bool":
		d.Code, d.Bits = Bool, 1
		return d, true
	case "handle":
		d.Code, d.Bits = Handle, 64
		return d, lanes == 1
	case "void", "":
		d.Code = Void
		return d, lanes == 1
	}
	if _, ok := float8[base]; ok {
		d.Code, d.Bits, d.Name = Float8, 8, base
		return d, true
	}
	for _, p := range []struct {
		prefix string
		code   Code
		widths []int
	}{
		{"int", Int, []int{4, 8, 16, 32, 64}}, {"uint", UInt, []int{1, 4, 8, 16, 32, 64}},
		{"float", Float, []int{16, 32, 64}},
		{"bfloat", BFloat, []int{16}},
	} {
		if digits, ok := strings.CutPrefix(base, p.prefix); ok {
			for _, w := range p.widths {
				if digits == strconv.Itoa(w) {
					d.Code, d.Bits = p.code, w
					return d, true
				}
			}
		}
	}
	return Dtype{}, false
}

// cutLanes splits "float16x8" into "float16" and 8.
func cutLanes(s string) (base string, lanes int, ok bool) {
	i := strings.LastIndexByte(s, 'x')
	if i <= 0 || i == len(s)-1 || strings.Trim(s[i+1:], "0123456789") != "" {
		return s, 1, true
	}
	lanes, err := strconv.Atoi(s[i+1:])
	return s[:i], lanes, err == nil && lanes > 0 && lanes <= 1<<16
}

// String returns the name of the type.
func (d Dtype) String() string {
	s := codeNames[d.Code]
	switch d.Code {
	case Void:
		return s
	case Float8:
		s = d.Name
	case Int, UInt, Float, BFloat:
		s += strconv.Itoa(d.Bits)
	}
	if d.Lanes > 1 {
		s += "x" + strconv.Itoa(d.Lanes)
	}
	return s
}

// codeNames are the beginnings of the names of data types.
var codeNames = [...]string{
	Int: "int", UInt: "uint", Float: "float", BFloat: "bfloat", Bool: "bool", Handle: "handle", Void: "void",
	Float8: "",
}

// Lane returns the type of one lane.
func (d Dtype) Lane() Dtype {
	d.Lanes = 1
	return d
}

// IsFloat reports whether lanes are floating-point numbers.
func (d Dtype) IsFloat() bool { return d.Code == Float || d.Code == BFloat || d.Code == Float8 }

// IsInt reports whether lanes are signed or unsigned integers. Truth values are none.
func (d Dtype) IsInt() bool { return d.Code == Int || d.Code == UInt }

// Type returns the type of values in the IR: signless integers, floats, and vectors of these. It is nil for
// handles and void, which have none.
func (d Dtype) Type(c *ir.Context) ir.Type {
	t := d.laneType(c)
	if t == nil || d.Lanes == 1 {
		return t
	}
	return c.Vector([]int64{int64(d.Lanes)}, nil, t)
}

func (d Dtype) laneType(c *ir.Context) ir.Type {
	switch d.Code {
	case Int, UInt, Bool:
		return c.Integer(uint32(d.Bits))
	case BFloat:
		return c.Float(ir.BF16)
	case Float8:
		return c.Float(float8[d.Name])
	case Float:
		switch d.Bits {
		case 16:
			return c.Float(ir.F16)
		case 32:
			return c.Float(ir.F32)
		}
		return c.Float(ir.F64)
	}
	return nil
}

// DtypeOf returns the data type of a type of the IR. ok is false if there is none. Integers are signed. index
// is int32, as integers that index are in TVM.
func DtypeOf(t ir.Type) (Dtype, bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return Int32, true
	case *ir.IntegerType:
		if t.Sign != ir.Signless { // the sign is in DtypeAttr
			return Dtype{}, false
		}
		switch t.Width {
		case 1:
			return Boolean, true
		case 4, 8, 16, 32, 64:
			return Dtype{Code: Int, Bits: int(t.Width), Lanes: 1}, true
		}
	case *ir.FloatType:
		return floatDtype(t.Kind)
	case *ir.VectorType:
		d, ok := DtypeOf(t.Elem)
		if !ok || len(t.Shape) != 1 {
			return Dtype{}, false
		}
		d.Lanes = int(t.Shape[0])
		return d, true
	}
	return Dtype{}, false
}

func floatDtype(k ir.FloatKind) (Dtype, bool) {
	switch k {
	case ir.F16:
		return Dtype{Code: Float, Bits: 16, Lanes: 1}, true
	case ir.F32:
		return Float32, true
	case ir.F64:
		return Dtype{Code: Float, Bits: 64, Lanes: 1}, true
	case ir.BF16:
		return Dtype{Code: BFloat, Bits: 16, Lanes: 1}, true
	}
	for name, kind := range float8 {
		if kind == k {
			return Dtype{Float8, 8, 1, name}, true
		}
	}
	return Dtype{}, false
}
