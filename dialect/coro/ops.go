package coro

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the coro dialect.
var Dialect = &ir.Dialect{
	Name:     "coro",
	Ops:      []*ir.OpDef{Await, Create, Free, IsReady, Layout, Load, Resume, Store},
	TypeDefs: []*ir.TypeDef{frame},
}

var codeCoro = diag.Register("verify-coro", "an operation of a split coroutine does not fit its frame",
	"A coro.layout lists the types of the slots of a frame; a slot is read and written with its own type. "+
		"What resumes a "+
		"coroutine is a function with the frame as its only argument, and without results.")

// Layout is coro.layout: the types of the slots of a frame. Slot 0 is an i32, the place where the coroutine
// continues.
var Layout = &ir.OpDef{
	Name:    "coro.layout",
	Summary: "types of the slots of a coroutine's frame",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "slots", Type: typeArray},
	},
	Traits: ir.IsSymbol,
	Format: "$sym_name $slots attr-dict",
}

var typeArray = ir.AttrConstraint{Summary: "array of types", Match: isTypeArray}

func isTypeArray(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range list.Elems {
		if _, ok := e.(*ir.TypeAttr); !ok {
			return false
		}
	}
	return true
}

// Slots returns the types of the slots of a Layout.
func Slots(layout *ir.Op) []ir.Type {
	elems := layout.Attr("slots").(*ir.ArrayAttr).Elems
	types := make([]ir.Type, len(elems))
	for i, e := range elems {
		types[i] = e.(*ir.TypeAttr).Type
	}
	return types
}

// LayoutOf returns the layout of the frame v, nil if the layout is not declared.
func LayoutOf(v *ir.Value, from *ir.Op, t *ir.SymbolTables) *ir.Op {
	if l := t.Resolve(from, layoutOf(v.Type())); l != nil && l.Is(Layout) {
		return l
	}
	return nil
}

// Create is coro.create: a new frame, whose slots have no values yet.
var Create = &ir.OpDef{
	Name:    "coro.create",
	Summary: "allocates the frame of a coroutine",
	Results: []ir.ResultDef{{Name: "frame", Type: frameConstraint}},
	Format:  "attr-dict `:` type($frame)",
}

// Free is coro.free: it frees the frame.
var Free = &ir.OpDef{
	Name:     "coro.free",
	Summary:  "frees the frame of a coroutine",
	Operands: []ir.OperandDef{{Name: "frame", Type: frameConstraint}},
	Format:   "$frame attr-dict `:` type($frame)",
}

var slot = ir.AttrDef{Name: "slot", Type: constraint.NonNegativeI64}

// Load is coro.load: the value in a slot.
var Load = &ir.OpDef{
	Name:     "coro.load",
	Summary:  "reads a slot of a coroutine's frame",
	Operands: []ir.OperandDef{{Name: "frame", Type: frameConstraint}},
	Results:  []ir.ResultDef{{Name: "value", Type: constraint.AnyType}},
	Attrs:    []ir.AttrDef{slot},
	Format:   "$frame `[` $slot `]` attr-dict `:` type($frame) `->` type($value)",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifySlot(op, op.Result(0).Type(), t)
	},
}

// Store is coro.store: it puts a value into a slot.
var Store = &ir.OpDef{
	Name:    "coro.store",
	Summary: "writes a slot of a coroutine's frame",
	Operands: []ir.OperandDef{{Name: "frame", Type: frameConstraint},
		{Name: "value", Type: constraint.AnyType}},
	Attrs:  []ir.AttrDef{slot},
	Format: "$value `,` $frame `[` $slot `]` attr-dict `:` type($value) `,` type($frame)",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifySlot(op, op.Operand(1).Type(), t)
	},
}

func verifySlot(op *ir.Op, typ ir.Type, t *ir.SymbolTables) error {
	layout := LayoutOf(op.Operand(0), op, t)
	if layout == nil {
		return op.OpErrorf(codeCoro, "there is no coro.layout '%v'", layoutOf(op.Operand(0).Type()))
	}
	slots := Slots(layout)
	i, _ := op.IntAttr("slot")
	if i >= int64(len(slots)) {
		return op.OpErrorf(codeCoro, "slot %d is out of range: the frame has %d", i, len(slots))
	}
	if slots[i] != typ {
		return op.OpErrorf(codeCoro, "slot %d has type '%v', not '%v'", i, slots[i], typ)
	}
	return nil
}

// Resume is coro.resume: a thread of the runtime will call the function with the frame.
var Resume = &ir.OpDef{
	Name:      "coro.resume",
	Summary:   "resumes a coroutine on a thread of the runtime",
	Operands:  []ir.OperandDef{{Name: "frame", Type: frameConstraint}},
	Attrs:     []ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}},
	Coroutine: true,
	Format:    "$callee `(` $frame `)` attr-dict `:` type($frame)",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifyCallee(op, op.Operand(0).Type(), t)
	},
}

// Await is coro.await: true if the operand is resolved already. Otherwise a thread of the runtime will call
// the function with the frame once the operand is resolved, perhaps before this operation has returned false.
var Await = &ir.OpDef{
	Name:    "coro.await",
	Summary: "resumes a coroutine when an async operand is resolved, unless it is",
	Operands: []ir.OperandDef{{Name: "operand", Type: async.Any},
		{Name: "frame", Type: frameConstraint}},
	Results:   []ir.ResultDef{{Name: "ready", Type: constraint.I1}},
	Attrs:     []ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}},
	Coroutine: true,
	Format:    "$operand `,` $callee `(` $frame `)` attr-dict `:` type($operand) `,` type($frame)",
	VerifySymbolUses: func(op *ir.Op, t *ir.SymbolTables) error {
		return verifyCallee(op, op.Operand(1).Type(), t)
	},
}

// IsReady is coro.is_ready: true if awaiting the operand would not block. It may be false even then.
var IsReady = &ir.OpDef{
	Name:     "coro.is_ready",
	Summary:  "whether an async operand is resolved",
	Operands: []ir.OperandDef{{Name: "operand", Type: async.Any}},
	Results:  []ir.ResultDef{{Name: "ready", Type: constraint.I1}},
	Format:   "$operand attr-dict `:` type($operand)",
}

// verifyCallee checks that a function can be called with a frame.
func verifyCallee(op *ir.Op, frame ir.Type, t *ir.SymbolTables) error {
	ref := op.Attr("callee").(*ir.SymbolRefAttr)
	callee := t.Resolve(op, ref)
	if callee == nil {
		return op.OpErrorf(codeCoro, "there is no function '%v'", ref)
	}
	typ, ok := callee.Attr("function_type").(*ir.TypeAttr)
	if !ok {
		return op.OpErrorf(codeCoro, "'%v' is no function", ref)
	}
	f := typ.Type.(*ir.FunctionType)
	if len(f.Inputs) != 1 || f.Inputs[0] != frame || len(f.Results) != 0 {
		return op.OpErrorf(codeCoro, "'%v' must take the frame and return nothing, but has type '%v'", ref, f)
	}
	return nil
}
