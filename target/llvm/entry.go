package llvm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// Entry is the function in which a program begins, with its signature before lowering.
type Entry struct {
	Name            string
	Inputs, Outputs []ir.Type

	names []string // of the arguments
	asks  bool     // the program itself asks for errors
}

// EntryOf returns the entry for a function. It is an error if values of its types cannot be passed in slots.
func EntryOf(fn *ir.Op) (*Entry, error) {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	for _, list := range [][]ir.Type{t.Inputs, t.Results} {
		for _, typ := range list {
			if !passes(typ) {
				return nil, fn.Errorf(codeSignature, "'@%s' has an argument or a result of type '%v'",
					fn.SymbolName(), typ).
					Suggest(
						"use ranked memrefs, integers, index or floats; complex numbers and vectors go in " +
							"memrefs")
			}
		}
	}
	e := &Entry{Name: fn.SymbolName(), Inputs: t.Inputs, Outputs: t.Results,
		names: value.SignatureOf(fn).Names}
	for range fn.Parent().Find(async.RuntimeIsError) {
		e.asks = true
	}
	return e, nil
}

// passes reports whether values of a type have the same form in the simulator and in LLVM.
func passes(t ir.Type) bool {
	if m, ok := t.(*ir.MemRefType); ok {
		if number, isNumber := m.Elem.(*ir.ComplexType); isNumber {
			return m.Ranked && len(m.Shape) <= 32 && isScalar(number.Elem)
		}
		return m.Ranked && len(m.Shape) <= 32 && isScalar(m.Elem)
	}
	return isScalar(t)
}

func isScalar(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IndexType:
		return true
	case *ir.IntegerType:
		return t.Sign == ir.Signless && value.ElementSize(t) > 0
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.BF16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}

// The functions of a compiled module that the host calls.
const (
	entryName     = "inflightEntry"
	signatureName = "inflightSignature"
	reportsName   = "inflightReportsFailures"
)

// hide makes all functions and globals of a lowered module private. They cannot clash with the host's, and
// unused ones can be removed.
func hide(module *ir.Op) {
	c := module.Context()
	for op := range module.Body().Ops() {
		if op.Is(llvm.Func) && op.Body() != nil {
			op.SetAttr("linkage", c.Enum(llvm.Linkage, llvm.LinkageInternal))
		}
	}
}

// sweep removes private functions without references: passes declare more of the runtime than a program
// needs.
func sweep(module *ir.Op) {
	used := references(module)
	for op := range module.Body().Ops() {
		private := op.Body() == nil || op.StringAttr("sym_visibility") == "private"
		if op.Is(llvm.Func) && private && !used[op.SymbolName()] {
			op.Erase()
		}
	}
}

// append adds the function for the host to a lowered module. It reads the slots, and calls the entry.
func (e *Entry) append(module *ir.Op) {
	c := module.Context()
	pointer := llvm.PointerType(c, llvm.Generic)
	fn := ir.NewSymbolTables().Lookup(module, e.Name)
	b := ir.AtEnd(c, module.Body())
	b.Loc = fn.Loc()
	body := ir.NewBlock(pointer)
	b.Create(ir.OpState{
		Def: llvm.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion(body)},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: c.String(entryName)},
			{Name: "function_type",
				Value: c.TypeAttr(llvm.FunctionType(c, llvm.VoidType(c), []ir.Type{pointer}, false))},
		},
	})
	e.signature(b)
	e.reports(b)
	b.SetEnd(body)
	s := &slots{Builder: b, base: body.Arg(0)}
	s.call(fn)
	b.Create(ir.OpState{Def: llvm.Return, Results: []ir.Type{}})
}

// signature adds a text that describes the arguments to an executable (standalone.h).
func (e *Entry) signature(b *ir.Builder) {
	var text strings.Builder
	for i, t := range e.Inputs {
		fmt.Fprintf(&text, "> %s %s\n", e.names[i], typeText(t))
	}
	for _, t := range e.Outputs {
		fmt.Fprintf(&text, "< %s\n", typeText(t))
	}
	text.WriteByte(0)
	c := b.Ctx
	b.Create(ir.OpState{
		Def: llvm.GlobalOp, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
		Attrs: []ir.NamedAttr{
			{Name: "global_type", Value: c.TypeAttr(llvm.ArrayType(c, int64(text.Len()), c.Integer(8)))},
			{Name: "constant", Value: c.Unit},
			{Name: "sym_name", Value: c.String(signatureName)},
			{Name: "value", Value: c.String(text.String())},
		},
	})
}

// reports adds a number that an executable reads. It says whether a failed task that was not awaited is an
// error of the program. It is none in a program that asks for errors itself.
func (e *Entry) reports(b *ir.Builder) {
	reports := int64(1)
	if e.asks {
		reports = 0
	}
	c := b.Ctx
	b.Create(ir.OpState{
		Def: llvm.GlobalOp, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
		Attrs: []ir.NamedAttr{
			{Name: "global_type", Value: c.TypeAttr(c.Integer(8))},
			{Name: "constant", Value: c.Unit},
			{Name: "sym_name", Value: c.String(reportsName)},
			{Name: "value", Value: c.Int(c.Integer(8), reports)},
		},
	})
}

func typeText(t ir.Type) string {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return t.String()
	}
	extents := make([]string, len(m.Shape))
	for d, n := range m.Shape {
		if extents[d] = strconv.FormatInt(n, 10); n == ir.Dynamic {
			extents[d] = "-1"
		}
	}
	return fmt.Sprintf("%d:%s:%s", len(m.Shape), m.Elem, strings.Join(extents, ","))
}

// slots reads and writes consecutive words of eight bytes.
type slots struct {
	*ir.Builder
	base *ir.Value
	next int64
}

// address returns the address of the next slot.
func (s *slots) address() *ir.Value {
	s.next++
	return s.Create(ir.OpState{
		Def: llvm.GEP, Operands: []*ir.Value{s.base}, Results: []ir.Type{s.base.Type()},
		Attrs: []ir.NamedAttr{
			{Name: "rawConstantIndices", Value: s.Ctx.I32Array(s.next - 1)},
			{Name: "elem_type", Value: s.Ctx.TypeAttr(s.Ctx.I64)},
		},
	}).Result(0)
}

// call calls a function with the values in the slots, and stores its results behind them.
func (s *slots) call(fn *ir.Op) {
	result, params, _ := llvm.FuncType(llvm.TypeOf(fn))
	args := make([]*ir.Value, len(params))
	for i, t := range params {
		args[i] = s.Create(ir.OpState{Def: llvm.Load, Operands: []*ir.Value{s.address()},
			Results: []ir.Type{t}}).Result(0)
	}
	results := []ir.Type{}
	if !llvm.IsVoid(result) {
		results = append(results, result)
	}
	call := s.Create(ir.OpState{
		Def: llvm.Call, Operands: args, Results: results,
		Attrs: []ir.NamedAttr{
			{Name: "callee", Value: s.Ctx.SymbolRef(fn.SymbolName())},
			{Name: "operandSegmentSizes", Value: s.Ctx.I32Array(int64(len(args)), 0)},
		},
	})
	if len(results) == 1 {
		s.store(call.Result(0))
	}
}

// store stores a value into the next slots. It stores an aggregate member by member.
func (s *slots) store(v *ir.Value) {
	n := int64(0)
	members, ok := llvm.Members(v.Type())
	memberOf := func(i int64) ir.Type { return members[i] }
	if n = int64(len(members)); !ok {
		d, isType := v.Type().(*ir.ParametricType)
		if !isType || d.Def != llvm.Array {
			s.Create(ir.OpState{Def: llvm.Store, Operands: []*ir.Value{v, s.address()}, Results: []ir.Type{}})
			return
		}
		n, memberOf = d.IntParam(0), func(int64) ir.Type { return d.TypeParam(1) }
	}
	for i := range n {
		s.store(s.Create(ir.OpState{
			Def: llvm.ExtractValue, Operands: []*ir.Value{v}, Results: []ir.Type{memberOf(i)},
			Attrs: []ir.NamedAttr{{Name: "position", Value: s.Ctx.I64Array(i)}},
		}).Result(0))
	}
}

// references returns the names of the symbols that operations of a module refer to.
func references(module *ir.Op) map[string]bool {
	used := map[string]bool{}
	note := func(a ir.Attr) {
		if ref, ok := a.(*ir.SymbolRefAttr); ok {
			used[ref.Root] = true
		}
	}
	for op := range module.Walk() {
		for _, list := range [][]ir.NamedAttr{op.Properties(), op.Attrs()} {
			for _, a := range list {
				note(a.Value)
				if list, ok := a.Value.(*ir.ArrayAttr); ok {
					for _, e := range list.Elems {
						note(e)
					}
				}
			}
		}
	}
	return used
}
