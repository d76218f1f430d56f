package arith_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// The evaluator of this file defines the integer operations by their mathematics, on numbers of any size, and
// knows nothing of how they fold. A result is a number in [0, 2^width), or nil for poison.

// widthOf returns the bits of an integer type.
func widthOf(t ir.Type) uint {
	if it, ok := t.(*ir.IntegerType); ok {
		return uint(it.Width)
	}
	return 64
}

func modulus(w uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), w) }

func asSigned(v *big.Int, w uint) *big.Int {
	if v.Bit(int(w)-1) == 0 {
		return new(big.Int).Set(v)
	}
	return new(big.Int).Sub(v, modulus(w))
}

func fits(v *big.Int, w uint, isSigned bool) bool {
	if isSigned {
		half := modulus(w - 1)
		return v.Cmp(half) < 0 && v.Cmp(new(big.Int).Neg(half)) >= 0
	}
	return v.Sign() >= 0 && v.Cmp(modulus(w)) < 0
}

// undefined is the panic of an operation that a program must not reach.
type undefined struct{}

// evaluate runs the block of a function and returns what it returns; ok is false where its behaviour is
// undefined.
func evaluate(f *ir.Op, args []*big.Int) (results []*big.Int, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, isUndefined := r.(undefined); !isUndefined {
				panic(r)
			}
			results, ok = nil, false
		}
	}()
	env := map[*ir.Value]*big.Int{}
	for i, a := range f.Body().Args() {
		env[a] = args[i]
	}
	for op := range f.Body().Ops() {
		var in []*big.Int
		isPoison := false
		for _, v := range op.Operands() {
			in = append(in, env[v])
			isPoison = isPoison || env[v] == nil
		}
		if op.Is(function.Return) {
			return in, true
		}
		for i, v := range compute(op, in, isPoison) {
			if v != nil {
				v = new(big.Int).Mod(v, modulus(widthOf(op.Result(i).Type())))
			}
			env[op.Result(i)] = v
		}
	}
	panic("no return")
}

// compute returns the results of one operation.
func compute(op *ir.Op, in []*big.Int, isPoison bool) []*big.Int {
	poison := make([]*big.Int, op.NumResults())
	switch name := op.Name(); name {
	case "arith.constant":
		a := op.Attr("value").(*ir.IntegerAttr)
		if a.Big != nil {
			return []*big.Int{a.Big}
		}
		return []*big.Int{big.NewInt(a.Value)}
	case "arith.divui", "arith.divsi", "arith.ceildivui", "arith.ceildivsi", "arith.floordivsi",
		"arith.remui", "arith.remsi":
		if in[1] == nil || in[1].Sign() == 0 {
			panic(undefined{})
		}
	case "arith.select":
		if in[0] == nil {
			return poison
		}
		if in[0].Sign() != 0 {
			return []*big.Int{in[1]}
		}
		return []*big.Int{in[2]}
	}
	if isPoison {
		return poison
	}
	if len(in) == 1 {
		return convertValue(op, in[0])
	}
	w := widthOf(op.Operand(0).Type())
	signed := []*big.Int{asSigned(in[0], w), asSigned(in[1], w)}
	if v, known := exactResult(op, in); known {
		return checked(op, w, v, signed)
	}
	return binaryResult(op, w, in, signed)
}

// exactResult returns sums, differences and products of unsigned operands.
func exactResult(op *ir.Op, in []*big.Int) (*big.Int, bool) {
	v := new(big.Int)
	switch op.Name() {
	case "arith.addi":
		return v.Add(in[0], in[1]), true
	case "arith.subi":
		return v.Sub(in[0], in[1]), true
	case "arith.muli":
		return v.Mul(in[0], in[1]), true
	}
	return nil, false
}

// checked is poison where the flags exclude the wrap that happens.
func checked(op *ir.Op, w uint, unsigned *big.Int, signed []*big.Int) []*big.Int {
	flags := op.Attr("overflowFlags").(*ir.EnumAttr).Value
	s, _ := exactResult(op, signed)
	if flags&arith.NoUnsignedWrap != 0 && !fits(unsigned, w, false) ||
		flags&arith.NoSignedWrap != 0 && !fits(s, w, true) {
		return []*big.Int{nil}
	}
	return []*big.Int{unsigned}
}

func truth(v bool) *big.Int {
	if v {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// floorDiv rounds down whatever the signs.
func floorDiv(a, b *big.Int) *big.Int {
	q, m := new(big.Int).DivMod(a, b, new(big.Int))
	if m.Sign() != 0 && b.Sign() < 0 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

func ceilDiv(a, b *big.Int) *big.Int {
	q := floorDiv(new(big.Int).Neg(a), b)
	return q.Neg(q)
}

// quotient is poison where it does not fit.
func quotient(w uint, v *big.Int) []*big.Int {
	if !fits(v, w, true) {
		return []*big.Int{nil}
	}
	return []*big.Int{v}
}

func binaryResult(op *ir.Op, w uint, u, s []*big.Int) []*big.Int {
	v := new(big.Int)
	isExact := op.Attr("isExact") != nil
	least := func(a, b *big.Int, less bool) *big.Int {
		if (a.Cmp(b) < 0) == less {
			return a
		}
		return b
	}
	switch op.Name() {
	case "arith.divui":
		if isExact && v.Rem(u[0], u[1]).Sign() != 0 {
			return []*big.Int{nil}
		}
		return []*big.Int{floorDiv(u[0], u[1])}
	case "arith.divsi":
		if isExact && v.Rem(s[0], s[1]).Sign() != 0 {
			return []*big.Int{nil}
		}
		return quotient(w, new(big.Int).Quo(s[0], s[1]))
	case "arith.ceildivui":
		return []*big.Int{ceilDiv(u[0], u[1])}
	case "arith.ceildivsi":
		return quotient(w, ceilDiv(s[0], s[1]))
	case "arith.floordivsi":
		return quotient(w, floorDiv(s[0], s[1]))
	case "arith.remui":
		return []*big.Int{v.Rem(u[0], u[1])}
	case "arith.remsi":
		return []*big.Int{v.Rem(s[0], s[1])}
	case "arith.andi":
		return []*big.Int{v.And(u[0], u[1])}
	case "arith.ori":
		return []*big.Int{v.Or(u[0], u[1])}
	case "arith.xori":
		return []*big.Int{v.Xor(u[0], u[1])}
	case "arith.maxsi":
		return []*big.Int{least(s[0], s[1], false)}
	case "arith.minsi":
		return []*big.Int{least(s[0], s[1], true)}
	case "arith.maxui":
		return []*big.Int{least(u[0], u[1], false)}
	case "arith.minui":
		return []*big.Int{least(u[0], u[1], true)}
	case "arith.shli", "arith.shrui", "arith.shrsi":
		return shifted(op, w, u, s, isExact)
	case "arith.addui_extended":
		sum := v.Add(u[0], u[1])
		return []*big.Int{sum, truth(!fits(sum, w, false))}
	case "arith.mului_extended":
		p := v.Mul(u[0], u[1])
		return []*big.Int{p, new(big.Int).Rsh(p, w)}
	case "arith.mulsi_extended":
		p := v.Mul(s[0], s[1])
		return []*big.Int{p, new(big.Int).Rsh(p, w)}
	case "arith.cmpi":
		return []*big.Int{truth(holds(arith.Predicate(op), u, s))}
	}
	panic("unknown operation " + op.Name())
}

func holds(p int64, u, s []*big.Int) bool {
	switch p {
	case arith.EQ:
		return u[0].Cmp(u[1]) == 0
	case arith.NE:
		return u[0].Cmp(u[1]) != 0
	case arith.SLT:
		return s[0].Cmp(s[1]) < 0
	case arith.SLE:
		return s[0].Cmp(s[1]) <= 0
	case arith.SGT:
		return s[0].Cmp(s[1]) > 0
	case arith.SGE:
		return s[0].Cmp(s[1]) >= 0
	case arith.ULT:
		return u[0].Cmp(u[1]) < 0
	case arith.ULE:
		return u[0].Cmp(u[1]) <= 0
	case arith.UGT:
		return u[0].Cmp(u[1]) > 0
	}
	return u[0].Cmp(u[1]) >= 0
}

func shifted(op *ir.Op, w uint, u, s []*big.Int, isExact bool) []*big.Int {
	if u[1].Cmp(big.NewInt(int64(w))) >= 0 {
		return []*big.Int{nil}
	}
	factor := modulus(uint(u[1].Uint64()))
	switch op.Name() {
	case "arith.shli":
		flags := op.Attr("overflowFlags").(*ir.EnumAttr).Value
		up, sp := new(big.Int).Mul(u[0], factor), new(big.Int).Mul(s[0], factor)
		if flags&arith.NoUnsignedWrap != 0 && !fits(up, w, false) ||
			flags&arith.NoSignedWrap != 0 && !fits(sp, w, true) {
			return []*big.Int{nil}
		}
		return []*big.Int{up}
	case "arith.shrui":
		if isExact && new(big.Int).Rem(u[0], factor).Sign() != 0 {
			return []*big.Int{nil}
		}
		return []*big.Int{floorDiv(u[0], factor)}
	}
	if isExact && new(big.Int).Rem(s[0], factor).Sign() != 0 {
		return []*big.Int{nil}
	}
	return []*big.Int{floorDiv(s[0], factor)}
}

func convertValue(op *ir.Op, v *big.Int) []*big.Int {
	from, to := widthOf(op.Operand(0).Type()), widthOf(op.Result(0).Type())
	switch op.Name() {
	case "arith.extsi", "arith.index_cast":
		return []*big.Int{asSigned(v, from)}
	case "arith.trunci":
		flags := op.Attr("overflowFlags").(*ir.EnumAttr).Value
		if flags&arith.NoUnsignedWrap != 0 && !fits(v, to, false) ||
			flags&arith.NoSignedWrap != 0 && !fits(asSigned(v, from), to, true) {
			return []*big.Int{nil}
		}
	}
	return []*big.Int{v}
}

// generator makes random functions over integers.
type generator struct {
	t    *rapid.T
	b    *ir.Builder
	pool map[ir.Type][]*ir.Value
}

func integerTypes(c *ir.Context) []ir.Type {
	return []ir.Type{c.I1, c.I8, c.I32, c.I64, c.Index, c.Integer(100)}
}

var binaryOps = []*ir.OpDef{
	arith.AddI, arith.SubI, arith.MulI, arith.AddI, arith.SubI, arith.MulI, arith.ShLI, arith.ShRUI,
	arith.ShRSI, arith.AndI,
	arith.OrI, arith.XOrI, arith.XOrI, arith.DivUI, arith.DivSI, arith.CeilDivUI, arith.CeilDivSI,
	arith.FloorDivSI,
	arith.RemUI, arith.RemSI, arith.MaxSI, arith.MaxUI, arith.MinSI, arith.MinUI,
}

func (g *generator) typ() ir.Type { return rapid.SampledFrom(integerTypes(g.b.Ctx)).Draw(g.t, "type") }

// number draws a number, with an eye on the ends of the range and small ones.
func (g *generator) number(t ir.Type) *big.Int {
	w := widthOf(t)
	switch rapid.IntRange(0, 4).Draw(g.t, "kind of number") {
	case 0:
		return new(big.Int).Sub(modulus(w), big.NewInt(1))
	case 1:
		return modulus(w - 1)
	case 2:
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 13).Draw(g.t, "bytes")).Mod(
			new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 13).Draw(g.t, "bytes")), modulus(w))
	}
	return new(big.Int).Mod(big.NewInt(int64(rapid.IntRange(-3, 10).Draw(g.t, "small"))), modulus(w))
}

func (g *generator) constant(t ir.Type) *ir.Value {
	return arith.NewConstant(g.b, g.b.Ctx.BigInt(t, asSigned(g.number(t), widthOf(t))))
}

// operand draws an existing value or makes a constant.
func (g *generator) operand(t ir.Type) *ir.Value {
	if len(g.pool[t]) == 0 || rapid.IntRange(0, 3).Draw(g.t, "constant") == 0 {
		return g.keep(g.constant(t))
	}
	vs := g.pool[t]
	return vs[rapid.IntRange(max(0, len(vs)-4), len(vs)-1).Draw(g.t, "operand")]
}

func (g *generator) keep(v *ir.Value) *ir.Value {
	g.pool[v.Type()] = append(g.pool[v.Type()], v)
	return v
}

// step adds one operation.
func (g *generator) step() {
	t := g.typ()
	switch rapid.IntRange(0, 9).Draw(g.t, "kind") {
	case 0:
		p := int64(rapid.IntRange(0, 9).Draw(g.t, "predicate"))
		g.keep(arith.Cmp(g.b, p, g.operand(t), g.operand(t)))
	case 1:
		g.keep(arith.NewSelect(g.b, g.operand(g.b.Ctx.I1), g.operand(t), g.operand(t)))
	case 2, 3:
		g.conversion(t)
	case 4:
		def := rapid.SampledFrom([]*ir.OpDef{arith.AddUIExtended, arith.MulSIExtended, arith.MulUIExtended}).
			Draw(g.t, "op")
		op := g.b.Op(def, []*ir.Value{g.operand(t), g.operand(t)})
		g.keep(op.Result(0))
		g.keep(op.Result(1))
	default:
		def := rapid.SampledFrom(binaryOps).Draw(g.t, "op")
		g.keep(g.b.Op(def, []*ir.Value{g.operand(t), g.operand(t)}, g.flags(def)...).Result(0))
	}
}

// flags draws what an operation may assume.
func (g *generator) flags(def *ir.OpDef) []ir.NamedAttr {
	switch {
	case def.Attr("overflowFlags") != nil:
		v := int64(rapid.SampledFrom([]int{0, 0, 1, 2, 3}).Draw(g.t, "flags"))
		return []ir.NamedAttr{{Name: "overflowFlags", Value: g.b.Ctx.Enum(arith.Overflow, v)}}
	case def.Attr("isExact") != nil && rapid.Bool().Draw(g.t, "exact"):
		return []ir.NamedAttr{{Name: "isExact", Value: g.b.Ctx.Unit}}
	}
	return nil
}

func (g *generator) conversion(from ir.Type) {
	to := g.typ()
	_, fromIndex := from.(*ir.IndexType)
	_, toIndex := to.(*ir.IndexType)
	var defs []*ir.OpDef
	switch {
	case fromIndex != toIndex:
		defs = []*ir.OpDef{arith.IndexCast, arith.IndexCastUI}
	case fromIndex, from == to:
		return
	case widthOf(from) < widthOf(to):
		defs = []*ir.OpDef{arith.ExtSI, arith.ExtUI}
	default:
		defs = []*ir.OpDef{arith.TruncI}
	}
	def := rapid.SampledFrom(defs).Draw(g.t, "conversion")
	g.keep(g.b.Create(ir.OpState{Def: def, Operands: []*ir.Value{g.operand(from)}, Results: []ir.Type{to},
		Attrs: g.flags(def)}).Result(0))
}

// function makes a random function that returns its last values.
func (g *generator) function(params []ir.Type) *ir.Op {
	c := g.b.Ctx
	entry := ir.NewBlock(params...)
	for _, a := range entry.Args() {
		g.keep(a)
	}
	g.b.SetEnd(entry)
	for range rapid.IntRange(1, 14).Draw(g.t, "steps") {
		g.step()
	}
	var returned []*ir.Value
	for op := entry.Last(); op != nil && len(returned) < 4; op = op.Prev() {
		returned = append(returned, op.Results()...)
	}
	g.b.Op(function.Return, returned)
	types := make([]ir.Type, len(returned))
	for i, v := range returned {
		types[i] = v.Type()
	}
	g.b.SetEnd(nil)
	f := function.New(g.b, "f", c.Function(params, types))
	f.Region(0).RemoveBlock(f.Body())
	f.Region(0).Append(entry)
	return f
}

func newGenerator(t *rapid.T) *generator {
	return &generator{t: t, b: ir.NewBuilder(all.NewContext()), pool: map[ir.Type][]*ir.Value{}}
}

func describe(vs []*big.Int) string { return fmt.Sprint(vs) }

// refines reports whether got is want wherever want is not poison.
func refines(got, want []*big.Int) bool {
	for i, w := range want {
		if w != nil && (got[i] == nil || got[i].Cmp(w) != 0) {
			return false
		}
	}
	return len(got) == len(want)
}

// An expression of constants folds to what it evaluates to.
func TestConstantsFoldToTheirValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(t)
		f := g.function(nil)
		before := text.String(f, text.PrintOptions{})
		want, ok := evaluate(f, nil)
		ir.ApplyPatternsGreedily(f, ir.GreedyConfig{})
		if errs := ir.Verify(f); len(errs) > 0 {
			t.Fatal(errs)
		}
		if !ok {
			return
		}
		got, ok := evaluate(f, nil)
		if !ok || !refines(got, want) {
			t.Fatalf("%s\nreturns %s, and then %s:\n%s", before, describe(want), describe(got),
				text.String(f, text.PrintOptions{}))
		}
		if slices.Contains(want, nil) {
			return // poison need not fold
		}
		for i, v := range f.Body().Last().Operands() {
			if ir.ConstantValue(v) == nil && !unfoldable(v) {
				t.Fatalf("%s\nreturned value %d does not fold:\n%s", before, i,
					text.String(f, text.PrintOptions{}))
			}
		}
	})
}

// unfoldable reports whether a value depends on an operation that upstream does not fold: a ceiling division
// of the least number.
func unfoldable(v *ir.Value) bool {
	op := v.DefiningOp()
	return op.Is(arith.CeilDivSI) || slices.ContainsFunc(op.Operands(), func(o *ir.Value) bool {
		return ir.ConstantValue(o) == nil && unfoldable(o)
	})
}

// Whatever the arguments, a canonicalized function returns what it returned before.
func TestCanonicalizationKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(t)
		c := g.b.Ctx
		params := []ir.Type{c.I1, c.I8, c.I8, c.I32, c.I64, c.Index, c.Index}
		f := g.function(params)
		before := text.String(f, text.PrintOptions{})
		original := f.Clone(nil)
		if res := ir.ApplyPatternsGreedily(f, ir.GreedyConfig{}); !res.Converged {
			t.Fatalf("no fixpoint:\n%s", before)
		}
		if errs := ir.Verify(f); len(errs) > 0 {
			t.Fatal(errs)
		}
		for range 8 {
			args := make([]*big.Int, len(params))
			for i, p := range params {
				args[i] = g.number(p)
			}
			want, ok := evaluate(original, args)
			if !ok {
				continue
			}
			if got, ok := evaluate(f, args); !ok || !refines(got, want) {
				t.Fatalf("%s\nof %s returns %s, and then %s:\n%s", before, describe(args), describe(want),
					describe(got),
					text.String(f, text.PrintOptions{}))
			}
		}
	})
}
