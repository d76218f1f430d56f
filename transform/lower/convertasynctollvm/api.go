package convertasynctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// kind is a type in the signature of a function of the runtime.
type kind uint8

const (
	pointer kind = iota
	i64
	i32
	i1
	index
)

// signature declares a function of the runtime.
type signature struct {
	name    string
	inputs  []kind
	results []kind
}

// upstream are the functions that MLIR's runtime has, in the order in which MLIR's pass declares them.
var upstream = []signature{
	{"mlirAsyncRuntimeAddRef", []kind{pointer, i64}, nil},
	{"mlirAsyncRuntimeDropRef", []kind{pointer, i64}, nil},
	{"mlirAsyncRuntimeCreateToken", nil, []kind{pointer}},
	{"mlirAsyncRuntimeCreateValue", []kind{i64}, []kind{pointer}},
	{"mlirAsyncRuntimeCreateGroup", []kind{i64}, []kind{pointer}},
	{"mlirAsyncRuntimeEmplaceToken", []kind{pointer}, nil},
	{"mlirAsyncRuntimeEmplaceValue", []kind{pointer}, nil},
	{"mlirAsyncRuntimeSetTokenError", []kind{pointer}, nil},
	{"mlirAsyncRuntimeSetValueError", []kind{pointer}, nil},
	{"mlirAsyncRuntimeIsTokenError", []kind{pointer}, []kind{i1}},
	{"mlirAsyncRuntimeIsValueError", []kind{pointer}, []kind{i1}},
	{"mlirAsyncRuntimeIsGroupError", []kind{pointer}, []kind{i1}},
	{"mlirAsyncRuntimeAwaitToken", []kind{pointer}, nil},
	{"mlirAsyncRuntimeAwaitValue", []kind{pointer}, nil},
	{"mlirAsyncRuntimeAwaitAllInGroup", []kind{pointer}, nil},
	{"mlirAsyncRuntimeExecute", []kind{pointer, pointer}, nil},
	{"mlirAsyncRuntimeGetValueStorage", []kind{pointer}, []kind{pointer}},
	{"mlirAsyncRuntimeAddTokenToGroup", []kind{pointer, pointer}, []kind{i64}},
	{"mlirAsyncRuntimeAwaitTokenAndExecute", []kind{pointer, pointer, pointer}, nil},
	{"mlirAsyncRuntimeAwaitValueAndExecute", []kind{pointer, pointer, pointer}, nil},
	{"mlirAsyncRuntimeAwaitAllInGroupAndExecute", []kind{pointer, pointer, pointer}, nil},
	{"mlirAsyncRuntimGetNumWorkerThreads", nil, []kind{index}},
}

// extensions are functions that Inflight's runtime has besides. They are declared where they are used.
var extensions = []signature{
	{awaitOrExecute, []kind{pointer, pointer, pointer}, []kind{i1}},
	{awaitAt, []kind{pointer, i32}, nil},
	{resolvedBy, []kind{pointer, pointer}, nil},
	{isResolved, []kind{pointer}, []kind{i1}},
	{allocateFrame, []kind{i64}, []kind{pointer}},
	{freeFrame, []kind{pointer, i64}, nil},
	{createHolder, nil, []kind{pointer}},
	{addToGroup, []kind{pointer, pointer}, []kind{i64}},
	{setErrorAt, []kind{pointer, pointer, pointer, i64, i64}, nil},
	{task.GateFunction, nil, []kind{pointer}},
	{task.GuardFunction, []kind{pointer, pointer}, nil},
	{task.StartFunction, []kind{pointer}, nil},
	{"inflightTaskFulfill", []kind{pointer, pointer, i64, i64}, nil},
	{"inflightTaskFail", []kind{pointer, pointer, pointer, i64, i64}, nil},
	{"inflightTaskSettle", []kind{pointer, pointer, pointer, i64, i64}, nil},
	{"inflightTaskIsComplete", []kind{pointer}, []kind{i1}},
	{"inflightTaskAny", []kind{i64}, []kind{pointer}},
	{"inflightTaskAnyOf", []kind{pointer, pointer, i64}, nil},
	{"inflightTaskResource", nil, []kind{pointer}},
	{"inflightTaskClaim", []kind{i64}, []kind{pointer}},
	{"inflightTaskClaimOf", []kind{pointer, pointer}, nil},
	{"inflightTaskRelease", []kind{pointer, pointer}, nil},
	{"inflightTaskQueue", []kind{i64, i64}, []kind{pointer}},
	{"inflightTaskRoom", []kind{pointer}, []kind{pointer}},
	{"inflightTaskTurn", []kind{pointer}, []kind{pointer}},
	{"inflightTaskStarted", []kind{pointer}, nil},
	{"inflightTaskEnded", []kind{pointer, pointer}, nil},
	{"inflightTaskUnless", []kind{pointer}, []kind{pointer}},
	{"inflightTaskImport", []kind{pointer}, []kind{pointer}},
	{"inflightTaskExport", []kind{pointer, pointer}, nil},
}

const (
	awaitOrExecute = "inflightAsyncAwaitOrExecute"
	awaitAt        = "inflightAsyncAwaitAt"
	resolvedBy     = "inflightAsyncResolvedBy"
	isResolved     = "inflightAsyncIsResolved"
	createHolder   = "inflightAsyncCreateHolder"
	addToGroup     = "inflightAsyncAddToGroup"
	allocateFrame  = "inflightAsyncAllocateFrame"
	freeFrame      = "inflightAsyncFreeFrame"
	setErrorAt     = "inflightAsyncSetErrorAt"

	resumeFunction = "__resume"
	allocFunction  = "aligned_alloc"
	freeFunction   = "free"
)

// types returns the types that kinds stand for.
func (l *lowering) types(kinds []kind) []ir.Type {
	types := make([]ir.Type, len(kinds))
	for i, k := range kinds {
		types[i] = [...]ir.Type{pointer: l.pointer, i64: l.ctx.I64, i32: l.ctx.I32, i1: l.ctx.I1,
			index: l.ctx.Index}[k]
	}
	return types
}

// declare adds the functions of the runtime to the module, those that it does not have.
func (l *lowering) declare() {
	for _, s := range upstream {
		l.declareOne(s)
	}
	for _, s := range extensions {
		if l.used[s.name] != nil {
			l.declareOne(s)
		}
	}
	if l.declared[resumeFunction] == nil && l.used[resumeFunction] != nil {
		l.defineResume()
	}
}

func (l *lowering) declareOne(s signature) {
	if l.declared[s.name] == nil {
		l.atEnd().Create(ir.OpState{
			Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
			Attrs: []ir.NamedAttr{
				{Name: "sym_name", Value: l.ctx.String(s.name)},
				{Name: "function_type",
					Value: l.ctx.TypeAttr(l.ctx.Function(l.types(s.inputs), l.types(s.results)))},
				{Name: "sym_visibility", Value: l.ctx.String("private")},
			},
		})
	}
}

// defineResume adds the function that resumes LLVM's coroutines; the runtime calls it with their handle.
func (l *lowering) defineResume() {
	entry := ir.NewBlock(l.pointer)
	fn := l.function(l.atEnd(), resumeFunction, llvm.VoidType(l.ctx), l.pointer)
	fn.SetAttr("sym_visibility", l.ctx.String("private"))
	fn.Region(0).Append(entry)
	b := ir.AtEnd(l.ctx, entry)
	b.Loc = fn.Loc()
	b.Make(llvm.CoroResume, []*ir.Value{entry.Arg(0)}, []ir.Type{})
	b.Make(llvm.Return, nil, []ir.Type{})
}

// declareMemory declares malloc's relatives at the start of the module.
func (l *lowering) declareMemory() {
	b := ir.AtEnd(l.ctx, l.module.Body())
	b.Loc = l.module.Loc()
	for _, s := range []struct {
		name   string
		result ir.Type
		args   []ir.Type
	}{
		{allocFunction, l.pointer, []ir.Type{l.ctx.I64, l.ctx.I64}},
		{freeFunction, llvm.VoidType(l.ctx), []ir.Type{l.pointer}},
	} {
		if l.declared[s.name] == nil && l.used[s.name] != nil {
			b.SetStart(l.module.Body())
			l.function(b, s.name, s.result, s.args...)
		}
	}
}

// function makes an llvm.func without a body.
func (l *lowering) function(b *ir.Builder, name string, result ir.Type, args ...ir.Type) *ir.Op {
	return llvmtypes.NewFunc(b, name, llvm.FunctionType(l.ctx, result, args, false))
}

func (l *lowering) atEnd() *ir.Builder {
	b := ir.AtEnd(l.ctx, l.module.Body())
	b.Loc = l.module.Loc()
	return b
}
