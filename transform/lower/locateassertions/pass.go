package locateassertions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// The functions of the host that are called, which do not return.
const (
	assertFailed = "inflightAssertFailed" // (message, file: pointer, line, column: i64)
	awaitFailed  = "inflightAwaitFailed"  // (object, file: pointer, line, column: i64)
)

// Pass is locate-assertions.
var Pass = pass.Register(&pass.Pass{
	Name:    "locate-assertions",
	Summary: "Make assertions that do not hold call the host with their message and place",
	Doc: `A cf.assert becomes a branch to a block that calls inflightAssertFailed with the message and the place in the file. One that
checks what a wait of the async dialect waited for, as convert-async-to-llvm leaves it, calls inflightAwaitFailed with the
object, which knows why it is in error. Regions of structured control flow must be lowered before.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%ok: i1) {
  cf.assert %ok, "an even number"
  return
}
`

const after = `module {
  llvm.mlir.global private constant @__inflight_text_1("before.mlir\00") {addr_space = 0 : i32}
  llvm.func @inflightAssertFailed(!llvm.ptr, !llvm.ptr, i64, i64) attributes {passthrough = ["noreturn", "cold"], sym_visibility = "private"}
  llvm.mlir.global private constant @__inflight_text_0("an even number\00") {addr_space = 0 : i32}
  func.func @f(%arg0: i1) {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    return
  ^bb2:  // pred: ^bb0
    %0 = llvm.mlir.addressof @__inflight_text_0 : !llvm.ptr
    %1 = llvm.mlir.addressof @__inflight_text_1 : !llvm.ptr
    %2 = llvm.mlir.constant(2 : i64) : i64
    %3 = llvm.mlir.constant(3 : i64) : i64
    llvm.call @inflightAssertFailed(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.unreachable
  }
}
`

func run(r *pass.Run) error {
	for _, module := range r.Op.Find(builtin.Module) {
		l := &locator{module: module, ctx: module.Context(), texts: map[string]string{},
			declared: map[string]bool{}}
		for fn := range module.Body().Ops() {
			if !fn.Is(function.Func) {
				continue
			}
			found := slices.DeleteFunc(fn.Find(cf.Assert), func(op *ir.Op) bool { return op.Parent() != fn })
			for i, rest := range fn.Region(0).SplitBehind(found) {
				l.assertion(found[i], rest)
				r.Count("assertions located", 1)
			}
		}
	}
	return nil
}

// locator is the work on one module.
type locator struct {
	module   *ir.Op
	ctx      *ir.Context
	texts    map[string]string // names of globals by their text
	declared map[string]bool
}

// assertion replaces one assertion, at the end of a block; rest is what follows.
func (l *locator) assertion(op *ir.Op, rest *ir.Block) {
	failed := ir.NewBlock()
	op.Block().Region().Append(failed)
	b := ir.At(op)
	cf.NewCondBr(b, op.Operand(0), rest, nil, failed, nil)
	b.SetEnd(failed)
	what, callee := awaited(op.Operand(0)), awaitFailed
	if what == nil {
		what, callee = l.text(b, op.StringAttr("msg")), assertFailed
	}
	place := op.Span().Place()
	l.declare(callee)
	b.Create(ir.OpState{
		Def: llvm.Call,
		Operands: []*ir.Value{what, l.text(b, place.Filename), l.number(b, place.Line),
			l.number(b, place.Col)},
		Results: []ir.Type{},
		Attrs: []ir.NamedAttr{
			{Name: "callee", Value: l.ctx.SymbolRef(callee)},
			{Name: "operandSegmentSizes", Value: l.ctx.I32Array(4, 0)},
		},
	})
	b.Create(ir.OpState{Def: llvm.Unreachable, Results: []ir.Type{}})
	op.Erase()
}

// awaited returns the object of which the condition says that it is not in error, nil if it says something
// else.
func awaited(condition *ir.Value) *ir.Value {
	not := condition.DefinedBy(arith.XOrI)
	if not == nil {
		return nil
	}
	call := not.Operand(0).DefinedBy(function.Call)
	if call == nil || call.NumOperands() != 1 {
		return nil
	}
	ref, _ := call.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil || !strings.HasPrefix(ref.Root, "mlirAsyncRuntimeIs") ||
		!llvm.IsPointer(call.Operand(0).Type()) {
		return nil
	}
	return call.Operand(0)
}

func (l *locator) number(b *ir.Builder, n int) *ir.Value {
	return b.Create(ir.OpState{
		Def: llvm.ConstantOp, Results: []ir.Type{l.ctx.I64},
		Attrs: []ir.NamedAttr{{Name: "value", Value: l.ctx.Int(l.ctx.I64, int64(n))}},
	}).Result(0)
}

// text returns the address of a string that ends with a zero.
func (l *locator) text(b *ir.Builder, s string) *ir.Value {
	name, known := l.texts[s]
	if !known {
		name = "__inflight_text_" + strconv.Itoa(len(l.texts))
		l.texts[s] = name
		l.atStart().Create(ir.OpState{
			Def: llvm.GlobalOp, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
			Attrs: []ir.NamedAttr{
				{Name: "global_type",
					Value: l.ctx.TypeAttr(llvm.ArrayType(l.ctx, int64(len(s))+1, l.ctx.Integer(8)))},
				{Name: "constant", Value: l.ctx.Unit},
				{Name: "sym_name", Value: l.ctx.String(name)},
				{Name: "linkage", Value: l.ctx.Enum(llvm.Linkage, llvm.LinkagePrivate)},
				{Name: "value", Value: l.ctx.String(s + "\x00")},
			},
		})
	}
	return b.Create(ir.OpState{
		Def: llvm.AddressOf, Results: []ir.Type{llvm.PointerType(l.ctx, llvm.Generic)},
		Attrs: []ir.NamedAttr{{Name: "global_name", Value: l.ctx.SymbolRef(name)}},
	}).Result(0)
}

// declare declares a function of the host.
func (l *locator) declare(name string) {
	if l.declared[name] {
		return
	}
	l.declared[name] = true
	pointer := llvm.PointerType(l.ctx, llvm.Generic)
	l.atStart().Create(ir.OpState{
		Def: llvm.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: l.ctx.String(name)},
			{Name: "sym_visibility", Value: l.ctx.String("private")},
			{Name: "function_type", Value: l.ctx.TypeAttr(llvm.FunctionType(l.ctx, llvm.VoidType(l.ctx),
				[]ir.Type{pointer, pointer, l.ctx.I64, l.ctx.I64}, false))},
			{Name: "passthrough",
				Value: l.ctx.Array([]ir.Attr{l.ctx.String("noreturn"), l.ctx.String("cold")})},
		},
	})
}

func (l *locator) atStart() *ir.Builder {
	b := ir.AtEnd(l.ctx, l.module.Body())
	b.SetStart(l.module.Body())
	b.Loc = l.module.Loc()
	return b
}
