package pass

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// A function goes through passes for all that are alike. Its symbols have names meanwhile that stand for theirs: placeholders, which no
// program has. Its text then has them where names go.

// Placeholders begin with mark and end with markEnd. In text, a name that is one begins with printed and ends with printedEnd.
const (
	mark       = "\x00\x01name"
	markEnd    = "\x02"
	printed    = `@"` + inText
	printedEnd = `\02"`
	inText     = `\00\01name`
)

func placeholder(n int) string { return mark + strconv.Itoa(n) + markEnd }

// placeholder returns the reference to a symbol that has no name yet.
func (p *printer) placeholder(n int) *ir.SymbolRefAttr {
	for len(p.symbols) <= n {
		p.symbols = append(p.symbols, p.module.Context().SymbolRef(placeholder(len(p.symbols))))
	}
	return p.symbols[n]
}

// set makes the reference one to a symbol.
func (r Reference) set(ref *ir.SymbolRefAttr) { r.Op.SetAttr(r.Attr, ref) }

// set gives the attribute another symbol.
func (s use) set(ref *ir.SymbolRefAttr) {
	var value ir.Attr = ref
	if s.attr == nameAttr {
		value = s.op.Context().String(ref.Root)
	}
	s.op.SetAttr(s.attr, value)
}

// restore gives symbols their names in all that has become of a unit, and reports whether it could: a placeholder may have become a part
// of another name, but of nothing else.
func (u *marcher) restore(names []string) bool {
	ok := true
	for _, next := range u.all() {
		for op := range next.op.Walk() {
			for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
				switch v := a.Value.(type) {
				case *ir.SymbolRefAttr:
					if name := restored(v.Root, names); name != v.Root {
						op.SetAttr(a.Name, op.Context().SymbolRef(name, v.Nested...))
					}
				case *ir.StringAttr:
					if name := restored(v.Value, names); name != v.Value {
						op.SetAttr(a.Name, op.Context().String(name))
					}
				case *ir.ArrayAttr, *ir.DictAttr:
					ok = ok && !strings.Contains(v.String(), inText)
				}
			}
		}
	}
	return ok
}

// restored returns a name with the names that its placeholders are for.
func restored(name string, names []string) string {
	if !strings.Contains(name, mark) {
		return name
	}
	for i := range names {
		name = strings.ReplaceAll(name, placeholder(i), names[i])
	}
	return name
}

// number returns the number of a placeholder.
func number(name string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, mark), markEnd))
	if err != nil {
		panic(err) // no program has such a name
	}
	return n
}
