// Package prefetch is the hints that memref.prefetch and affine.prefetch share: their table entries and their
// syntax, ", read, locality<3>, data".
//
// It imports package ir only.
package prefetch

import "github.com/inflight-compiler/inflight/ir"

// Hints are the attributes of a prefetch: whether a write follows, how long the data is needed (0 to 3), and
// whether the data cache is meant.
var Hints = []ir.AttrDef{
	{Name: "isWrite", Type: boolean},
	{Name: "localityHint", Type: locality},
	{Name: "isDataCache", Type: boolean},
}

// HintNames are the names of Hints. The custom syntax has other words for them.
var HintNames = []string{"isWrite", "localityHint", "isDataCache"}

var (
	boolean  = ir.AttrConstraint{Summary: "bool attribute", Match: inRange(1, 0, 1)}
	locality = ir.AttrConstraint{
		Summary: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
		Match:   inRange(32, 0, 3),
	}
)

// inRange accepts signless integers of that width between low and high.
func inRange(width uint32, low, high int64) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		if !ok || i.Value < low || i.Value > high {
			return false
		}
		it, ok := i.Type.(*ir.IntegerType)
		return ok && it.Width == width && it.Sign == ir.Signless
	}
}

// ParseHints parses ", read, locality<3>, data" into attributes.
func ParseHints(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	write, err := alternative(p, "read", "write", "rw specifier has to be 'read' or 'write'")
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	if err := p.Keyword("locality"); err != nil {
		return err
	}
	if err := p.Punct("<"); err != nil {
		return err
	}
	hint, err := p.Int()
	if err != nil {
		return err
	}
	if err := p.Punct(">"); err != nil {
		return err
	}
	instr, err := alternative(p, "data", "instr", "cache type has to be 'data' or 'instr'")
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "isWrite", Value: c.Bool(write)},
		ir.NamedAttr{Name: "localityHint", Value: c.Int(c.I32, hint)},
		ir.NamedAttr{Name: "isDataCache", Value: c.Bool(!instr)})
	return nil
}

// alternative parses a comma and one of two keywords. It reports whether that was the second one.
func alternative(p ir.OpParser, first, second, message string) (bool, error) {
	if err := p.Punct(","); err != nil {
		return false, err
	}
	off := p.Off()
	k, err := p.AnyKeyword()
	if err == nil && k != first && k != second {
		err = p.Errorf(off, "%s", message)
	}
	return k == second, err
}

// PrintHints prints what ParseHints parses.
func PrintHints(p ir.OpPrinter, op *ir.Op) {
	p.Write(choose(op, "isWrite", ", read", ", write"))
	p.Write(", locality<")
	hint, _ := op.IntAttr("localityHint")
	p.Int(hint)
	p.Write(choose(op, "isDataCache", ">, instr", ">, data"))
}

func choose(op *ir.Op, attr, no, yes string) string {
	if v, _ := op.IntAttr(attr); v != 0 {
		return yes
	}
	return no
}
