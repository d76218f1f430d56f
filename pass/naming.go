package pass

import (
	"strconv"
	"strings"
	"sync/atomic"

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
	// The first placeholders, so many, are those of the function that it was made for, or nil.
	base   int
	around *naming
	// The names of the others: "" where that is not known yet, and placeholders of names around.
	names    []string
	resolved bool
}

// within returns the naming of a function that is added for one with the naming n: it begins with the placeholders of that.
func (n *naming) within() *naming { return &naming{base: n.count(), around: n} }

// count returns the number of names.
func (n *naming) count() int { return n.base + len(n.names) }

// name returns a name by its number.
func (n *naming) name(i int) string {
	if i < n.base {
		return n.around.name(i)
	}
	return n.names[i-n.base]
}

// open returns the number of a name that is not known yet.
func (n *naming) open() int {
	n.names = append(n.names, "")
	return n.count() - 1
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
			n.names[i] = n.around.name(k)
		}
	}
}

// restore puts names in place of their placeholders in an operation and what is in it, and reports whether it could: a placeholder may
// have become a part of another name, but of nothing else.
func (n *naming) restore(root *ir.Op) bool {
	var failed atomic.Bool
	root.ForEachOp(func(op *ir.Op) {
		for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
			for _, a := range list {
				if !n.restoreAttr(op, a) {
					failed.Store(true)
				}
			}
		}
	})
	return !failed.Load()
}

func (n *naming) restoreAttr(op *ir.Op, a ir.NamedAttr) bool {
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
		return !strings.Contains(v.String(), inText)
	}
	return true
}

// in returns a name with names in place of their placeholders.
func (n *naming) in(name string) string {
	before, rest, found := strings.Cut(name, mark)
	if !found {
		return name
	}
	digits, behind, _ := strings.Cut(rest, markEnd)
	i, err := strconv.Atoi(digits)
	if err != nil {
		panic("a placeholder without number")
	}
	return before + n.name(i) + n.in(behind)
}
