package pass

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// While functions go through passes, some symbols in them have no names: those that a pass makes for a function, which get names when
// all functions are done, in the order of the module; and for a press all others, so that what becomes of a function holds for those
// that are alike. Placeholders are there meanwhile, which no program has. The text of a function has them where names go.

// Placeholders begin with mark and end with markEnd. In text, a name that is one begins with printed and ends with printedEnd.
const (
	mark       = "\x00\x01name"
	markEnd    = "\x02"
	inText     = `\00\01name`
	printed    = `@"` + inText
	printedEnd = `\02"`
)

// placeholder returns the name that stands for name number n.
func placeholder(n int) string { return mark + strconv.Itoa(n) + markEnd }

// number returns the number of a placeholder.
func number(name string) (n int, ok bool) {
	if !strings.HasPrefix(name, mark) {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSuffix(name[len(mark):], markEnd))
	return n, err == nil
}

// naming is what the placeholders in a function stand for.
type naming struct {
	names []string // "" where that is not known yet
	// Names that are placeholders themselves stand for those of the function that it was made for.
	around   *naming
	resolved bool
}

// open returns the number of a name that is not known yet.
func (n *naming) open() int {
	n.names = append(n.names, "")
	return len(n.names) - 1
}

// resolve puts the names around in place of their placeholders. All of them must be known.
func (n *naming) resolve() {
	if n == nil || n.resolved {
		return
	}
	n.resolved = true
	n.around.resolve()
	for i, name := range n.names {
		if k, ok := number(name); ok {
			n.names[i] = n.around.names[k]
		}
	}
}

// restore puts names in place of their placeholders in an operation and what is in it, and reports whether it could: a placeholder may
// have become a part of another name, but of nothing else.
func (n *naming) restore(root *ir.Op) bool {
	ok := true
	for op := range root.Walk() {
		for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
			switch v := a.Value.(type) {
			case *ir.SymbolRefAttr:
				if name := n.in(v.Root); name != v.Root {
					op.SetAttr(a.Name, op.Context().SymbolRef(name, v.Nested...))
				}
			case *ir.StringAttr:
				if name := n.in(v.Value); name != v.Value {
					op.SetAttr(a.Name, op.Context().String(name))
				}
			case *ir.ArrayAttr, *ir.DictAttr:
				ok = ok && !strings.Contains(v.String(), inText)
			}
		}
	}
	return ok
}

// in returns a name with names in place of their placeholders.
func (n *naming) in(name string) string {
	if !strings.Contains(name, mark) {
		return name
	}
	if i, ok := number(name); ok {
		return n.names[i]
	}
	for i := range n.names {
		name = strings.ReplaceAll(name, placeholder(i), n.names[i])
	}
	return name
}
