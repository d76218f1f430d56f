package pass

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// template is what became of a function, for all that are alike.
type template struct {
	model *marcher // the function on its way
	// What stands in the module for it in the end: the function itself, or another operation, with these attributes.
	def   *ir.OpDef
	attrs []ir.NamedAttr
	// The text, cut where names go, and which these are.
	pieces [][]byte
	holes  []int
	// So many names are given when all functions are done, behind those of the function.
	open int
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

// standFor puts what the template has in place of a unit that is like the model.
func (t *template) standFor(u *marcher) {
	name := u.op.Attr(nameAttr)
	if t.model.replaced >= 0 {
		made := u.op.Context().NewOp(ir.OpState{Def: t.def, Loc: u.op.Loc(), Attrs: t.attrs, Regions: []*ir.Region{ir.NewRegion()}})
		u.replaceBy(t.model.replaced, []*ir.Op{made})
	} else {
		replaceAttrs(u.op, t.attrs)
	}
	ir.NewRegion().TakeBody(u.op.Region(0))
	last := u.last()
	last.op.SetAttr(nameAttr, name)
	last.op.Vouch()
	if t.open > 0 {
		u.follow(t.model)
	}
}

// replaceAttrs gives an operation other attributes than it has.
func replaceAttrs(op *ir.Op, attrs []ir.NamedAttr) {
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		op.RemoveAttr(a.Name)
	}
	for _, a := range attrs {
		op.SetAttr(a.Name, a.Value)
	}
}

// Text is the text of a function.
type Text struct {
	of    *template
	names []string
}

// Append appends the text, with indentation and newline.
func (t *Text) Append(dst []byte) []byte {
	for i, n := range t.of.holes {
		dst = append(dst, t.of.pieces[i]...)
		dst = ir.AppendSymbol(dst, t.names[n])
	}
	return append(dst, t.of.pieces[len(t.of.holes)]...)
}
