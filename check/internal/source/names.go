package source

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Names gives values their names in reports. Functions are checked at the same time, but values without a
// name in the text are numbered in the order of the module's functions. So work that needs names is postponed
// until all functions are checked.
type Names struct {
	Known map[*ir.Value]string // the names of values that have none in the text
	late  []func()
}

// Later postpones work that needs names.
func (n *Names) Later(f func()) { n.late = append(n.late, f) }

// Settle does the postponed work. known has the names of values in earlier functions.
func (n *Names) Settle(known map[*ir.Value]string) {
	n.Known = known
	for _, f := range n.late {
		f()
	}
	n.late = nil
}

// Waiting returns the postponed work.
func (n *Names) Waiting() []func() { return n.late }

// Restore drops work that was postponed after Waiting returned late.
func (n *Names) Restore(late []func()) { n.late = late }

// Name returns the name of a value in reports: its name in the text, or a number.
func (n *Names) Name(v *ir.Value) string {
	switch {
	case v == nil:
		return "unknown memory"
	case v.Name() != "" && v.DefiningOp() != nil && v.DefiningOp().NumResults() > 1 && samePack(v):
		return "%" + v.Name() + "#" + strconv.Itoa(v.Index())
	case v.Name() != "":
		return "%" + v.Name()
	case n.Known[v] != "":
		return n.Known[v]
	}
	name := "%" + strconv.Itoa(len(n.Known))
	if v.IsArgument() {
		name = "%arg" + strconv.Itoa(v.Index())
	} else if v.DefiningOp().Attr("name") != nil {
		name = v.DefiningOp().Attr("name").String()
	}
	n.Known[v] = name
	return name
}

// samePack reports whether all results of the operation that defines v have the same name.
func samePack(v *ir.Value) bool {
	for _, r := range v.DefiningOp().Results() {
		if r.Name() != v.Name() {
			return false
		}
	}
	return true
}

// Linear returns the text of a form with the names of its values.
func (n *Names) Linear(l analysis.Linear) string {
	var b strings.Builder
	for _, t := range l.Terms {
		switch {
		case b.Len() == 0 && t.Coef == -1:
			b.WriteString("-")
		case b.Len() > 0 && t.Coef < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if by := max(t.Coef, -t.Coef); by != 1 {
			b.WriteString(strconv.FormatInt(by, 10) + "*")
		}
		b.WriteString(n.symbol(t.Sym))
	}
	if b.Len() == 0 {
		return strconv.FormatInt(l.Const, 10)
	}
	if l.Const > 0 {
		b.WriteString(" + " + strconv.FormatInt(l.Const, 10))
	} else if l.Const < 0 {
		b.WriteString(" - " + strconv.FormatInt(-l.Const, 10))
	}
	return b.String()
}

func (n *Names) symbol(s *analysis.Symbol) string {
	switch {
	case s.Mod > 0:
		return "(" + n.Linear(s.Arg) + ") mod " + strconv.FormatInt(s.Mod, 10)
	case s.Div > 0:
		return "(" + n.Linear(s.Arg) + ") div " + strconv.FormatInt(s.Div, 10)
	}
	return n.Name(s.Value)
}
