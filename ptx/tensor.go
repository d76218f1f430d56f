package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file checks the operands of copies of tiles and of products of a warpgroup: PTX ISA,
// "cp.async.bulk.tensor" and "wgmma.mma_async".

// extraRoles returns the letters of the operands that modifiers add.
func (f form) extraRoles(in *Instruction) string {
	roles := ""
	words := strings.Fields(f.extra)
	for i := 0; i < len(words); i += 2 {
		if in.Has(words[i]) {
			roles += words[i+1]
		}
	}
	return roles
}

// tile checks a tensor map with coordinates.
func (v *verifier) tile(o Operand, scope *Scope) {
	a, ok := o.(*Address)
	if !ok || a.Coordinates == nil {
		v.errs.Add(diag.Errorf(codeOperand, o.Place(),
			"expected a tensor map with coordinates, as in [map, {x, y}]"))
		return
	}
	v.base(a, scope)
	for _, e := range a.Coordinates.Elements {
		v.source(e, "b32", scope, false)
	}
}

// shape checks what the numbers in an instruction's name say of its operands.
func (v *verifier) shape(in *Instruction, scope *Scope) {
	switch {
	case in.Opcode == "wgmma" && in.Has("mma_async"):
		v.product(in, scope)
	case in.Has("tensor"):
		v.dimensions(in)
	case in.Opcode == "setmaxnreg":
		v.registers(in)
	}
}

// dimensions checks that a tile has as many coordinates as the instruction says, and as many offsets as a
// window has.
func (v *verifier) dimensions(in *Instruction) {
	n := 0
	for _, m := range in.Modifiers {
		if has(dimensions, m) {
			n = int(m[0] - '0')
		}
	}
	if n == 0 {
		v.errs.Add(diag.Errorf(codeInstruction, in.Span,
			"'%s' does not say how many dimensions the tensor has, as in .2d", in.Name()))
		return
	}
	wide := in.Has("im2col::w") || in.Has("im2col::w::128")
	windowed := wide || in.Has("im2col") || in.Has("im2col_no_offs")
	coordinates, shifts := n, n-2
	if in.Has("tile::gather4") || in.Has("tile::scatter4") {
		coordinates = 5 // a column and four rows
	}
	if wide {
		shifts = 2
	}
	if windowed && n < 3 {
		v.errs.Add(diag.Errorf(codeInstruction, in.Span,
			"'%s' reads a window of a tensor with %d dimensions, at least 3 are needed", in.Name(), n))
		return
	}
	for _, o := range in.Operands {
		a, ok := o.(*Address)
		if ok && a.Coordinates != nil && len(a.Coordinates.Elements) != coordinates {
			v.errs.Add(diag.Errorf(codeOperand, a.Coordinates.Span,
				"%d coordinates for a tensor of %d dimensions", len(a.Coordinates.Elements), n))
		}
		if offsets, ok := o.(*Vector); ok && len(offsets.Elements) != shifts {
			v.errs.Add(diag.Errorf(codeOperand, offsets.Span,
				"%d offsets for a window in a tensor of %d dimensions, which has %d", len(offsets.Elements),
				n, shifts))
		}
	}
}

// registers checks the number of registers that a warp asks for.
func (v *verifier) registers(in *Instruction) {
	if len(in.Operands) != 1 {
		return // reported
	}
	if n, ok := in.Operands[0].(*Immediate); ok && (n.Bits%8 != 0 || n.Bits < 24 || n.Bits > 256) {
		v.errs.Add(diag.Errorf(codeOperand, n.Span,
			"%d registers per thread; the number is a multiple of 8 from 24 to 256", n.Bits))
	}
}

// warpgroupExtent is the extent k of a product, by the type of the elements of A.
var warpgroupExtent = map[Type]int{"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32,
	"u8": 32, "b1": 256}

// product checks a product of a warpgroup: D, A, B, for a sparse A where its elements are, whether D is
// added, and constants for signs and transpositions.
func (v *verifier) product(in *Instruction, scope *Scope) {
	var n, k int
	for _, m := range in.Modifiers {
		if _, err := fmt.Sscanf(m, "m64n%dk%d", &n, &k); err == nil {
			break
		}
	}
	ts, sparse := in.Types(), 0
	if in.Has("sp") {
		k, sparse = k/2, 2
	}
	if n == 0 || len(ts) != 3 || !multiplies(ts) || warpgroupExtent[ts[1]] != k ||
		ts[0] == "s32" && n%16 != 0 && n != 8 && n != 24 || !v.qualifies(in, ts) {
		v.errs.Add(diag.Errorf(codeInstruction, in.Span, "there is no product '%s'", in.Name()))
		return
	}
	constants := map[Type]int{"f16": 4, "bf16": 4, "tf32": 2, "e4m3": 2, "e5m2": 2}[ts[1]]
	_, inRegisters := in.operand(1).(*Vector)
	if inRegisters && constants == 4 {
		constants = 3 // A is not transposed
	}
	if want := 4 + sparse + constants; len(in.Operands) != want {
		v.errs.Add(diag.Errorf(codeOperand, in.Span, "'%s' has %d operands, not %d", in.Name(), want,
			len(in.Operands)))
		return
	}
	v.accumulator(in.Operands[0], ts[0], n, scope)
	if inRegisters {
		v.words(in.Operands[1], 4, "b32", scope)
	} else {
		v.source(in.Operands[1], "b64", scope, false)
	}
	v.source(in.Operands[2], "b64", scope, false)
	rest := in.Operands[3:]
	if sparse > 0 {
		v.source(rest[0], "b32", scope, false)
		v.selector(rest[1], ts[1])
		rest = rest[sparse:]
	}
	v.source(rest[0], "pred", scope, false)
	for i, o := range rest[1:] {
		v.mode(o, i < 2)
	}
}

// qualifies reports whether the other words of a product fit its types: sums of single bits count those of an
// and, and sums of other integers may saturate.
func (v *verifier) qualifies(in *Instruction, ts []Type) bool {
	bitwise := ts[1] == "b1"
	return in.Has("and") == bitwise && in.Has("popc") == bitwise &&
		(!in.Has("satfinite") || ts[0] == "s32" && !bitwise)
}

// selector checks which lanes say where the elements of a sparse A are: of elements of 8 bits all do.
func (v *verifier) selector(o Operand, t Type) {
	most := uint64(1)
	if t.Bits() == 8 {
		most = 0
	}
	if n, ok := o.(*Immediate); !ok || n.Kind != Integer || n.Bits > most {
		want := "the constant 0"
		if most > 0 {
			want = "the constant 0 or 1"
		}
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected %s, which selects the lanes with metadata",
			want))
	}
}

// multiplies reports whether there is a product of A and B, the last two types, that is added to D, the
// first.
func multiplies(ts []Type) bool {
	small := func(t Type) bool { return t == "e4m3" || t == "e5m2" }
	bytes := func(t Type) bool { return t == "s8" || t == "u8" }
	d, a, b := ts[0], ts[1], ts[2]
	switch {
	case small(a) && small(b), a == "f16" && b == "f16":
		return d == "f32" || d == "f16"
	case bytes(a) && bytes(b), a == "b1" && b == "b1":
		return d == "s32"
	}
	return a == b && (a == "bf16" || a == "tf32") && d == "f32"
}

// operand returns an operand, nil if there are not as many.
func (in *Instruction) operand(i int) Operand {
	if i >= len(in.Operands) {
		return nil
	}
	return in.Operands[i]
}

// accumulator checks the registers of D: each has one element, or two of f16.
func (v *verifier) accumulator(o Operand, t Type, columns int, scope *Scope) {
	n := columns / 2
	if t == "f16" {
		n, t = columns/4, "f16x2"
	}
	v.words(o, n, t, scope)
}

// words checks a vector of registers.
func (v *verifier) words(o Operand, n int, t Type, scope *Scope) {
	vec, ok := o.(*Vector)
	if !ok || len(vec.Elements) != n {
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected %d registers in braces", n))
		return
	}
	for _, e := range vec.Elements {
		v.result(e, t, scope, false)
	}
}

// mode checks a constant: a sign is 1 or -1, a transposition 0 or 1.
func (v *verifier) mode(o Operand, sign bool) {
	n, ok := o.(*Immediate)
	number := int64(0)
	if ok {
		number = int64(n.Bits)
	}
	if !ok || n.Kind != Integer || sign && number != 1 && number != -1 ||
		!sign && number != 0 && number != 1 {
		want := "0 or 1"
		if sign {
			want = "1 or -1"
		}
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected the constant %s", want))
	}
}
