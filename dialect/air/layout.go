package air

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Layout is the part of a memref that a copy reads or writes: the elements at
//
//	sum over dimensions d of (offset[d] + i[d]) * stride[d]
//
// counted from the memref's first element, for all i with 0 <= i[d] < size[d], in lexicographic order of i.
// If there are fewer offsets than sizes, the offsets of the leading dimensions are 0. With no sizes it is the
// whole memref in row-major order.
type Layout struct {
	Memory                  *ir.Value
	Offsets, Sizes, Strides []ir.OpFoldResult
}

// side declares one end of a copy: the names of its operands and attributes.
type side struct{ name string }

func (s side) entry(list string) string { return "dynamic_" + s.name + "_" + list }
func (s side) attr(list string) string  { return "static_" + s.name + "_" + list }

var lists = [3]string{"offsets", "sizes", "strides"}

// operands returns the entries of the table of operands, four in number.
func (s side) operands() []ir.OperandDef {
	defs := []ir.OperandDef{{Name: s.name, Type: memory}}
	for _, list := range lists {
		defs = append(defs, variadic(s.entry(list), constraint.Index))
	}
	return defs
}

func (s side) attrs() []ir.AttrDef {
	var defs []ir.AttrDef
	for _, list := range lists {
		defs = append(defs, ir.AttrDef{Name: s.attr(list), Type: constraint.I64Array})
	}
	return defs
}

// of returns the layout of the end whose first entry in the table of operands is number entry.
func (s side) of(op *ir.Op, entry int) Layout {
	mixed := func(i int) []ir.OpFoldResult {
		return ir.MixedIndices(op.Ints(s.attr(lists[i])), op.OperandsOf(entry+1+i))
	}
	return Layout{op.OperandsOf(entry)[0], mixed(0), mixed(1), mixed(2)}
}

// verify checks the lists of one end.
func (s side) verify(op *ir.Op, entry int) error {
	for i, list := range lists {
		dynamic := 0
		for _, n := range op.Ints(s.attr(list)) {
			if n == ir.Dynamic {
				dynamic++
			}
		}
		if _, count := op.OperandGroup(entry + 1 + i); count != dynamic {
			return op.OpErrorf(codeAIR, "has %d values for the %s of its %s, and %d places for them", count,
				list,
				s.name, dynamic)
		}
	}
	l := s.of(op, entry)
	if len(l.Sizes) != len(l.Strides) {
		return op.OpErrorf(codeAIR, "has %d sizes and %d strides for its %s: each size needs a stride",
			len(l.Sizes), len(l.Strides), s.name)
	}
	if len(l.Offsets) > len(l.Sizes) {
		return op.OpErrorf(codeAIR, "has %d offsets and %d sizes for its %s: each offset needs a size",
			len(l.Offsets), len(l.Sizes), s.name)
	}
	for _, size := range l.Sizes {
		if size.Value == nil && size.Const < 0 {
			return op.OpErrorf(codeAIR, "has the size %d for its %s: sizes are 0 or more", size.Const, s.name)
		}
	}
	return nil
}

// layoutText is one end of a copy after parsing.
type layoutText struct {
	memory ir.UnresolvedOperand
	lists  [3]ir.IndexList
}

// parse parses %memory[offsets] [sizes] [strides].
func (t *layoutText) parse(p ir.OpParser) (err error) {
	if t.memory, err = p.Operand(); err != nil {
		return err
	}
	for i := range t.lists {
		if t.lists[i], err = ir.ParseIndexList(p, "["); err != nil {
			return err
		}
	}
	return nil
}

// resolve adds the operands and attributes of the end s.
func (t *layoutText) resolve(r *resolver, s side, typ ir.Type) error {
	if err := r.add([]ir.UnresolvedOperand{t.memory}, typ); err != nil {
		return err
	}
	c := r.p.Context()
	for i, list := range t.lists {
		if err := r.add(list.Operands, c.Index); err != nil {
			return err
		}
		r.s.Attrs = append(r.s.Attrs,
			ir.NamedAttr{Name: s.attr(lists[i]), Value: c.I64Array(list.Static...)})
	}
	return nil
}

func (s side) print(p ir.OpPrinter, op *ir.Op, entry int) {
	p.Operand(op.OperandsOf(entry)[0])
	open := "["
	for i, list := range lists {
		ir.PrintIndexList(p, open, op.Ints(s.attr(list)), op.OperandsOf(entry+1+i), "]")
		open = " ["
	}
}

// elided returns the names of the attributes that the custom form has in its lists.
func elided(sides ...side) []string {
	names := []string{constraint.OperandSegmentSize.Name, channelAttr}
	for _, s := range sides {
		for _, list := range lists {
			names = append(names, s.attr(list))
		}
	}
	return names
}

// padding declares the attributes with the zeros that a copy adds around each dimension.
var padding = []ir.AttrDef{{Name: "pad_before", Type: constraint.I32Array, Optional: true},
	{Name: "pad_after", Type: constraint.I32Array, Optional: true}}

// Padded reports whether a copy adds zeros around what it moves.
func Padded(op *ir.Op) bool { return op.Attr("pad_before") != nil }

const mostPadding = 65535

func verifyPadding(op *ir.Op) error {
	before, after := op.Ints("pad_before"), op.Ints("pad_after")
	if (op.Attr("pad_before") == nil) != (op.Attr("pad_after") == nil) {
		return op.OpErrorf(codeAIR, "has one of pad_before and pad_after: it needs both or neither")
	}
	if len(before) != len(after) {
		return op.OpErrorf(codeAIR, "has %d dimensions in pad_before and %d in pad_after", len(before),
			len(after))
	}
	for _, n := range slices.Concat(before, after) {
		if n < 0 || n > mostPadding {
			return op.OpErrorf(codeAIR, "pads by %d: a padding is between 0 and %d", n, mostPadding)
		}
	}
	return nil
}
