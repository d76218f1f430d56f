package pass

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// template is what became of a function, for all that are alike.
type template struct {
	// What stands in the module for it from pass number replaced on: an operation with these attributes. If there is no such pass,
	// the number is negative, and the function itself gets these attributes.
	def      *ir.OpDef
	attrs    []ir.NamedAttr
	replaced int
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

// standFor puts what the template has in place of a unit that is like the one it was made of.
func (t *template) standFor(u *marcher, name string) {
	c := u.op.Context()
	if t.replaced >= 0 {
		attrs := slices.Clone(t.attrs)
		for i := range attrs {
			if attrs[i].Name == nameAttr {
				attrs[i].Value = c.String(name)
			}
		}
		u.replaceBy(t.replaced, []*ir.Op{c.NewOp(ir.OpState{Def: t.def, Loc: u.op.Loc(), Attrs: attrs, Regions: []*ir.Region{ir.NewRegion()}})})
	} else {
		for _, a := range slices.Concat(u.op.Properties(), u.op.Attrs()) {
			if !slices.ContainsFunc(t.attrs, func(b ir.NamedAttr) bool { return a.Name == b.Name }) {
				u.op.RemoveAttr(a.Name)
			}
		}
		for _, a := range t.attrs {
			if a.Name != nameAttr {
				u.op.SetAttr(a.Name, a.Value)
			}
		}
	}
	ir.NewRegion().TakeBody(u.op.Region(0))
	u.last().op.Vouch()
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
