package pass

import (
	"bytes"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// template is what became of a function, for all that are alike.
type template struct {
	model *marcher // the function
	// What stands in the module for it in the end is like this: the function itself, or another operation.
	shell *ir.Op
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
func (t *template) standFor(u *marcher, n *naming, a *ir.Arena) {
	n.names = append(n.names, make([]string, len(t.model.naming.names)-len(n.names))...)
	u.naming, u.text = n, &Text{t, n}
	ir.NewRegion().TakeBody(u.op.Region(0))
	u.follow(t.model, a)
	name := u.op.Attr(nameAttr)
	if t.model.replaced < 0 {
		u.op.TakeAttrs(t.shell)
	} else {
		u.replaceBy(t.model.replaced, []*ir.Op{a.Shell(t.shell, u.op.Loc())})
		u.became[0].text = u.text
		u.became[0].follow(t.model.became[0], a)
	}
	u.rename(name)
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
