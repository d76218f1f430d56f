// Package tied is the syntax of IREE's dialects for results that are tied to operands, for sizes behind
// types, and for the visibility of symbols.
//
// A result that is tied to an operand is the operand after an update in place. The text has the operand's
// name where the result's type would stand, and "as type" behind it if the types differ. The attribute
// tied_operands has the number of the operand for each result, and -1 for a result that is tied to none. It
// is absent if no result is tied.
//
// It imports packages ir and ir/constraint. Everything is in this file.
package tied

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Attr declares the attribute with the ties.
var Attr = ir.AttrDef{Name: "tied_operands", Optional: true, Type: ir.AttrConstraint{
	Summary: "64-bit integer array attribute",
	Match: func(a ir.Attr) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool {
			n, ok := e.(*ir.IntegerAttr)
			return !ok || !constraint.IsIndex(n.Type)
		})
	},
}}

// Untied stands in the attribute for a result that is tied to no operand.
const Untied = -1

// Operand returns the number of the operand that result i is tied to, in the list of operands that can be
// tied, or Untied.
func Operand(op *ir.Op, i int) int {
	list, ok := op.Attr(Attr.Name).(*ir.ArrayAttr)
	if !ok || i >= len(list.Elems) {
		return Untied
	}
	n, ok := list.Elems[i].(*ir.IntegerAttr)
	if !ok {
		return Untied
	}
	return int(n.Value)
}

// Wrong returns the first result whose tie names none of n operands, and whether there is one. An attribute
// that has not an entry for each result is wrong at the first result without one.
func Wrong(op *ir.Op, results, n int) (int, bool) {
	list, ok := op.Attr(Attr.Name).(*ir.ArrayAttr)
	if !ok {
		return 0, false
	}
	if len(list.Elems) != results {
		return min(len(list.Elems), results), true
	}
	for i := range list.Elems {
		if k := Operand(op, i); k < Untied || k >= n {
			return i, true
		}
	}
	return 0, false
}

// Sized says how many sizes stand in braces behind a type.
type Sized func(t ir.Type) int

// NoSizes is Sized for syntax without sizes.
func NoSizes(ir.Type) int { return 0 }

// Type parses a type with its sizes.
func Type(p ir.OpParser, sized Sized) (ir.Type, []ir.UnresolvedOperand, error) {
	t, err := p.Type()
	if err != nil {
		return nil, nil, err
	}
	sizes, err := Sizes(p, t, sized)
	return t, sizes, err
}

// Sizes parses the sizes that stand behind a type.
func Sizes(p ir.OpParser, t ir.Type, sized Sized) ([]ir.UnresolvedOperand, error) {
	want := sized(t)
	if want == 0 {
		return nil, nil
	}
	off := p.Off()
	sizes, err := p.OperandList("{")
	if err == nil && len(sizes) != want {
		err = p.Errorf(off, "expected %d sizes behind type '%v', but got %d", want, t, len(sizes))
	}
	return sizes, err
}

// Results is a list of results as the text has it.
type Results struct {
	Types []ir.Type
	Ties  []int
	Sizes []ir.UnresolvedOperand
	Attrs []ir.Attr // a dictionary for each
}

// Of is what results can be tied to.
type Of struct {
	Names []ir.UnresolvedOperand
	Types []ir.Type
	Sized Sized
	Attrs bool // dictionaries may stand behind results in brackets
}

// Parse parses results with or without brackets, behind the arrow.
func (of Of) Parse(p ir.OpParser) (*Results, error) {
	var r Results
	if !p.TryPunct("(") {
		for more := true; more; more = p.TryPunct(",") {
			if err := of.one(p, &r, false); err != nil {
				return nil, err
			}
		}
		return &r, nil
	}
	if p.TryPunct(")") {
		return &r, nil
	}
	for {
		if err := of.one(p, &r, of.Attrs); err != nil {
			return nil, err
		}
		if !p.TryPunct(",") {
			return &r, p.Punct(")")
		}
	}
}

func (of Of) one(p ir.OpParser, r *Results, attrs bool) error {
	t, tie, err := of.result(p)
	if err != nil {
		return err
	}
	sizes, err := Sizes(p, t, of.Sized)
	if err != nil {
		return err
	}
	var s ir.OpState
	if attrs {
		if err := p.AttrDict(&s); err != nil {
			return err
		}
	}
	r.Types, r.Ties, r.Sizes = append(r.Types, t), append(r.Ties, tie), append(r.Sizes, sizes...)
	r.Attrs = append(r.Attrs, p.Context().Dict(s.Attrs))
	return nil
}

// result parses a type, %operand, or %operand as type.
func (of Of) result(p ir.OpParser) (ir.Type, int, error) {
	off := p.Off()
	name, isTied, err := p.TryOperand()
	if err != nil {
		return nil, 0, err
	}
	if !isTied {
		t, err := p.Type()
		return t, Untied, err
	}
	tie := slices.IndexFunc(of.Names, func(n ir.UnresolvedOperand) bool {
		return n.Name == name.Name && n.Index == name.Index
	})
	if tie < 0 || tie >= len(of.Types) {
		return nil, 0, p.Errorf(off, "tied operand not found for result reference %%%s", name.Name)
	}
	if !p.TryKeyword("as") {
		return of.Types[tie], tie, nil
	}
	t, err := p.Type()
	return t, tie, err
}

// AppendAttr adds the attribute with the ties, if a result is tied.
func (r *Results) AppendAttr(c *ir.Context, attrs []ir.NamedAttr) []ir.NamedAttr {
	list := make([]ir.Attr, len(r.Ties))
	for i, tie := range r.Ties {
		list[i] = c.Int(c.Index, int64(tie))
	}
	if !slices.ContainsFunc(r.Ties, func(tie int) bool { return tie != Untied }) {
		return attrs
	}
	return append(attrs, ir.NamedAttr{Name: Attr.Name, Value: c.Array(list)})
}

// Printer prints what Of.Parse parses.
type Printer struct {
	Op *ir.Op
	// Name writes operand i, and Type returns its type.
	Name func(i int)
	Type func(i int) ir.Type
	// Sizes are the sizes of all results.
	Sizes []*ir.Value
	Sized Sized
	// Attrs writes the dictionary of result i; nil writes none.
	Attrs func(i int)
}

// Print prints results with brackets, unless there is exactly one.
func (w Printer) Print(p ir.OpPrinter, types []ir.Type, brackets bool) {
	if brackets {
		p.Write("(")
	}
	sizes := w.Sizes
	for i, t := range types {
		if i > 0 {
			p.Write(", ")
		}
		tie := Operand(w.Op, i)
		if tie != Untied {
			w.Name(tie)
		}
		switch {
		case tie == Untied:
			p.Type(t)
		case w.Type(tie) != t:
			p.Write(" as ")
			p.Type(t)
		}
		sizes = PrintSizes(p, t, sizes, w.Sized)
		if w.Attrs != nil {
			w.Attrs(i)
		}
	}
	if brackets {
		p.Write(")")
	}
}

// PrintSizes prints the sizes of a type, which are the first of sizes, and returns the others.
func PrintSizes(p ir.OpPrinter, t ir.Type, sizes []*ir.Value, sized Sized) []*ir.Value {
	n := min(sized(t), len(sizes))
	if n > 0 {
		p.Write("{")
		p.Operands(sizes[:n])
		p.Write("}")
	}
	return sizes[n:]
}
