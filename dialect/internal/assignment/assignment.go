// Package assignment is the syntax "(%arg = %init, ...)", in which loops of several dialects name the values
// that they carry.
//
// It imports package ir only.
package assignment

import "github.com/inflight-compiler/inflight/ir"

// List holds assignments: the block arguments and, for each of them, its initial value.
type List struct {
	Args  []ir.RegionArg
	Inits []ir.UnresolvedOperand
}

// Parse parses (%arg = %init, ...).
func (l *List) Parse(p ir.OpParser) error {
	return p.CommaSeparated("(", func() error { return l.one(p) })
}

// ParseOptional parses a list of assignments that may be missing or empty.
func (l *List) ParseOptional(p ir.OpParser) error {
	if !p.TryPunct("(") || p.TryPunct(")") {
		return nil
	}
	for {
		if err := l.one(p); err != nil {
			return err
		}
		if !p.TryPunct(",") {
			return p.Punct(")")
		}
	}
}

func (l *List) one(p ir.OpParser) error {
	arg, err := p.RegionArg(false)
	if err != nil {
		return err
	}
	if err := p.Punct("="); err != nil {
		return err
	}
	init, err := p.Operand()
	l.Args, l.Inits = append(l.Args, arg), append(l.Inits, init)
	return err
}

// SetTypes gives the arguments their types. There must be as many types as arguments.
func (l *List) SetTypes(types []ir.Type) {
	for i := range l.Args {
		l.Args[i].Type = types[i]
	}
}

// Print prints keyword(%arg = %init, ...), or nothing if there are no arguments.
func Print(p ir.OpPrinter, keyword string, args, inits []*ir.Value) {
	if len(inits) == 0 {
		return
	}
	p.Write(keyword + "(")
	for i, v := range inits {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(args[i])
		p.Write(" = ")
		p.Operand(v)
	}
	p.Write(")")
}
