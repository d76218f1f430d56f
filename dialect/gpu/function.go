package gpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The names of attributes that mark kernels and the modules that hold modules of kernels.
const (
	kernelAttr    = "gpu.kernel"
	containerAttr = "gpu.container_module"
)

// The attribute lists of the memory that a function declares.
const (
	workgroupAttrs = "workgroup_attrib_attrs"
	privateAttrs   = "private_attrib_attrs"
)

// Func is gpu.func: a function of the device. The arguments of its region are those of the function, then the
// memory of each block, and then the memory of each thread.
var Func = &ir.OpDef{
	Name:    "gpu.func",
	Summary: "Function executable on a GPU",
	Attrs: append([]ir.AttrDef{
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		{Name: workgroupAttrs, Type: constraint.DictArray, Optional: true},
		{Name: privateAttrs, Type: constraint.DictArray, Optional: true},
		{Name: "known_block_size", Type: sizes, Optional: true},
		{Name: "known_grid_size", Type: sizes, Optional: true},
		{Name: "known_cluster_size", Type: sizes, Optional: true},
	}, signature.Attrs...),
	Regions:   []ir.RegionDef{{Name: "body", Any: true}},
	Traits:    ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove | ir.IsSymbol,
	HasParent: []string{"gpu.module"},
	Parse:     parseFunc,
	Print:     printFunc,
	Verify:    verifyFunc,
}

// Return is gpu.return: the end of a function of the device.
var Return = &ir.OpDef{
	Name:      "gpu.return",
	Summary:   "Terminator for GPU functions.",
	Operands:  []ir.OperandDef{variadic("operands", constraint.AnyType)},
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"gpu.func"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}

func init() { Return.Verify = verifyReturn }

// IsKernel reports whether a function can be launched.
func IsKernel(op *ir.Op) bool { return isUnit(op.Attr(kernelAttr)) }

func isUnit(a ir.Attr) bool { _, ok := a.(*ir.UnitAttr); return ok }

func functionType(op *ir.Op) *ir.FunctionType { return signature.Type(op) }

// parseFunc parses @name(args) [-> results] [workgroup(...)] [private(...)] [kernel] [attributes {...}] {
// body }.
func parseFunc(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	name, err := p.SymbolName()
	if err != nil {
		return err
	}
	off := p.Off()
	var sig signature.Signature
	if err := sig.Parse(p); err != nil {
		return err
	}
	if len(sig.Args) > 0 && !sig.Named {
		return p.Errorf(off, "gpu.func requires named arguments")
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "sym_name", Value: c.String(name)},
		ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(sig.FunctionType(c))})
	s.Attrs = sig.AppendAttrs(c, s.Attrs)
	args, err := parseFuncMemory(p, s, sig.Args)
	if err != nil {
		return err
	}
	if p.TryKeyword("kernel") {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: kernelAttr, Value: c.Unit})
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	body, err := p.Region(args, false)
	s.Regions = append(s.Regions, body)
	return err
}

// parseFuncMemory parses the memory of blocks and of threads, and adds it to the arguments.
func parseFuncMemory(p ir.OpParser, s *ir.OpState, args []ir.RegionArg) ([]ir.RegionArg, error) {
	workgroup, err := parseAttributions(p, "workgroup")
	if err != nil {
		return nil, err
	}
	private, err := parseAttributions(p, "private")
	if err != nil {
		return nil, err
	}
	c := p.Context()
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: attributionCount, Value: c.Int(c.I64, int64(len(workgroup)))})
	s.Attrs = signature.AppendDicts(c, s.Attrs, workgroupAttrs, argumentDicts(c, workgroup))
	s.Attrs = signature.AppendDicts(c, s.Attrs, privateAttrs, argumentDicts(c, private))
	return slices.Concat(args, workgroup, private), nil
}

func argumentDicts(c *ir.Context, args []ir.RegionArg) []ir.Attr {
	dicts := make([]ir.Attr, len(args))
	for i := range args {
		dicts[i] = c.Dict(args[i].Attrs)
	}
	return dicts
}

func printFunc(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Symbol(op.SymbolName())
	signature.Print(p, op)
	workgroup, private := attributions(op)
	printAttributions(p, " workgroup(", workgroup, signature.Dicts(op, workgroupAttrs))
	printAttributions(p, " private(", private, signature.Dicts(op, privateAttrs))
	if IsKernel(op) {
		p.Write(" kernel")
	}
	p.AttrDictWithKeyword(op, "sym_name", attributionCount, kernelAttr, "function_type", "arg_attrs",
		"res_attrs",
		workgroupAttrs, privateAttrs)
	p.Write(" ")
	p.Region(op.Region(0), false, true)
}

func verifyFunc(op *ir.Op) error {
	typ, body := functionType(op), op.Body()
	n, _ := op.IntAttr(attributionCount)
	n = max(n, 0)
	switch {
	case IsKernel(op) && len(typ.Results) > 0:
		return op.OpErrorf(codeGPU, "expected void return type for kernel function")
	case body == nil:
		return op.OpErrorf(codeGPU, "expected body with at least one block")
	case int64(body.NumArgs()) < int64(len(typ.Inputs))+n:
		return op.OpErrorf(codeGPU, "expected at least %d arguments to body region", int64(len(typ.Inputs))+n)
	}
	for i, want := range typ.Inputs {
		if got := body.Arg(i).Type(); got != want {
			return op.OpErrorf(codeGPU, "expected body region argument #%d to be of type '%v', got '%v'", i,
				want, got)
		}
	}
	for _, name := range []string{"known_block_size", "known_grid_size", "known_cluster_size"} {
		if err := verifySizes(op, name, op.Ints(name)); err != nil {
			return err
		}
	}
	return verifyAttributions(op)
}

func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(Func) {
		return nil // the table checks the parent
	}
	want := functionType(f).Results
	if len(want) != op.NumOperands() {
		return op.OpErrorf(codeGPU, "expected %d result operands", len(want)).Note(f.Span(),
			"return type declared here")
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return op.OpErrorf(codeGPU, "unexpected type `'%v'' for operand #%d", v.Type(), i)
		}
	}
	return nil
}
