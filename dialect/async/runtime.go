package async

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The calls of the runtime that asynchronous regions are lowered to.

// RuntimeCreate is async.runtime.create: a token or a value that is not ready.
var RuntimeCreate = &ir.OpDef{
	Name:    "async.runtime.create",
	Summary: "creates an async runtime token or value",
	Results: []ir.ResultDef{{Name: "result", Type: tokenOrValue}},
	Format:  "attr-dict `:` type($result)",
}

// RuntimeCreateGroup is async.runtime.create_group: an empty group, with the number of its future members.
var RuntimeCreateGroup = &ir.OpDef{
	Name:     "async.runtime.create_group",
	Summary:  "creates an async runtime group",
	Operands: []ir.OperandDef{{Name: "size", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "result", Type: groupConstraint}},
	Format:   "$size `:` type($result) attr-dict",
}

// The operations on tokens, values and groups. SetAvailable and SetError resolve a token or value. Await
// blocks the thread until its operand is resolved. DropRef and AddRef change the reference count.
var (
	RuntimeSetAvailable = onOne("set_available", "switches token or value to available state", tokenOrValue)
	RuntimeSetError     = onOne("set_error", "switches token or value to error state", tokenOrValue)
	RuntimeAwait        = onOne("await", "blocks the caller thread until the operand becomes available", Any)
	RuntimeAddRef       = onOne("add_ref", "adds a reference to async value", Any, refCount)
	RuntimeDropRef      = onOne("drop_ref", "drops a reference to async value", Any, refCount)
)

func init() { RuntimeAwait.AsyncDependencies = (*ir.Op).Operands }

// refCount is the number of references that are added or dropped.
var refCount = ir.AttrDef{Name: "count", Type: positive}

var positive = ir.AttrConstraint{
	Summary:   "64-bit signless integer attribute whose value is positive",
	Match:     func(a ir.Attr) bool { return constraint.I64.Match(a) && a.(*ir.IntegerAttr).Value > 0 },
	ValueType: constraint.I64.ValueType,
}

// onOne makes the entry of an operation on one token, value or group.
func onOne(name, summary string, operand ir.TypeConstraint, attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{
		Name:     "async.runtime." + name,
		Summary:  summary,
		Operands: []ir.OperandDef{{Name: "operand", Type: operand}},
		Attrs:    attrs,
		Format:   "$operand attr-dict `:` type($operand)",
	}
}

// RuntimeIsError is async.runtime.is_error: whether an operand that was awaited ended in an error.
var RuntimeIsError = &ir.OpDef{
	Name:     "async.runtime.is_error",
	Summary:  "returns true if token, value or group is in error state",
	Operands: []ir.OperandDef{{Name: "operand", Type: Any}},
	Results:  []ir.ResultDef{{Name: "is_error", Type: constraint.I1}},
	Format:   "$operand attr-dict `:` type($operand)",
}

// RuntimeResume is async.runtime.resume: a thread of the runtime resumes the coroutine.
var RuntimeResume = &ir.OpDef{
	Name:     "async.runtime.resume",
	Summary:  "resumes the coroutine on a thread managed by the runtime",
	Operands: []ir.OperandDef{{Name: "handle", Type: handle}},
	Format:   "$handle attr-dict",
}

// RuntimeAwaitAndResume is async.runtime.await_and_resume: the coroutine is resumed when the operand is ready
// or an error. The operation itself does not block its thread.
var RuntimeAwaitAndResume = &ir.OpDef{
	Name:     "async.runtime.await_and_resume",
	Summary:  "awaits the async operand and resumes the coroutine",
	Operands: []ir.OperandDef{{Name: "operand", Type: Any}, {Name: "handle", Type: handle}},
	Format:   "$operand `,` $handle attr-dict `:` type($operand)",
}

// RuntimeStore is async.runtime.store: it puts a payload into a value.
var RuntimeStore = &ir.OpDef{
	Name:    "async.runtime.store",
	Summary: "stores the value into the runtime async.value",
	Operands: []ir.OperandDef{{Name: "value", Type: constraint.AnyType},
		{Name: "storage", Type: valueConstraint}},
	TypesMatch: []ir.TypesMatch{payloadOf("value")},
	Format:     "$value `,` $storage attr-dict `:` type($storage)",
}

// RuntimeLoad is async.runtime.load: it takes the payload out of a value that is ready.
var RuntimeLoad = &ir.OpDef{
	Name:       "async.runtime.load",
	Summary:    "loads the value from the runtime async.value",
	Operands:   []ir.OperandDef{{Name: "storage", Type: valueConstraint}},
	Results:    []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	TypesMatch: []ir.TypesMatch{payloadOf("result")},
	Format:     "$storage attr-dict `:` type($storage)",
}

// payloadOf says that an operand or a result has the type of the payload of the storage.
func payloadOf(to string) ir.TypesMatch {
	return ir.TypesMatch{
		From: "storage", To: to, Summary: "type of 'value' matches element type of 'storage'",
		Type: func(_ *ir.Context, storage ir.Type) ir.Type { return Payload(storage) },
	}
}

// RuntimeAddToGroup is async.runtime.add_to_group: it adds a token or a value to a group. Its result is the
// position in the group.
var RuntimeAddToGroup = &ir.OpDef{
	Name:     "async.runtime.add_to_group",
	Summary:  "adds an async token or value to the group",
	Operands: []ir.OperandDef{{Name: "operand", Type: tokenOrValue}, {Name: "group", Type: groupConstraint}},
	Results:  []ir.ResultDef{{Name: "rank", Type: constraint.Index}},
	Format:   "$operand `,` $group attr-dict `:` type($operand)",
}

// RuntimeNumWorkerThreads is async.runtime.num_worker_threads: the number of threads of the runtime.
var RuntimeNumWorkerThreads = &ir.OpDef{
	Name:    "async.runtime.num_worker_threads",
	Summary: "gets the number of threads in the threadpool from the runtime",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Format:  "attr-dict `:` type($result)",
}
