package ir

// argumentPrinter is the part of an OpPrinter that PrintArgument uses, where
// the printer has it.
type argumentPrinter interface {
	Argument(v *Value, attrs []NamedAttr, typed bool)
}

// PrintArgument appends an argument of a region that an operation shows in its
// own syntax: %name, with ": type" when typed, its attributes, and its location
// where locations are printed.
func PrintArgument(p OpPrinter, v *Value, attrs []NamedAttr, typed bool) {
	if a, ok := p.(argumentPrinter); ok {
		a.Argument(v, attrs, typed)
		return
	}
	p.Operand(v)
	if typed {
		p.Write(": ")
		p.Type(v.Type())
	}
	p.Dict(attrs)
}
