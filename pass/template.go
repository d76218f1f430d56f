package pass

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// template is what became of a function, for all that are alike.
type template struct {
	model *marcher // the function
	// What stands in the module for it in the end: the function itself, or another operation, with these attributes.
	def   *ir.OpDef
	attrs []ir.NamedAttr
	// The text, cut where names go, and which these are.
	pieces [][]byte
	holes  []int
	// Operations that refer to symbols of the function stand for all in it that are like them.
	demands demands
}

// cut cuts the text where names go. It returns false if a placeholder became a part of something else.
func (t *template) cut(text []byte) bool {
	for {
		piece, rest, found := bytes.Cut(text, []byte(printed))
		if bytes.Contains(piece, []byte(inText)) {
			return false
		}
		t.pieces = append(t.pieces, piece)
		if !found {
			return true
		}
		number, rest, found := bytes.Cut(rest, []byte(printedEnd))
		n, err := strconv.Atoi(string(number))
		if !found || err != nil {
			return false
		}
		t.holes, text = append(t.holes, n), rest
	}
}

// standFor puts what the template has in place of a unit that is like the model, with names in which those behind its own are open.
func (t *template) standFor(u *marcher, n *naming) {
	n.names = append(n.names, make([]string, len(t.model.naming.names)-len(n.names))...)
	u.naming, u.text = n, &Text{t, n}
	ir.NewRegion().TakeBody(u.op.Region(0))
	u.follow(t.model)
	if t.model.replaced < 0 {
		replaceAttrs(u.op, t.attrs)
		u.op.Vouch()
		return
	}
	u.replaceBy(t.model.replaced, []*ir.Op{t.stand(u.op)})
	last := u.became[0]
	last.text = u.text
	last.follow(t.model.became[0])
	last.rename(u.op.Attr(nameAttr))
}

// stand makes the operation that stands for one without a body, without name.
func (t *template) stand(op *ir.Op) *ir.Op {
	return op.Context().NewOp(ir.OpState{Def: t.def, Loc: op.Loc(), Attrs: t.attrs, Regions: []*ir.Region{ir.NewRegion()}})
}

// replaceAttrs gives an operation other attributes than it has, but for its name.
func replaceAttrs(op *ir.Op, attrs []ir.NamedAttr) {
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		if a.Name != nameAttr {
			op.RemoveAttr(a.Name)
		}
	}
	for _, a := range attrs {
		if a.Name != nameAttr {
			op.SetAttr(a.Name, a.Value)
		}
	}
}

// Text is the text of a function.
type Text struct {
	of     *template
	naming *naming
}

// Append appends the text, with indentation and newline.
func (t *Text) Append(dst []byte) []byte {
	for i, n := range t.of.holes {
		dst = append(dst, t.of.pieces[i]...)
		dst = ir.AppendSymbol(dst, t.naming.names[n])
	}
	return append(dst, t.of.pieces[len(t.of.holes)]...)
}
