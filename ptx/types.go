package ptx

import "strings"

// Type is the name of a fundamental type without its dot, such as "u32".
type Type string

// Kind is what the bits of a type mean.
type Kind uint8

// The kinds of types.
const (
	NoType Kind = iota
	Bits
	Unsigned
	Signed
	Float
	Predicate
)

type typeInfo struct {
	kind Kind
	bits int
}

var types = map[Type]typeInfo{
	"b8": {Bits, 8}, "b16": {Bits, 16}, "b32": {Bits, 32}, "b64": {Bits, 64}, "b128": {Bits, 128},
	"u8": {Unsigned, 8}, "u16": {Unsigned, 16}, "u32": {Unsigned, 32}, "u64": {Unsigned, 64},
	"s8": {Signed, 8}, "s16": {Signed, 16}, "s32": {Signed, 32}, "s64": {Signed, 64},
	"f16": {Float, 16}, "f32": {Float, 32}, "f64": {Float, 64}, "bf16": {Float, 16}, "tf32": {Float, 32},
	"u4": {Unsigned, 4}, "s4": {Signed, 4}, "b1": {Bits, 1}, "e4m3": {Float, 8}, "e5m2": {Float, 8},
	"f16x2": {Float, 32}, "bf16x2": {Float, 32}, "pred": {Predicate, 1},
	"e2m1": {Float, 4}, "e2m3": {Float, 6}, "e3m2": {Float, 6}, "ue8m0": {Float, 8}, "ue4m3": {Float, 8},
	"e4m3x2": {Float, 16}, "e5m2x2": {Float, 16}, "e2m3x2": {Float, 16}, "e3m2x2": {Float, 16},
	"ue8m0x2": {Float, 16}, "e2m1x2": {Float, 8}, "e4m3x4": {Float, 32}, "e5m2x4": {Float, 32},
	"e2m3x4": {Float, 32}, "e3m2x4": {Float, 32}, "e2m1x4": {Float, 16}, "f32x2": {Float, 64},
	"u16x2": {Unsigned, 32}, "s16x2": {Signed, 32}, "u2": {Unsigned, 2}, "s2": {Signed, 2},
	"texref": {Bits, 64}, "samplerref": {Bits, 64}, "surfref": {Bits, 64},
}

// Kind returns what the bits mean, NoType if there is no such type.
func (t Type) Kind() Kind { return types[t].kind }

// Bits returns the width.
func (t Type) Bits() int { return types[t].bits }

// twice returns the integer type of twice the width.
func (t Type) twice() Type { return t[:1] + map[int]Type{16: "32", 32: "64"}[t.Bits()] }

// Packed reports whether the type is two halves in 32 bits, and returns the type of a half.
func (t Type) Packed() (Type, bool) {
	switch t {
	case "f16x2":
		return "f16", true
	case "bf16x2":
		return "bf16", true
	}
	return t, false
}

// loose are the types whose values stand in registers of untyped bits, whatever the kind of these.
func (t Type) loose() bool {
	switch t {
	case "f16", "bf16", "tf32", "f16x2", "bf16x2", "f32x2":
		return true
	}
	return strings.HasSuffix(string(t), "x2") || strings.HasSuffix(string(t), "x4")
}

// fits reports whether a register of type r holds an operand of type t. With wider, r may have more bits.
func (t Type) fits(r Type, wider bool) bool {
	a, b := types[t], types[r]
	if (a.kind == Predicate) != (b.kind == Predicate) {
		return false
	}
	if a.bits != b.bits && !(wider && b.bits > a.bits) {
		return false
	}
	if a.kind == Bits || b.kind == Bits || t.loose() || r.loose() {
		return true
	}
	return (a.kind == Float) == (b.kind == Float)
}
