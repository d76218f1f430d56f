package tfrt

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// JITExecute is tfrt.jit_execute, an operation of Inflight: it compiles its region, or a function of a module
// with the attribute tfrt.compiled, and runs it on an engine without blocking its caller. The kernel waits
// for all operands. Chains among the last operands order it and are not passed on. Its results become
// available when the compiled code ends; if that fails, they are its error.
//
// The region is code of any dialect that an engine compiles, of one block or several. It sees no value and no
// symbol from outside, and each path through it ends with tfrt.return.
var JITExecute = &ir.OpDef{
	Name:     "tfrt.jit_execute",
	Summary:  "compiles its region, or a function of a module, and runs it beside its caller",
	Operands: []ir.OperandDef{anyOperands},
	Results:  anyResults,
	Attrs: []ir.AttrDef{{Name: "compiled", Type: constraint.Symbol, Optional: true},
		{Name: "engine", Type: constraint.String, Optional: true}},
	Regions:          []ir.RegionDef{{Name: "body", Arity: ir.Variadic}},
	Traits:           ir.IsolatedFromAbove | ir.AffineScope | ir.AllocationScope,
	Parse:            parseJIT,
	Print:            printJIT,
	PrintGeneric:     func(op *ir.Op) bool { return op.NumRegions() > 0 && repeated(PassedOn(op)) },
	Verify:           verifyJITForm,
	VerifyRegions:    verifyJITRegion,
	VerifySymbolUses: verifyJIT,
}

// Compiled is the attribute of a module whose functions are compiled by tfrt.jit_execute. They are not
// functions of the TFRT program around the module.
const Compiled = "tfrt.compiled"

// IsCompiled reports whether an operation stands in a module with the attribute tfrt.compiled, or is one.
func IsCompiled(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Attr(Compiled) != nil {
			return true
		}
	}
	return false
}

// PassedOn returns the operands of a tfrt.jit_execute that the compiled code gets: all but the chains behind
// them.
func PassedOn(op *ir.Op) []*ir.Value {
	args := op.Operands()
	for len(args) > 0 && IsChain(args[len(args)-1].Type()) {
		args = args[:len(args)-1]
	}
	return args
}

// parseJIT parses "@module::@function(%x) : (T) -> U", or "%x : (T) -> (U) { ... }".
func parseJIT(p ir.OpParser, s *ir.OpState) error {
	if root, ok, err := p.TrySymbolName(); ok || err != nil {
		if err != nil {
			return err
		}
		return parseJITSymbol(p, s, root)
	}
	l, err := parseOperands(p, "")
	if err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	typ, err := parseFunctionType(p)
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{}, typ.Results...)
	if err := l.resolve(p, s, typ.Inputs); err != nil {
		return err
	}
	n := len(typ.Inputs)
	for n > 0 && IsChain(typ.Inputs[n-1]) {
		n--
	}
	r, err := parseShadow(p, l.names[:n], typ.Inputs[:n])
	s.Regions = append(s.Regions, r)
	return err
}

// parseJITSymbol parses what follows the first name of a symbol.
func parseJITSymbol(p ir.OpParser, s *ir.OpState, root string) error {
	var nested []string
	for p.TryPunct("::") {
		name, err := p.SymbolName()
		if err != nil {
			return err
		}
		nested = append(nested, name)
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "compiled", Value: p.Context().SymbolRef(root, nested...)})
	l, err := parseOperands(p, "(")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	typ, err := parseFunctionType(p)
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{}, typ.Results...)
	return l.resolve(p, s, typ.Inputs)
}

func printJIT(p ir.OpPrinter, op *ir.Op) {
	if op.NumRegions() > 0 {
		printHead(p, op)
		printFunctionType(p, typesOf(op.Operands()), op.ResultTypes())
		printShadow(p, op.Region(0), PassedOn(op))
		return
	}
	p.Write(" ")
	p.Attr(op.Attr("compiled"))
	p.Write("(")
	p.Operands(op.Operands())
	p.Write(")")
	p.AttrDict(op, "compiled")
	p.Write(" : ")
	p.Type(op.Context().Function(typesOf(op.Operands()), op.ResultTypes()))
}

// verifyJITForm holds that there is either a symbol or a region, and that no chain goes into compiled code or
// comes out of it.
func verifyJITForm(op *ir.Op) error {
	switch symbol := op.Attr("compiled") != nil; {
	case op.NumRegions() > 1 || symbol == (op.NumRegions() == 1):
		return op.OpErrorf(codeTFRT, "needs either a region or the attribute 'compiled'")
	case slices.ContainsFunc(typesOf(PassedOn(op)), IsChain):
		return op.OpErrorf(codeTFRT, "chains stand behind all other operands")
	case slices.ContainsFunc(op.ResultTypes(), IsChain):
		return op.OpErrorf(codeTFRT, "compiled code returns no chain; merge its results into one")
	}
	return nil
}

// verifyJITRegion checks the arguments and the ends of a region, and that it refers to no symbol: it is
// compiled alone.
func verifyJITRegion(op *ir.Op) error {
	if op.NumRegions() == 0 {
		return nil
	}
	in := typesOf(PassedOn(op))
	if got := op.Region(0).Entry().ArgTypes(); !slices.Equal(got, in) {
		return op.OpErrorf(codeTFRT, "arguments of the body region have types (%s), expected (%s)",
			constraint.TypeList(got), constraint.TypeList(in))
	}
	for _, b := range op.Region(0).Blocks() {
		end := b.Terminator()
		switch {
		case end == nil || !end.Is(Return) && len(b.Successors()) == 0:
			return op.OpErrorf(codeTFRT, "expected tfrt.return in body")
		case end.Is(Return) && !slices.Equal(typesOf(end.Operands()), op.ResultTypes()):
			return end.OpErrorf(codeTFRT, "operand types don't match '%s' result", op.Name())
		}
	}
	return verifyNoKernels(op)
}

// verifyNoKernels holds that nothing in a region that is compiled is a kernel, which no engine compiles, or
// refers to a symbol.
func verifyNoKernels(op *ir.Op) error {
	for inner := range op.Walk() {
		if inner == op || inner.Is(Return) && inner.Parent() == op {
			continue
		}
		if strings.HasPrefix(inner.Name(), "tfrt.") || strings.HasPrefix(inner.Name(), "tfrt_test.") {
			return inner.OpErrorf(codeTFRT, "is a kernel, but the region of '%s' is compiled", op.Name())
		}
		for _, a := range slices.Concat(inner.Properties(), inner.Attrs()) {
			if ref, ok := a.Value.(*ir.SymbolRefAttr); ok {
				return inner.OpErrorf(codeTFRT,
					"refers to '%v', but the region of '%s' is compiled alone; a "+
						"function of a module with the attribute %s may refer to others", ref, op.Name(),
					Compiled)
			}
		}
	}
	return nil
}

func verifyJIT(op *ir.Op, t *ir.SymbolTables) error {
	ref := reference(op, "compiled")
	if ref == nil {
		return nil // the region is checked
	}
	f := t.Resolve(op, ref)
	if lowered(f) || lowered(op) {
		return nil
	}
	if !f.Is(function.Func) || !IsCompiled(f) {
		return op.OpErrorf(codeTFRT, "'%v' is no function of a module with the attribute %s", ref, Compiled)
	}
	in, out := typesOf(PassedOn(op)), op.ResultTypes()
	typ := function.Type(f)
	if !slices.Equal(typ.Inputs, in) || !slices.Equal(typ.Results, out) {
		return op.OpErrorf(codeTFRT, "passes (%s) and needs (%s), but the function has type %v",
			constraint.TypeList(in), constraint.TypeList(out), typ)
	}
	return nil
}
