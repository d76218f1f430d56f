package tfrt

import "github.com/inflight-compiler/inflight/ir"

// operandList is operands in the text before their types are known.
type operandList struct {
	off   int32
	names []ir.UnresolvedOperand
}

func parseOperands(p ir.OpParser, delim string) (l operandList, err error) {
	l.off = p.Off()
	l.names, err = p.OperandList(delim)
	return l, err
}

// resolve appends the values of the operands to the state of an operation.
func (l operandList) resolve(p ir.OpParser, s *ir.OpState, types []ir.Type) error {
	values, err := p.ResolveAll(l.names, types, l.off)
	s.Operands = append(s.Operands, values...)
	return err
}

// parseShadow parses a region whose arguments have the names of operands. Nothing else from outside is
// visible in it.
func parseShadow(p ir.OpParser, names []ir.UnresolvedOperand, types []ir.Type) (*ir.Region, error) {
	args := make([]ir.RegionArg, len(names))
	for i, n := range names {
		args[i] = ir.RegionArg{Operand: n, Type: types[i]}
	}
	return p.Region(args, true)
}

// printShadow prints a region whose arguments have the names of operands.
func printShadow(p ir.OpPrinter, r *ir.Region, names []*ir.Value) {
	p.ShadowRegionArgs(r, names)
	p.Region(r, false, true)
}

// repeated reports whether a value occurs twice in a list. Two arguments of a region cannot have one name, so
// such an operation has no custom form.
func repeated(values []*ir.Value) bool {
	seen := make(map[*ir.Value]bool, len(values))
	for _, v := range values {
		if seen[v] {
			return true
		}
		seen[v] = true
	}
	return false
}

// parseFunctionType parses ": (T, ...) -> (U, ...)".
func parseFunctionType(p ir.OpParser) (*ir.FunctionType, error) {
	off := p.Off()
	t, err := p.ColonType()
	if err != nil {
		return nil, err
	}
	f, ok := t.(*ir.FunctionType)
	if !ok {
		return nil, p.Errorf(off, "expected a function type such as '(i32) -> (i32)'")
	}
	return f, nil
}

// printFunctionType prints " : (T, ...) -> (U, ...) ".
func printFunctionType(p ir.OpPrinter, in, out []ir.Type) {
	p.Write(" : (")
	p.Types(in)
	p.Write(") -> (")
	p.Types(out)
	p.Write(") ")
}

// typesOf returns the types of values.
func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
}
