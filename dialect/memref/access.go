package memref

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/internal/prefetch"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// accessAttrs are the hints of loads and stores.
var accessAttrs = []ir.AttrDef{
	{Name: "nontemporal", Type: boolean, Optional: true},
	alignmentAttr,
}

// Load is memref.load: operand 0 is the memref, and the other operands are its subscripts.
var Load = &ir.OpDef{
	Name:           "memref.load",
	Summary:        "load operation",
	Operands:       []ir.OperandDef{operand("memref", constraint.MemRef), indices("indices")},
	Results:        result("result", constraint.AnyType),
	Attrs:          accessAttrs,
	InferTypes:     inferElement,
	Parse:          parseLoad,
	Print:          printLoad,
	VerifiesItself: true,
	Verify:         verifyLoad,
	Effects:        func(op *ir.Op, add func(ir.Effect)) { add(access(ir.Read, op, 0)) },
}

// Store is memref.store: operand 0 is the value, and operand 1 the memref. The other operands are its
// subscripts.
var Store = &ir.OpDef{
	Name:    "memref.store",
	Summary: "store operation",
	Operands: []ir.OperandDef{operand("value", constraint.AnyType),
		operand("memref", constraint.MemRef), indices("indices")},
	Attrs:          accessAttrs,
	Parse:          parseStore,
	Print:          printStore,
	VerifiesItself: true,
	Verify:         verifyStore,
	Effects:        func(op *ir.Op, add func(ir.Effect)) { add(access(ir.Write, op, 1)) },
}

// access is the effect on an element of memref operand i. The operands behind it are the subscripts.
func access(kind ir.EffectKind, op *ir.Op, i int) ir.Effect {
	return accessAt(kind, op, i, op.NumOperands()-i-1)
}

func accessAt(kind ir.EffectKind, op *ir.Op, i, count int) ir.Effect {
	subscripts := make([]*ir.Value, count)
	for j := range subscripts {
		subscripts[j] = op.Operand(i + 1 + j)
	}
	return ir.Effect{Kind: kind, Value: op.Operand(i), Indices: subscripts}
}

// inferElement gives the element type of the first operand.
func inferElement(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	if len(s.Operands) > 0 {
		if t := memRef(s.Operands[0]); t != nil {
			return []ir.Type{t.Elem}, nil
		}
	}
	return nil, fmt.Errorf("expected a memref")
}

func verifyLoad(op *ir.Op) error {
	m := op.Operand(0)
	if memRef(m).Elem != op.Result(0).Type() {
		return op.OpErrorf(codeMemRef, "failed to verify that result type matches element type of 'memref'")
	}
	if got := op.NumOperands() - 1; got != rank(m) {
		return op.OpErrorf(codeMemRef, "incorrect number of indices for load, expected %d but got %d",
			rank(m), got)
	}
	return nil
}

func verifyStore(op *ir.Op) error {
	m := op.Operand(1)
	if memRef(m).Elem != op.Operand(0).Type() {
		return op.OpErrorf(codeMemRef,
			"failed to verify that type of 'value' matches element type of 'memref'")
	}
	if op.NumOperands()-2 != rank(m) {
		return op.OpErrorf(codeMemRef, "store index operand count not equal to memref rank")
	}
	return nil
}

func parseLoad(p ir.OpParser, s *ir.OpState) error {
	var ref reference
	if err := ref.parse(p); err != nil {
		return err
	}
	t, err := parseAccessTail(p, s)
	if err != nil {
		return err
	}
	s.Results = append(s.Results, t.Elem)
	return ref.resolve(p, s, t)
}

func parseStore(p ir.OpParser, s *ir.OpState) error {
	value, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	var ref reference
	if err := ref.parse(p); err != nil {
		return err
	}
	t, err := parseAccessTail(p, s)
	if err != nil {
		return err
	}
	v, err := p.Resolve(value, t.Elem)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, v)
	return ref.resolve(p, s, t)
}

// parseAccessTail parses "{attrs} : memref<...>".
func parseAccessTail(p ir.OpParser, s *ir.OpState) (*ir.MemRefType, error) {
	if err := p.AttrDict(s); err != nil {
		return nil, err
	}
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
		return nil, p.Errorf(off, "'memref' must be memref of any type values, but got '%v'", t)
	}
	return m, nil
}

func printLoad(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	printReference(p, op.Operand(0), op.Operands()[1:])
	printAccessTail(p, op, op.Operand(0))
}

func printStore(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(", ")
	printReference(p, op.Operand(1), op.Operands()[2:])
	printAccessTail(p, op, op.Operand(1))
}

// printAccessTail prints the form that parseAccessTail parses. It leaves out a hint that has its default
// value.
func printAccessTail(p ir.OpPrinter, op *ir.Op, m *ir.Value) {
	if v, _ := op.IntAttr("nontemporal"); v == 0 {
		p.AttrDict(op, "nontemporal")
	} else {
		p.AttrDict(op)
	}
	p.Write(" : ")
	p.Type(m.Type())
}

// reference is a memref with subscripts in the text, such as %m[%i, %j].
type reference struct {
	memref  ir.UnresolvedOperand
	indices []ir.UnresolvedOperand
}

func (r *reference) parse(p ir.OpParser) (err error) {
	if r.memref, err = p.Operand(); err != nil {
		return err
	}
	r.indices, err = p.OperandList("[")
	return err
}

// resolve appends the memref, of type t, and its subscripts to the operands.
func (r *reference) resolve(p ir.OpParser, s *ir.OpState, t ir.Type) error {
	m, err := p.Resolve(r.memref, t)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, m)
	return resolveIndices(p, s, r.indices)
}

func resolveIndices(p ir.OpParser, s *ir.OpState, os []ir.UnresolvedOperand) error {
	for _, o := range os {
		v, err := p.Resolve(o, p.Context().Index)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	return nil
}

func printReference(p ir.OpPrinter, m *ir.Value, subscripts []*ir.Value) {
	p.Operand(m)
	p.Write("[")
	p.Operands(subscripts)
	p.Write("]")
}

// Copy is memref.copy: it copies all of operand 0 to operand 1.
var Copy = &ir.OpDef{
	Name:     "memref.copy",
	Summary:  "copy of all elements of a memref into another",
	Operands: []ir.OperandDef{operand("source", anyMemRef), operand("target", anyMemRef)},
	Format:   "$source `,` $target attr-dict `:` type($source) `to` type($target)",
	Verify:   verifyCopy,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0), Whole: true})
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(1), Whole: true})
	},
}

func verifyCopy(op *ir.Op) error {
	from, to := memRef(op.Operand(0)), memRef(op.Operand(1))
	if from.Elem != to.Elem {
		return op.OpErrorf(codeMemRef, "requires the same element type for all operands")
	}
	if from.Ranked && to.Ranked && !ir.CompatibleShapes(from.Shape, to.Shape) {
		return op.OpErrorf(codeMemRef, "requires the same shape for all operands")
	}
	return nil
}

func compatible(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// Prefetch is memref.prefetch: a hint that an element is needed soon.
var Prefetch = &ir.OpDef{
	Name:     "memref.prefetch",
	Summary:  "prefetch operation",
	Operands: []ir.OperandDef{operand("memref", constraint.MemRef), indices("indices")},
	Attrs:    prefetch.Hints,
	Parse:    parsePrefetch,
	Print:    printPrefetch,
	Verify: func(op *ir.Op) error {
		if op.NumOperands()-1 != rank(op.Operand(0)) {
			return op.OpErrorf(codeMemRef, "too few indices")
		}
		return nil
	},
	// A prefetch changes the cache and no memref. Its effect keeps it from being removed.
	Effects: func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

func parsePrefetch(p ir.OpParser, s *ir.OpState) error {
	var ref reference
	if err := ref.parse(p); err != nil {
		return err
	}
	if err := prefetch.ParseHints(p, s); err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	return ref.resolve(p, s, t)
}

func printPrefetch(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	printReference(p, op.Operand(0), op.Operands()[1:])
	prefetch.PrintHints(p, op)
	p.AttrDict(op, prefetch.HintNames...)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
}
