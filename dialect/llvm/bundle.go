package llvm

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// An operation bundle is a tag with operands, which a call or an assumption has: ["align"(%p, %n : !llvm.ptr,
// i64)].

// bundleList collects bundles during parsing.
type bundleList struct {
	tags     []ir.Attr
	sizes    []int64
	operands []ir.UnresolvedOperand
	types    []ir.Type
	off      int32
}

func init() {
	text.RegisterCustom("OpBundles", text.Custom{
		Parse: func(p ir.OpParser, b *text.Binder) error {
			var l bundleList
			if err := l.parse(p); err != nil {
				return err
			}
			entry := len(b.State().Def.Operands) - 1
			b.Operands(entry, l.operands)
			b.OperandTypes(entry, l.types)
			for _, a := range l.attrs(p.Context()) {
				b.Attr(a.Name, a.Value)
			}
			return nil
		},
		Print: printBundles,
	})
}

// parse parses an optional list of bundles.
func (l *bundleList) parse(p ir.OpParser) error {
	l.off = p.Off()
	if !p.TryPunct("[") || p.TryPunct("]") {
		return nil
	}
	for {
		if err := l.one(p); err != nil {
			return err
		}
		if !p.TryPunct(",") {
			return p.Punct("]")
		}
	}
}

func (l *bundleList) one(p ir.OpParser) error {
	tag, err := p.String()
	if err != nil {
		return err
	}
	if err := p.Punct("("); err != nil {
		return err
	}
	operands, err := p.OperandList("")
	if err != nil {
		return err
	}
	if len(operands) > 0 {
		types, err := p.ColonTypeList()
		if err != nil {
			return err
		}
		l.types = append(l.types, types...)
	}
	l.tags = append(l.tags, p.Context().String(tag))
	l.sizes = append(l.sizes, int64(len(operands)))
	l.operands = append(l.operands, operands...)
	return p.Punct(")")
}

// resolve adds the operands of the bundles, and the attributes that divide them among the bundles.
func (l *bundleList) resolve(p ir.OpParser, s *ir.OpState) error {
	values, err := p.ResolveAll(l.operands, l.types, l.off)
	s.Operands = append(s.Operands, values...)
	s.Attrs = append(s.Attrs, l.attrs(p.Context())...)
	return err
}

func (l *bundleList) attrs(c *ir.Context) []ir.NamedAttr {
	list := []ir.NamedAttr{{Name: "op_bundle_sizes", Value: c.I32Array(l.sizes...)}}
	if len(l.tags) > 0 {
		list = append(list, ir.NamedAttr{Name: "op_bundle_tags", Value: c.Array(l.tags)})
	}
	return list
}

func printBundles(p ir.OpPrinter, op *ir.Op) {
	operands := op.OperandsOf(len(op.Def().Operands) - 1)
	tags := op.Attr("op_bundle_tags").(*ir.ArrayAttr)
	p.Write("[")
	for i, size := range op.Ints("op_bundle_sizes") {
		if i > 0 {
			p.Write(", ")
		}
		p.Attr(tags.Elems[i])
		p.Write("(")
		if size > 0 {
			p.Operands(operands[:size])
			p.Write(" : ")
			for j, v := range operands[:size] {
				if j > 0 {
					p.Write(", ")
				}
				p.Type(v.Type())
			}
		}
		p.Write(")")
		operands = operands[size:]
	}
	p.Write("]")
}

// verifyBundles checks that there are as many tags as bundles, and as many operands as the bundles need.
func verifyBundles(op *ir.Op) error {
	sizes, total := op.Ints("op_bundle_sizes"), 0
	for _, n := range sizes {
		if n < 0 {
			return op.OpErrorf(codeLLVM, "'op_bundle_sizes' attribute cannot have negative elements")
		}
		total += int(n)
	}
	if n := len(op.OperandsOf(len(op.Def().Operands) - 1)); n != total {
		return op.OpErrorf(codeLLVM,
			"op_bundle_operands count (%d) does not match with the total size (%d) specified in "+
				"attribute 'op_bundle_sizes'", n, total)
	}
	tags := 0
	if a, ok := op.Attr("op_bundle_tags").(*ir.ArrayAttr); ok {
		tags = len(a.Elems)
	}
	if tags != len(sizes) {
		return op.Errorf(codeLLVM, "expected %d operand bundle tags, but actually got %d", len(sizes), tags)
	}
	return nil
}
