package text_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/text"
)

// generator draws types, attributes and operations of a context.
type generator struct {
	*rapid.T
	c *ir.Context
}

func (g generator) int(label string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.T, label) }
func (g generator) name() string {
	return rapid.StringMatching(`[a-z]{1,3}`).Draw(g.T, "name")
}
func (g generator) text() string { return rapid.String().Draw(g.T, "text") }

func (g generator) integerType() *ir.IntegerType {
	width := rapid.SampledFrom([]uint32{1, 3, 8, 16, 32, 64, 65, 128}).Draw(g.T, "width")
	return g.c.IntegerOf(width, ir.Signedness(g.int("sign", 0, 2)))
}

func (g generator) floatType() *ir.FloatType {
	return g.c.Float(ir.FloatKind(g.int("float", 0, int(ir.F4E2M1FN))))
}

func (g generator) scalar() ir.Type {
	switch g.int("scalar", 0, 2) {
	case 0:
		return g.integerType()
	case 1:
		return g.floatType()
	}
	return g.c.Index
}

func (g generator) shape(lo int64) []int64 {
	return rapid.SliceOfN(rapid.Int64Range(lo, 4), 0, 3).Draw(g.T, "shape")
}

func (g generator) dynamic(shape []int64) []int64 {
	for i := range shape {
		if g.int("dynamic", 0, 3) == 0 {
			shape[i] = ir.Dynamic
		}
	}
	return shape
}

func (g generator) typ(depth int) ir.Type {
	kind := g.int("type", 0, 9)
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 3:
		return g.c.Complex(g.floatType())
	case 4:
		return g.c.Tuple(g.types(depth - 1))
	case 5:
		return g.c.Function(g.types(depth-1), g.types(depth-1))
	case 6:
		shape := g.shape(1)
		scalable := make([]bool, len(shape))
		for i := range scalable {
			scalable[i] = g.int("scalable", 0, 2) == 0
		}
		return g.c.Vector(shape, scalable, g.scalar())
	case 7:
		if g.int("unranked", 0, 4) == 0 {
			return g.c.UnrankedTensor(g.scalar())
		}
		return g.c.Tensor(g.dynamic(g.shape(0)), g.scalar(), nil)
	case 8:
		shape := g.dynamic(g.shape(0))
		return g.c.MemRef(shape, g.scalar(), g.layout(len(shape)), g.space())
	case 9:
		return g.c.OpaqueType("tst",
			g.name()+rapid.SampledFrom([]string{"", "<x, [1 -> 2]>", `<"s>">`}).Draw(g.T, "body"))
	}
	return g.scalar()
}

func (g generator) types(depth int) []ir.Type {
	list := make([]ir.Type, g.int("types", 0, 3))
	for i := range list {
		list[i] = g.typ(depth)
	}
	return list
}

func (g generator) layout(rank int) ir.Attr {
	switch g.int("layout", 0, 2) {
	case 0:
		strides := make([]int64, rank)
		for i := range strides {
			strides[i] = int64(g.int("stride", -2, 9))
		}
		return g.c.Strided(int64(g.int("offset", 0, 3)), g.dynamic(strides))
	case 1:
		results := make([]*aff.Expr, g.int("results", 1, 3))
		for i := range results {
			results[i] = g.expr(rank).Add(aff.S(0)) // never the identity, which MemRef drops
		}
		return g.c.AffineMap(aff.NewMap(rank, 2, results...))
	}
	return nil
}

func (g generator) space() ir.Attr {
	switch g.int("space", 0, 3) {
	case 0:
		return g.c.Int(g.c.I64, int64(g.int("number", 1, 9)))
	case 1:
		return g.c.Int(g.c.I32, 5)
	case 2:
		return g.c.String(g.text())
	}
	return nil
}

// expr draws a term and a constant. Larger sums are not possible: they are stored as they are built, printed
// without parentheses, and rebuilt differently by the parser.
func (g generator) expr(dims int) *aff.Expr {
	return g.term(dims).Add(aff.C(int64(g.int("constant", -9, 9))))
}

func (g generator) term(dims int) *aff.Expr {
	leaf := aff.S(g.int("symbol", 0, 1))
	if dims > 0 && g.int("input", 0, 1) == 0 {
		leaf = aff.D(g.int("dim", 0, dims-1))
	}
	divisor := aff.C(int64(g.int("divisor", 1, 7)))
	switch g.int("term", 0, 5) {
	case 0:
		return aff.C(int64(g.int("constant", -9, 9)))
	case 1:
		return leaf.Mul(aff.C(int64(g.int("factor", -3, 3))))
	case 2:
		return leaf.FloorDiv(divisor)
	case 3:
		return leaf.Mul(divisor).Mod(aff.C(8))
	case 4:
		return leaf.CeilDiv(divisor).Neg()
	}
	return leaf
}

func (g generator) integer(t ir.Type) *ir.IntegerAttr {
	it, ok := t.(*ir.IntegerType)
	if !ok || it.Width <= 64 {
		return g.c.Int(t, rapid.Int64().Draw(g.T, "value"))
	}
	v := new(big.Int).Mul(big.NewInt(rapid.Int64().Draw(g.T, "high")),
		big.NewInt(rapid.Int64Range(0, 1).Draw(g.T, "low")))
	if it.Sign == ir.Unsigned {
		v.Abs(v)
	}
	return g.c.BigInt(t, v)
}

func (g generator) float(t *ir.FloatType) *ir.FloatAttr {
	if t.Width() > 64 {
		return g.c.FloatValue(t, rapid.Float64().Draw(g.T, "value"))
	}
	return g.c.FloatBits(t, rapid.Uint64().Draw(g.T, "bits")&(1<<t.Width()-1))
}

func (g generator) dense() ir.Attr {
	elem := g.scalar()
	shape := g.shape(0)
	size := ir.ElemBytes(elem)
	n := int(ir.NumElements(shape))
	data := make([]byte, 0, n*size)
	for range n {
		data = append(data, g.element(elem, size)...)
	}
	return g.c.Dense(g.c.Tensor(shape, elem, nil), string(data), false)
}

// element draws the bytes of one element.
func (g generator) element(t ir.Type, size int) []byte {
	var rep big.Int
	switch t := t.(type) {
	case *ir.IntegerType:
		a := g.integer(t)
		rep.SetInt64(a.Value)
		if a.Big != nil {
			rep.Set(a.Big)
		}
		rep.And(&rep, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(t.Width)), big.NewInt(1)))
	case *ir.FloatType:
		a := g.float(t)
		rep.SetUint64(a.Bits)
		if a.Big != nil {
			rep.Set(a.Big)
		}
	default:
		rep.SetUint64(rapid.Uint64().Draw(g.T, "index"))
	}
	bytes := rep.FillBytes(make([]byte, size))
	for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
		bytes[i], bytes[j] = bytes[j], bytes[i]
	}
	return bytes
}

func (g generator) attr(depth int) ir.Attr {
	kind := g.int("attr", 0, 13)
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		return g.integer(g.integerType())
	case 1:
		return g.float(g.floatType())
	case 2:
		return g.c.String(g.text())
	case 3:
		return g.c.Unit
	case 5:
		return g.c.TypeAttr(g.typ(2))
	case 6:
		return g.c.SymbolRef(g.name(), g.text()+"x")
	case 7:
		list := make([]ir.Attr, g.int("elements", 0, 3))
		for i := range list {
			list[i] = g.attr(depth - 1)
		}
		return g.c.Array(list)
	case 8:
		return g.c.Dict(g.entries(depth - 1))
	case 9:
		return g.dense()
	case 10:
		return g.c.I64Array(rapid.SliceOf(rapid.Int64()).Draw(g.T, "values")...)
	case 11:
		return g.c.AffineMap(aff.NewMap(2, 2, g.expr(2)))
	case 12:
		return g.c.OpaqueAttr("tst", g.name(), nil)
	case 13:
		return g.c.FileLoc(g.text()+"f", g.int("line", 0, 99), g.int("col", 0, 99))
	}
	return g.c.IndexAttr(rapid.Int64().Draw(g.T, "index"))
}

func (g generator) entries(depth int) []ir.NamedAttr {
	var list []ir.NamedAttr
	for i := range g.int("entries", 0, 3) {
		list = append(list, ir.NamedAttr{Name: fmt.Sprint(g.name(), i), Value: g.attr(depth)})
	}
	return list
}

// region draws a region of an unregistered operation. Its operations may use
// the values given, those of the entry block, and those of their own block.
func (g generator) region(depth int, values []*ir.Value) *ir.Region {
	r := ir.NewRegion()
	blocks := make([]*ir.Block, g.int("blocks", 0, 3))
	for i := range blocks {
		blocks[i] = ir.NewBlock(g.types(1)...)
		r.Append(blocks[i])
	}
	for i, b := range blocks {
		visible := append(values[:len(values):len(values)], b.Args()...)
		for range g.int("operations", 0, 3) {
			op := g.op(depth, visible, nil)
			b.Append(op)
			visible = append(visible, op.Results()...)
		}
		if len(blocks) > 1 {
			b.Append(g.op(0, visible, blocks[1:]))
		}
		if i == 0 {
			values = visible
		}
	}
	return r
}

func (g generator) op(depth int, values []*ir.Value, successors []*ir.Block) *ir.Op {
	s := ir.OpState{
		Def:     g.c.UnregisteredOpDef("tst." + g.name()),
		Results: g.types(2),
		Attrs:   g.entries(2),
	}
	if len(values) > 0 {
		s.Operands = rapid.SliceOfN(rapid.SampledFrom(values), 0, 3).Draw(g.T, "operands")
	}
	if len(successors) > 0 {
		s.Successors = rapid.SliceOfN(rapid.SampledFrom(successors), 0, 2).Draw(g.T, "successors")
	}
	if g.int("properties", 0, 1) == 0 {
		s.Properties = g.entries(1)
	}
	if depth > 0 {
		for range g.int("regions", 0, 2) {
			s.Regions = append(s.Regions, g.region(depth-1, values))
		}
	}
	return g.c.NewOp(s)
}

// module draws a program.
func (g generator) module() *ir.Op {
	body := ir.NewBlock()
	var values []*ir.Value
	for range g.int("operations", 1, 4) {
		op := g.op(2, values, nil)
		body.Append(op)
		values = append(values, op.Results()...)
	}
	return g.c.NewOp(ir.OpState{Def: g.c.OpDef("builtin.module"), Regions: []*ir.Region{ir.NewRegion(body)}})
}

// TestRandomPrograms prints random programs of unregistered operations with random types and attributes, and
// parses them again.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := generator{t, newContext()}.module()
		for _, opts := range []text.PrintOptions{{}, {Generic: true}, {DebugInfo: true}, {LocalScope: true}} {
			first := string(text.Append(nil, m, opts))
			second := string(text.Append(nil, parseRapid(t, first), opts))
			if first != second {
				t.Fatalf("printed, read back and printed again it differs:\n%s", cmp.Diff(first, second))
			}
		}
	})
}

// TestRandomProgramsAgainstMLIR lets mlir-opt parse random programs and compares the texts that it prints, in
// both forms and with locations.
func TestRandomProgramsAgainstMLIR(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	const count = 100
	programs := rapid.Custom(func(t *rapid.T) *ir.Op { return generator{t, newContext()}.module() })
	modules := make([]*ir.Op, count)
	for i := range modules {
		modules[i] = programs.Example(i)
	}
	for flags, opts := range map[string]text.PrintOptions{
		"":                        {},
		"--mlir-print-op-generic": {Generic: true},
		"--mlir-print-debuginfo":  {DebugInfo: true},
	} {
		var src bytes.Buffer
		for _, m := range modules {
			src.Write(text.Append(nil, m, opts))
			src.WriteString("// -----\n")
		}
		args := []string{"--allow-unregistered-dialect", "--split-input-file", "--verify-each=false", "-"}
		if flags != "" {
			args = append(args, flags)
		}
		run := tools.Command(t, mlirOpt, args...)
		run.Stdin = &src
		var stderr bytes.Buffer
		run.Stderr = &stderr
		out, err := run.Output()
		if err != nil {
			t.Errorf("mlir-opt %s: %v\n%.3000s", flags, err, stderr.String())
			continue
		}
		pieces := strings.Split(string(out), "// -----\n")
		for i, m := range modules {
			want := strings.Trim(string(text.Append(nil, m, opts)), "\n")
			if got := strings.Trim(pieces[i], "\n"); got != want {
				t.Errorf("program %d %s (-inflight +mlir-opt):\n%s", i, flags, cmp.Diff(want, got))
			}
		}
	}
}

func parseRapid(t *rapid.T, src string) *ir.Op {
	m, diags := text.Parse(newContext(), newFile(src), text.Options{})
	if m == nil {
		t.Fatalf("%v\nin:\n%s", diags, src)
	}
	return m
}
