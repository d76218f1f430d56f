package convertasynctollvm

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeLeft = diag.Register("async-to-llvm-unsupported",
	"an asynchronous operation has no lowering to calls of the runtime",
	"convert-async-to-llvm lowers async.runtime, async.coro and coro operations. Tasks, functions and "+
		"waits become those by "+
		"--async-func-to-async-runtime --async-to-async-runtime; payloads of values must have a type that "+
		"LLVM can hold.")

// lowering is the work on one module. What stands directly in it, functions above all, is lowered in
// parallel, by lowerings that share what nobody changes meanwhile: the module, its symbols and texts.
type lowering struct {
	ctx      *ir.Context
	module   *ir.Op
	pointer  ir.Type
	token    ir.Type
	held     *llvmtypes.Types // in which LLVM holds payloads
	inflight bool             // calls of Inflight's runtime, beside those that upstream's has
	symbols  *ir.SymbolTables
	declared map[string]*ir.Op
	texts    map[string]*ir.Op // global constants
	waits    *waits            // their places, nil if nobody asks for them

	lowered bool                         // any operation
	retyped bool                         // any type has changed
	used    map[string]*ir.SymbolRefAttr // the names that are referred to
	frames  map[*ir.Op]ir.Type
	casts   map[castKey]*ir.Value
	errs    diag.List
	list    []*ir.Op    // to be lowered
	out     []*ir.Value // see results
	recent  [recentTypes]struct{ from, to ir.Type }

	*ir.Builder // in front of the operation being lowered
}

// lowerings says what becomes of each operation. A function returns the values that stand for the results.
var lowerings map[*ir.OpDef]func(l *lowering, op *ir.Op) []*ir.Value

func init() {
	lowerings = map[*ir.OpDef]func(*lowering, *ir.Op) []*ir.Value{
		async.RuntimeCreate:           (*lowering).create,
		async.RuntimeCreateGroup:      (*lowering).createGroup,
		async.RuntimeSetAvailable:     (*lowering).setAvailable,
		async.RuntimeSetError:         (*lowering).setError,
		async.RuntimeIsError:          (*lowering).isError,
		async.RuntimeAwait:            (*lowering).await,
		async.RuntimeResume:           (*lowering).resume,
		async.RuntimeAwaitAndResume:   (*lowering).awaitAndResume,
		async.RuntimeStore:            (*lowering).store,
		async.RuntimeLoad:             (*lowering).load,
		async.RuntimeAddToGroup:       (*lowering).addToGroup,
		async.RuntimeAddRef:           (*lowering).countRefs,
		async.RuntimeDropRef:          (*lowering).countRefs,
		async.RuntimeNumWorkerThreads: (*lowering).numWorkerThreads,
		async.CoroID:                  (*lowering).coroID,
		async.CoroBegin:               (*lowering).coroBegin,
		async.CoroFree:                (*lowering).coroFree,
		async.CoroEnd:                 (*lowering).coroEnd,
		async.CoroSave:                (*lowering).coroSave,
		async.CoroSuspend:             (*lowering).coroSuspend,
		coro.Create:                   (*lowering).frameCreate,
		coro.Free:                     (*lowering).frameFree,
		coro.Load:                     (*lowering).frameLoad,
		coro.Store:                    (*lowering).frameStore,
		coro.Resume:                   (*lowering).frameResume,
		coro.Await:                    (*lowering).frameAwait,
		coro.IsReady:                  (*lowering).isReady,
		task.RuntimeCall:              (*lowering).callTask,
	}
}

// lowerModule lowers what stands in one module, and in no module inside of it.
func lowerModule(module *ir.Op, inflight, places bool) diag.List {
	l := newLowering(module, inflight)
	if inflight && places && module.Parent() == nil { // one table per program
		l.waits = newWaits(module)
	}
	l.lookUp()
	if l.lowerUnits(l.units()); l.errs.HasErrors() {
		return l.errs
	}
	l.eraseLayouts()
	l.declareAll()
	units := l.units()
	ir.ForEachWith(len(units), l.fork, func(w *lowering, i int) { w.retypeOp(units[i]) })
	return nil
}

// newLowering returns a lowering for a module.
func newLowering(module *ir.Op, inflight bool) *lowering {
	ctx := module.Context()
	return (&lowering{
		ctx: ctx, module: module, pointer: llvm.PointerType(ctx, 0), token: llvm.TokenType(ctx),
		inflight: inflight,
		declared: map[string]*ir.Op{}, texts: map[string]*ir.Op{},
	}).fork()
}

// lookUp finds what the module declares.
func (l *lowering) lookUp() {
	for op := range l.module.Body().Ops() {
		l.declared[op.SymbolName()] = op
	}
}

// declareAll declares what the lowered operations call.
func (l *lowering) declareAll() {
	if l.lowered || l.module.Parent() == nil { // upstream's pass declares functions that nothing calls, too
		l.declare()
	}
	l.declareMemory()
}

// lowerUnits lowers what stands in the module: in parallel what does not go away itself.
func (l *lowering) lowerUnits(units []*ir.Op) {
	l.prepare(units)
	for _, op := range units {
		if lowerings[op.Def()] != nil {
			l.unit(op)
		}
	}
	units = l.units()
	errs := make([]diag.List, len(units))
	for _, w := range ir.ForEachWith(len(units), l.fork, func(w *lowering, i int) {
		w.errs = nil
		w.unit(units[i])
		errs[i] = w.errs
	}) {
		l.join(w)
	}
	for _, list := range errs {
		l.errs.Add(list...)
	}
}

// join notes what a lowering of another part needs.
func (l *lowering) join(w *lowering) {
	maps.Copy(l.used, w.used)
	l.lowered = l.lowered || w.lowered
}

// fork returns a lowering that works on another part of the module.
func (l *lowering) fork() *lowering {
	w := *l
	w.held, w.symbols = llvmtypes.NewTypes(l.ctx, 0), ir.NewSymbolTables()
	w.used, w.frames, w.casts = map[string]*ir.SymbolRefAttr{}, maps.Clone(l.frames), map[castKey]*ir.Value{}
	w.errs, w.list, w.out = nil, nil, nil
	if w.frames == nil {
		w.frames = map[*ir.Op]ir.Type{}
	}
	w.Builder = ir.NewBuilder(l.ctx)
	w.Arena = &ir.Arena{}
	return &w
}

// units returns the operations that stand directly in the module.
func (l *lowering) units() []*ir.Op { return slices.Collect(l.module.Body().Ops()) }

// prepare makes what the units share: the types of frames, and texts, which are numbered in the order of
// their use.
func (l *lowering) prepare(units []*ir.Op) {
	for _, op := range units {
		if op.Is(coro.Layout) {
			l.layoutType(op)
		}
	}
	if l.waits != nil {
		l.waits.table(l)
	}
	if !l.inflight {
		return
	}
	for _, op := range units {
		if op.Is(builtin.Module) {
			continue
		}
		for inner := range op.Walk() {
			l.prepareTexts(inner)
		}
	}
}

// unit lowers one of the operations that stand directly in the module, and what is in it.
func (l *lowering) unit(op *ir.Op) {
	if len(l.casts) > 0 { // emptying a map that was large takes as long as filling it did
		l.casts = map[castKey]*ir.Value{}
	}
	l.list = l.list[:0]
	l.collect(op)
	list := l.list
	if l.waits != nil && op.Is(function.Func) && !op.Region(0).Empty() {
		l.waits.clearOnResume(l, op)
	}
	for _, inner := range list {
		l.one(inner)
	}
	// what is made for the next one has their memory; the casts know none of their values then
	for _, inner := range list {
		l.Arena.Release(inner)
	}
}

// collect lists the operations to lower, in order: op, and what is in it.
func (l *lowering) collect(op *ir.Op) {
	if lowers(op.Def()) {
		l.list = append(l.list, op)
	}
	if op.Is(builtin.Module) {
		return
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if inner.NumRegions() > 0 {
					l.collect(inner)
				} else if lowers(inner.Def()) {
					l.list = append(l.list, inner)
				}
			}
		}
	}
}

// lowers reports whether operations that def describes have to be lowered.
func lowers(def *ir.OpDef) bool {
	name := def.DialectName()
	return name == "async" || name == "coro" || def == task.RuntimeCall
}

func (l *lowering) one(op *ir.Op) {
	lower := lowerings[op.Def()]
	if lower == nil {
		if !op.Is(coro.Layout) {
			l.errs.Add(op.OpErrorf(codeLeft, "has to be lowered before"))
		}
		return
	}
	l.SetBefore(op)
	l.Loc = op.Loc()
	l.lowered = true
	if results := lower(l, op); op.NumResults() > 0 {
		op.ReplaceAllUsesWith(results)
	}
	op.Erase()
}

// call calls a function of the runtime. Its result keeps the type given until all types change.
func (l *lowering) call(name string, results []ir.Type, operands ...*ir.Value) *ir.Op {
	return l.Make(function.Call, operands, results, ir.NamedAttr{Name: "callee", Value: l.use(name)})
}

// use returns a reference to a function, which the module has to have then.
func (l *lowering) use(name string) *ir.SymbolRefAttr {
	ref := l.used[name]
	if ref == nil {
		ref = l.ctx.SymbolRef(name)
		l.used[name] = ref
	}
	return ref
}

// do calls a function without results.
func (l *lowering) do(name string, operands ...*ir.Value) []*ir.Value {
	l.call(name, []ir.Type{}, operands...)
	return nil
}

// results returns the results of an operation, until the next operation is lowered.
func (l *lowering) results(op *ir.Op) []*ir.Value {
	l.out = l.out[:0]
	for i := range op.NumResults() {
		l.out = append(l.out, op.Result(i))
	}
	return l.out
}

// get calls a function with one result.
func (l *lowering) get(name string, result ir.Type, operands ...*ir.Value) []*ir.Value {
	return l.results(l.call(name, []ir.Type{result}, operands...))
}

// of returns the name of the function for a token, a value or a group.
func of(v *ir.Value, token, value, group string) string {
	switch t := v.Type(); {
	case async.IsToken(t):
		return "mlirAsyncRuntime" + token
	case async.IsValue(t):
		return "mlirAsyncRuntime" + value
	}
	return "mlirAsyncRuntime" + group
}

func (l *lowering) create(op *ir.Op) []*ir.Value {
	t := op.Result(0).Type()
	if async.IsToken(t) {
		return l.get("mlirAsyncRuntimeCreateToken", t)
	}
	payload, ok := l.payload(op, async.Payload(t))
	if !ok {
		return op.Results()
	}
	if l.inflight && isObject(async.Payload(t)) {
		return l.get(createHolder, t)
	}
	return l.get("mlirAsyncRuntimeCreateValue", t, l.sizeOf(payload))
}

// isObject reports whether things of type t have counts of references.
func isObject(t ir.Type) bool { return async.IsToken(t) || async.IsValue(t) || async.IsGroup(t) }

// sizeOf computes the size of a type in bytes, as the distance of two elements.
func (l *lowering) sizeOf(t ir.Type) *ir.Value {
	null := llvmtypes.Zero(l.Builder, l.pointer)
	second := l.gep(null, t, 1)
	return llvmtypes.Cast(l.Builder, llvm.PtrToInt, second, l.ctx.I64)
}

// gep computes an address from constant indices.
func (l *lowering) gep(base *ir.Value, elem ir.Type, indices ...int64) *ir.Value {
	constants := make([]ir.OpFoldResult, len(indices))
	for i, n := range indices {
		constants[i].Const = n
	}
	return llvmtypes.GEP(l.Builder, elem, base, 0, constants...)
}

func (l *lowering) createGroup(op *ir.Op) []*ir.Value {
	return l.get("mlirAsyncRuntimeCreateGroup", op.Result(0).Type(), l.cast(op.Operand(0), l.ctx.I64))
}

// cast makes a value of another type, which the later conversions agree on. It stands behind the definition
// of the value, once for all uses, as MLIR's conversions have it.
func (l *lowering) cast(v *ir.Value, t ir.Type) *ir.Value {
	if l.converted(v.Type()) == t {
		return v
	}
	key := castKey{v, t}
	if l.casts[key] == nil {
		b := ir.NewBuilder(l.ctx)
		b.Loc = v.Loc()
		if op := v.DefiningOp(); op != nil {
			b.SetAfter(op)
		} else {
			b.SetStart(v.Owner())
		}
		l.casts[key] = b.Make(builtin.UnrealizedConversionCast, []*ir.Value{v}, []ir.Type{t}).Result(0)
	}
	return l.casts[key]
}

type castKey struct {
	v *ir.Value
	t ir.Type
}

func (l *lowering) setAvailable(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	return l.do(of(v, "EmplaceToken", "EmplaceValue", ""), v)
}

func (l *lowering) setError(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	if message, ok := causeOf(op); ok && l.inflight {
		return l.setErrorAt(op, message)
	}
	return l.do(of(v, "SetTokenError", "SetValueError", ""), v)
}

func (l *lowering) isError(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	return l.get(of(v, "IsTokenError", "IsValueError", "IsGroupError"), l.ctx.I1, v)
}

func (l *lowering) await(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	if l.waits != nil {
		return l.waits.await(l, op)
	}
	return l.do(of(v, "AwaitToken", "AwaitValue", "AwaitAllInGroup"), v)
}

func (l *lowering) countRefs(op *ir.Op) []*ir.Value {
	name := "mlirAsyncRuntimeAddRef"
	if op.Is(async.RuntimeDropRef) {
		name = "mlirAsyncRuntimeDropRef"
	}
	return l.do(name, op.Operand(0), arith.NewConstant(l.Builder, op.Attr("count")))
}

func (l *lowering) addToGroup(op *ir.Op) []*ir.Value {
	name := "mlirAsyncRuntimeAddTokenToGroup"
	if !async.IsToken(op.Operand(0).Type()) {
		if !l.inflight {
			l.errs.Add(op.OpErrorf(codeLeft,
				"adds a value to a group, which MLIR's runtime has no function for").
				Suggest(
					"use --convert-async-to-llvm=runtime=inflight, or " +
						"--async-to-async-runtime=values-in-groups=task before"))
			return op.Results()
		}
		name = addToGroup
	}
	rank := l.get(name, l.ctx.I64, op.Operands()...)
	if op.Unused() {
		return op.Results()
	}
	return []*ir.Value{l.cast(rank[0], l.ctx.Index)}
}

func (l *lowering) numWorkerThreads(op *ir.Op) []*ir.Value {
	return l.get("mlirAsyncRuntimGetNumWorkerThreads", l.ctx.Index)
}

func (l *lowering) store(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	t, ok := l.payload(op, v.Type())
	if !ok {
		return nil
	}
	storage := l.storage(op.Operand(1))
	llvmtypes.Store(l.Builder, l.cast(v, t), storage)
	return nil
}

func (l *lowering) load(op *ir.Op) []*ir.Value {
	t, ok := l.payload(op, op.Result(0).Type())
	if !ok {
		return op.Results()
	}
	return l.loadFrom(l.storage(op.Operand(0)), t, op.Result(0).Type())
}

// loadFrom loads what is held as one type and used as another. One that changes with all others keeps its
// type until then.
func (l *lowering) loadFrom(address *ir.Value, held, used ir.Type) []*ir.Value {
	if l.converted(used) == held {
		held = used
	}
	v := llvmtypes.Load(l.Builder, held, address)
	if held == used {
		return []*ir.Value{v}
	}
	return []*ir.Value{l.cast(v, used)}
}

func (l *lowering) storage(v *ir.Value) *ir.Value {
	return l.get("mlirAsyncRuntimeGetValueStorage", l.pointer, v)[0]
}
