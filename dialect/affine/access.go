package affine

import (
	"github.com/inflight-compiler/inflight/dialect/internal/prefetch"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var (
	memrefOperand = ir.OperandDef{Name: "memref", Type: constraint.MemRef}
	mapped        = []ir.AttrDef{theMap}
)

// Load is affine.load: operand 0 is the memref. The other operands are the inputs of the map that gives the
// subscripts.
var Load = &ir.OpDef{
	Name:       "affine.load",
	Summary:    "affine load operation",
	Operands:   []ir.OperandDef{memrefOperand, indices("indices")},
	Results:    []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs:      mapped,
	InferTypes: inferElement,
	Parse:      parseLoad,
	Print:      printLoad,
	Effects:    func(op *ir.Op, add func(ir.Effect)) { add(access(ir.Read, op, 0)) },
}

// Store is affine.store: operand 0 is the value, and operand 1 the memref. The other operands are the inputs
// of the map that gives the subscripts.
var Store = &ir.OpDef{
	Name:     "affine.store",
	Summary:  "affine store operation",
	Operands: []ir.OperandDef{{Name: "value", Type: constraint.AnyType}, memrefOperand, indices("indices")},
	Attrs:    mapped,
	Parse:    parseStore,
	Print:    printStore,
	Effects:  func(op *ir.Op, add func(ir.Effect)) { add(access(ir.Write, op, 1)) },
}

// VectorLoad is affine.vector_load: a vector of consecutive elements.
var VectorLoad = &ir.OpDef{
	Name:     "affine.vector_load",
	Summary:  "affine vector load operation",
	Operands: []ir.OperandDef{memrefOperand, indices("indices")},
	Results:  []ir.ResultDef{{Name: "result", Type: vector}},
	Attrs:    mapped,
	Parse:    parseVectorLoad,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		addVector(access(ir.Read, op, 0), op.Result(0).Type().(*ir.VectorType), add)
	},
}

// VectorStore is affine.vector_store; see VectorLoad and Store.
var VectorStore = &ir.OpDef{
	Name:     "affine.vector_store",
	Summary:  "affine vector store operation",
	Operands: []ir.OperandDef{{Name: "value", Type: vector}, memrefOperand, indices("indices")},
	Attrs:    mapped,
	Parse:    parseVectorStore,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		addVector(access(ir.Write, op, 1), op.Operand(0).Type().(*ir.VectorType), add)
	},
}

// Prefetch is affine.prefetch: a hint that an element is needed soon.
var Prefetch = &ir.OpDef{
	Name:     "affine.prefetch",
	Summary:  "affine prefetch operation",
	Operands: []ir.OperandDef{memrefOperand, indices("indices")},
	Attrs:    append([]ir.AttrDef{theMap}, prefetch.Hints...),
	Parse:    parsePrefetch,
	Print:    printPrefetch,
	// A prefetch changes the cache and no memref. Its effect keeps it from being removed.
	Effects: func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

// access is the effect on the element of memref operand i that the map selects.
func access(kind ir.EffectKind, op *ir.Op, i int) ir.Effect {
	return ir.Effect{Kind: kind, Value: op.Operand(i), Map: mapOf(op, "map"), Indices: tail(op, i+1)}
}

// maxVectorRows is the number of rows of a vector up to which an access lists
// them one by one.
const maxVectorRows = 64

// addVector adds the effects of an access to a vector that starts at e: one for each row of its last
// dimension. A vector of many rows has one effect on the whole memref instead.
func addVector(e ir.Effect, t *ir.VectorType, add func(ir.Effect)) {
	last := len(t.Shape) - 1
	rank := len(e.Map.Results)
	if t.Scalable != nil || ir.NumElements(t.Shape[:last]) > maxVectorRows || len(t.Shape) > rank {
		add(ir.Effect{Kind: e.Kind, Value: e.Value})
		return
	}
	e.Extent = t.Shape[last]
	for row := range ir.NumElements(t.Shape[:last]) {
		part := e
		part.Map = shifted(e.Map, t.Shape[:last], row)
		add(part)
	}
}

// shifted returns the map of a row of a vector whose outer extents are shape: the subscripts before the last
// one move to row number row.
func shifted(m *aff.Map, shape []int64, row int64) *aff.Map {
	results := append([]*aff.Expr(nil), m.Results...)
	for i := len(shape) - 1; i >= 0; i-- {
		at := len(results) - 1 - len(shape) + i
		results[at] = results[at].Add(aff.C(row % shape[i]))
		row /= shape[i]
	}
	return aff.NewMap(m.NumDims, m.NumSymbols, results...)
}

// inferElement gives the element type of the first operand.
func inferElement(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	return []ir.Type{memRef(s.Operands[0]).Elem}, nil
}

func parseLoad(p ir.OpParser, s *ir.OpState) error {
	t, err := parseAccess(p, s)
	if err == nil {
		s.Results = []ir.Type{t.Elem}
	}
	return err
}

// parseAccess parses %m[map] {attrs} : memref.
func parseAccess(p ir.OpParser, s *ir.OpState) (*ir.MemRefType, error) {
	var ref subscripted
	if err := ref.parse(p); err != nil {
		return nil, err
	}
	if err := p.AttrDict(s); err != nil {
		return nil, err
	}
	t, err := parseMemRefType(p)
	if err != nil {
		return nil, err
	}
	return t, ref.resolve(p, s, t, "map")
}

// parseMemRefType parses ": memref<...>".
func parseMemRefType(p ir.OpParser) (*ir.MemRefType, error) {
	if err := p.Punct(":"); err != nil {
		return nil, err
	}
	off := p.Off()
	t, err := p.Type()
	if err != nil {
		return nil, err
	}
	m, ok := t.(*ir.MemRefType)
	if !ok || !m.Ranked {
		return nil, p.Errorf(off, "invalid kind of type specified: expected builtin.memref, but found '%v'",
			t)
	}
	return m, nil
}

func parseVectorLoad(p ir.OpParser, s *ir.OpState) error {
	if _, err := parseAccess(p, s); err != nil {
		return err
	}
	return comma(p, func() error {
		t, err := parseVectorType(p)
		s.Results = []ir.Type{t}
		return err
	})
}

func parseVectorType(p ir.OpParser) (ir.Type, error) {
	off := p.Off()
	t, err := p.Type()
	if _, ok := t.(*ir.VectorType); err == nil && !ok {
		err = p.Errorf(off, "invalid kind of type specified: expected builtin.vector, but found '%v'", t)
	}
	return t, err
}

func printLoad(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	printSubscripted(p, op, "map", op.Operand(0), tail(op, 1))
	p.AttrDict(op, "map")
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	if op.Is(VectorLoad) {
		p.Write(", ")
		p.Type(op.Result(0).Type())
	}
}

// storeText is a store after parsing, before its types are known.
type storeText struct {
	value ir.UnresolvedOperand
	ref   subscripted
}

func (t *storeText) parse(p ir.OpParser, s *ir.OpState) (m *ir.MemRefType, err error) {
	if t.value, err = p.Operand(); err != nil {
		return nil, err
	}
	if err = comma(p, func() error { return t.ref.parse(p) }); err != nil {
		return nil, err
	}
	if err = p.AttrDict(s); err != nil {
		return nil, err
	}
	return parseMemRefType(p)
}

func (t *storeText) resolve(p ir.OpParser, s *ir.OpState, value ir.Type, m *ir.MemRefType) error {
	v, err := p.Resolve(t.value, value)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, v)
	return t.ref.resolve(p, s, m, "map")
}

func parseStore(p ir.OpParser, s *ir.OpState) error {
	var t storeText
	m, err := t.parse(p, s)
	if err != nil {
		return err
	}
	return t.resolve(p, s, m.Elem, m)
}

func parseVectorStore(p ir.OpParser, s *ir.OpState) error {
	var t storeText
	m, err := t.parse(p, s)
	if err != nil {
		return err
	}
	return comma(p, func() error {
		v, err := parseVectorType(p)
		if err != nil {
			return err
		}
		return t.resolve(p, s, v, m)
	})
}

func printStore(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(", ")
	printSubscripted(p, op, "map", op.Operand(1), tail(op, 2))
	p.AttrDict(op, "map")
	p.Write(" : ")
	p.Type(op.Operand(1).Type())
	if op.Is(VectorStore) {
		p.Write(", ")
		p.Type(op.Operand(0).Type())
	}
}

func parsePrefetch(p ir.OpParser, s *ir.OpState) error {
	var ref subscripted
	if err := ref.parse(p); err != nil {
		return err
	}
	if err := prefetch.ParseHints(p, s); err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := parseMemRefType(p)
	if err != nil {
		return err
	}
	return ref.resolve(p, s, t, "map")
}

func printPrefetch(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	printSubscripted(p, op, "map", op.Operand(0), tail(op, 1))
	prefetch.PrintHints(p, op)
	p.AttrDict(op, append([]string{"map"}, prefetch.HintNames...)...)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
}

// verifyAccess checks the subscripts of memref operand i.
func verifyAccess(op *ir.Op, i int) error {
	m := mapOf(op, "map")
	prefix := ""
	if op.Is(Prefetch) {
		prefix = "affine.prefetch "
	}
	if len(m.Results) != len(memRef(op.Operand(i)).Shape) {
		return op.OpErrorf(codeAffine, "%saffine map num results must equal memref rank", prefix)
	}
	inputs := tail(op, i+1)
	if m.NumInputs() != len(inputs) {
		if op.Is(Prefetch) {
			return op.OpErrorf(codeAffine, "too few operands")
		}
		return op.OpErrorf(codeAffine, "expects as many subscripts as affine map inputs")
	}
	return verifyInputs(op, inputs, m.NumDims)
}

func verifyLoad(op *ir.Op) error {
	if op.Result(0).Type() != memRef(op.Operand(0)).Elem {
		return op.OpErrorf(codeAffine, "result type must match element type of memref")
	}
	return verifyAccess(op, 0)
}

func verifyStore(op *ir.Op) error {
	if op.Operand(0).Type() != memRef(op.Operand(1)).Elem {
		return op.OpErrorf(codeAffine, "value to store must have the same type as memref element type")
	}
	return verifyAccess(op, 1)
}

func verifyVector(op *ir.Op, v *ir.Value, i int) error {
	if err := verifyAccess(op, i); err != nil {
		return err
	}
	if memRef(op.Operand(i)).Elem != v.Type().(*ir.VectorType).Elem {
		return op.OpErrorf(codeAffine, "requires memref and vector types of the same elemental type")
	}
	return nil
}

func init() {
	VectorLoad.Print, VectorStore.Print = printLoad, printStore
	Load.Verify = verifyLoad
	Store.Verify = verifyStore
	VectorLoad.Verify = func(op *ir.Op) error { return verifyVector(op, op.Result(0), 0) }
	VectorStore.Verify = func(op *ir.Op) error { return verifyVector(op, op.Operand(0), 1) }
	Prefetch.Verify = func(op *ir.Op) error { return verifyAccess(op, 0) }
}
