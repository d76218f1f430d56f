package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Call is llvm.call: a call of a function by name or, without callee, by the pointer that is operand 0. The
// call of a variadic function has the type of the function in var_callee_type.
var Call = &ir.OpDef{
	Name:     "llvm.call",
	Summary:  "call to an LLVM function",
	Operands: []ir.OperandDef{variadic("callee_operands", anyLLVM), variadic("op_bundle_operands", anyLLVM)},
	Results:  []ir.ResultDef{{Name: "result", Type: anyLLVM, Arity: ir.Optional}},
	Attrs: slices.Concat([]ir.AttrDef{
		optional("var_callee_type", functionTypeAttr), optional("callee", constraint.FlatSymbol), fastmath,
		enumOr("CConv", CConv, "LLVM Calling Convention specification", 0),
		enumOr("TailCallKind", TailCallKind, "LLVM Calling Convention specification", 0),
		optional("memory_effects", of(MemoryEffects, "LLVM memory effects attribute")),
	}, units("convergent", "no_unwind", "will_return"), bundles, argAttrs,
		units("no_inline", "always_inline", "inline_hint"), aliasing,
		[]ir.AttrDef{constraint.OperandSegmentSize}),
	Traits:           ir.AttrSizedOperands,
	Parse:            parseCall,
	Print:            printCall,
	PrintsFixed:      true,
	VerifiesItself:   true,
	Verify:           verifyBundles,
	VerifySymbolUses: verifyCall,
	Callee: func(op *ir.Op) *ir.SymbolRefAttr {
		ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
		return ref
	},
}

// callState collects the parts of a call during parsing.
type callState struct {
	callee  *ir.UnresolvedOperand // of an indirect call
	args    []ir.UnresolvedOperand
	argsOff int32
	bundles bundleList
}

// parseCall parses [cconv] [tail] callee(args) [vararg(type)] [bundles] {attrs} : [pointer type,] (types) ->
// result.
func parseCall(p ir.OpParser, s *ir.OpState) error {
	c := p.Context()
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: "CConv", Value: c.Enum(CConv, tryCase(p, CConv))},
		ir.NamedAttr{Name: "TailCallKind", Value: c.Enum(TailCallKind, tryCase(p, TailCallKind))})
	var st callState
	if err := st.parseCallee(p, s); err != nil {
		return err
	}
	st.argsOff = p.Off()
	var err error
	if st.args, err = p.OperandList("("); err != nil {
		return err
	}
	if err := parseVararg(p, s); err != nil {
		return err
	}
	if err := st.bundles.parse(p); err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	if err := p.Punct(":"); err != nil {
		return err
	}
	return st.parseTypes(p, s)
}

func (st *callState) parseCallee(p ir.OpParser, s *ir.OpState) error {
	o, ok, err := p.TryOperand()
	if err != nil {
		return err
	}
	if ok {
		st.callee = &o
		return nil
	}
	name, err := p.SymbolName()
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "callee", Value: p.Context().SymbolRef(name)})
	return err
}

// parseVararg parses an optional vararg(type).
func parseVararg(p ir.OpParser, s *ir.OpState) error {
	if !p.TryKeyword("vararg") {
		return nil
	}
	if err := p.Punct("("); err != nil {
		return err
	}
	t, err := p.Type()
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "var_callee_type", Value: p.Context().TypeAttr(t)})
	return p.Punct(")")
}

func (st *callState) parseTypes(p ir.OpParser, s *ir.OpState) error {
	if st.callee != nil {
		t, err := p.Type()
		if err != nil {
			return err
		}
		v, err := p.Resolve(*st.callee, t)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
		if err := p.Punct(","); err != nil {
			return err
		}
	}
	off := p.Off()
	var sig signature.Signature
	if err := sig.Parse(p); err != nil {
		return err
	}
	if len(sig.Results) > 1 {
		return p.Errorf(off, "expected function with 0 or 1 result")
	}
	values, err := p.ResolveAll(st.args, argTypes(&sig), st.argsOff)
	if err != nil {
		return err
	}
	c := p.Context()
	s.Operands = append(s.Operands, values...)
	direct := len(s.Operands)
	if err := st.bundles.resolve(p, s); err != nil {
		return err
	}
	s.Results = sig.Results
	s.Attrs = sig.AppendAttrs(c, s.Attrs)
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: c.I32Array(int64(direct), int64(len(s.Operands)-direct))})
	return nil
}

func argTypes(sig *signature.Signature) []ir.Type {
	types := make([]ir.Type, len(sig.Args))
	for i := range types {
		types[i] = sig.Args[i].Type
	}
	return types
}

func printCall(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	if cc, ok := op.Attr("CConv").(*ir.EnumAttr); ok && cc.Value != 0 {
		writeCase(p, CConv, cc.Value)
	}
	if k, ok := op.Attr("TailCallKind").(*ir.EnumAttr); ok && k.Value != 0 {
		writeCase(p, TailCallKind, k.Value)
	}
	callee := op.Def().Callee(op)
	first, count := op.OperandGroup(0)
	pointer := callee == nil && count > 0
	switch {
	case callee != nil:
		p.Symbol(callee.Root)
	case pointer:
		p.OperandRange(op, first, 1)
		first, count = first+1, count-1
	}
	p.Write("(")
	p.OperandRange(op, first, count)
	p.Write(")")
	if t := op.Attr("var_callee_type"); t != nil {
		p.Write(" vararg(")
		p.Attr(t)
		p.Write(")")
	}
	if op.Attr("op_bundle_tags") != nil {
		p.Write(" ")
		printBundles(p, op)
	}
	p.AttrDict(op, elidedIn(op)...)
	p.Write(" : ")
	if pointer {
		p.OperandTypes(op, first-1, 1)
		p.Write(", ")
	}
	signature.PrintCallTypes(p, op, first, count)
}

// callElided are the attributes that the syntax of a call has its own place for. callElidedUsual adds those
// that are 0 if they are left out.
var (
	callElidedUsual = []string{"callee", "var_callee_type", "CConv", "TailCallKind", "operandSegmentSizes",
		"op_bundle_sizes", "op_bundle_tags",
		"arg_attrs", "res_attrs", "fastmathFlags"}
	callElided = callElidedUsual[:len(callElidedUsual)-1]
)

// elidedIn returns the attributes that are not printed with the others of a call.
func elidedIn(op *ir.Op) []string {
	if f, ok := op.Attr("fastmathFlags").(*ir.EnumAttr); ok && f.Value == 0 {
		return callElidedUsual
	}
	return callElided
}

// verifyCall checks a call against the function that it names.
func verifyCall(op *ir.Op, t *ir.SymbolTables) error {
	args := op.OperandsOf(0)
	if err := verifyVararg(op); err != nil {
		return err
	}
	ref := op.Def().Callee(op)
	if ref == nil {
		return verifyIndirect(op, args)
	}
	target := t.Resolve(op, ref)
	if target == nil {
		return op.OpErrorf(codeLLVM, "'%s' does not reference a symbol in the current scope", ref.Root)
	}
	if !target.Is(Func) {
		return op.OpErrorf(codeLLVM, "'%s' does not reference a valid LLVM function or IFunc", ref.Root)
	}
	return verifyDirect(op, args, TypeOf(target))
}

func verifyIndirect(op *ir.Op, args []*ir.Value) error {
	if len(args) == 0 {
		return op.OpErrorf(codeLLVM, "must have either a `callee` attribute or at least an operand")
	}
	if !IsPointer(args[0].Type()) {
		return op.OpErrorf(codeLLVM, "indirect call expects a pointer as callee: '%v'", args[0].Type())
	}
	return nil
}

func verifyDirect(op *ir.Op, args []*ir.Value, t ir.Type) error {
	result, params, more := FuncType(t)
	switch {
	case more && op.Attr("var_callee_type") == nil:
		return op.OpErrorf(codeLLVM, "missing var_callee_type attribute for vararg call")
	case !more && len(params) != len(args):
		return op.OpErrorf(codeLLVM, "incorrect number of operands (%d) for callee (expecting: %d)",
			len(args), len(params))
	case len(params) > len(args):
		return op.OpErrorf(codeLLVM,
			"incorrect number of operands (%d) for varargs callee (expecting at least: %d)", len(args),
			len(params))
	}
	for i, p := range params {
		if got := args[i].Type(); got != p {
			return op.OpErrorf(codeLLVM, "operand type mismatch for operand %d: '%v' != '%v'", i, got, p)
		}
	}
	switch {
	case op.NumResults() == 0 && !IsVoid(result):
		return op.OpErrorf(codeLLVM, "expected function call to produce a value")
	case op.NumResults() != 0 && IsVoid(result):
		return op.OpErrorf(codeLLVM, "calling function with void result must not produce values")
	case op.NumResults() != 0 && op.Result(0).Type() != result:
		return op.OpErrorf(codeLLVM, "result type mismatch: '%v' != '%v'", op.Result(0).Type(), result)
	}
	return nil
}

// verifyVararg checks the type that a call of a function with variable arguments gives.
func verifyVararg(op *ir.Op) error {
	a, ok := op.Attr("var_callee_type").(*ir.TypeAttr)
	if !ok {
		return nil
	}
	result, params, more := FuncType(a.Type)
	args := op.OperandsOf(0)
	if op.Def().Callee(op) == nil && len(args) > 0 {
		args = args[1:]
	}
	if !more {
		return op.OpErrorf(codeLLVM, "expected var_callee_type to be a variadic function type")
	}
	if len(params) > len(args) {
		return op.OpErrorf(codeLLVM, "expected var_callee_type to have at most %d parameters", len(args))
	}
	for i, p := range params {
		if got := args[i].Type(); got != p {
			return op.OpErrorf(codeLLVM, "var_callee_type parameter type mismatch: %v != %v", p, got)
		}
	}
	if op.NumResults() == 0 != IsVoid(result) || op.NumResults() == 1 && op.Result(0).Type() != result {
		return op.OpErrorf(codeLLVM, "expected var_callee_type to return the type of the call's result")
	}
	return nil
}
