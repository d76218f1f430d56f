package text

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// Custom is a directive custom<Name>(...) of assembly formats: syntax that the format language cannot
// express, for use by several operations.
type Custom struct {
	// Parse parses the directive's text and passes its contents to the binder.
	Parse func(p ir.OpParser, b *Binder) error
	// Print writes the directive's text. The space in front is already written.
	Print func(p ir.OpPrinter, op *ir.Op)
	// Fixed promises for Print the same as OpDef.PrintsFixed.
	Fixed bool
}

var customs = map[string]*Custom{}

// RegisterCustom registers custom<name>(...). The package whose tables use it calls it at initialization.
// Registering a name twice is a programming error.
func RegisterCustom(name string, c Custom) {
	if customs[name] != nil {
		panic(fmt.Sprintf("text: custom<%s> registered twice", name))
	}
	customs[name] = &c
}

// Binder receives the operands, types and attributes that a custom directive has parsed.
type Binder struct {
	p *parser
	f *frame
}

// State returns the state of the operation that is being parsed, which has no operands and results yet.
func (b *Binder) State() *ir.OpState { return b.f.state }

// Attr sets an attribute.
func (b *Binder) Attr(name string, a ir.Attr) {
	b.p.entries = append(b.p.entries, ir.NamedAttr{Name: name, Value: a})
}

// Operands sets the operands of an entry of the table.
func (b *Binder) Operands(entry int, list []ir.UnresolvedOperand) {
	mark := len(b.p.operands)
	b.p.operands = append(b.p.operands, list...)
	b.f.operands[entry] = span{mark, len(b.p.operands)}
}

// Type returns the type that the text has given so far for the operand or result of that name; the first if
// there are several, nil if there is none.
func (b *Binder) Type(name string) ir.Type { return b.p.writtenType(b.f.state.Def, b.f, name) }

// Get returns an attribute that the text has given so far, or nil.
func (b *Binder) Get(name string) ir.Attr {
	for i := len(b.p.entries) - 1; i >= 0; i-- {
		if b.p.entries[i].Name == name {
			return b.p.entries[i].Value
		}
	}
	return nil
}

// HasOperands reports whether the text has given operands for an entry of the table so far.
func (b *Binder) HasOperands(entry int) bool { return b.f.operands[entry].len() > 0 }

// OperandTypes sets the types of the operands of an entry of the table.
func (b *Binder) OperandTypes(entry int, list []ir.Type) {
	b.f.operandTypes[entry] = b.types(list)
}

// ResultTypes sets the types of the results of an entry of the table.
func (b *Binder) ResultTypes(entry int, list []ir.Type) {
	b.f.resultTypes[entry] = b.types(list)
}

func (b *Binder) types(list []ir.Type) span {
	mark := len(b.p.types)
	b.p.types = append(b.p.types, list...)
	return span{mark, len(b.p.types)}
}
