package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		llvm.AtomicRMW: writeAtomic, llvm.CmpXchg: writeCompareExchange, llvm.Fence: writeFence,
	})
}

// orders are the qualifiers of atomic instructions: PTX ISA, "Memory Consistency Model".
var orders = map[int64]string{llvm.Monotonic: ".relaxed", llvm.Acquire: ".acquire", llvm.Release: ".release",
	llvm.AcqRel: ".acq_rel"}

// orderOf returns the qualifier for the order of an operation. The strongest order also writes a fence before
// it.
func (f *function) orderOf(op *ir.Op, attr string) string {
	order, _ := op.IntAttr(attr)
	// the instruction has one order for success and failure
	if failure, ok := op.IntAttr("failure_ordering"); ok {
		if order, failure = max(order, failure),
			min(order, failure); order == llvm.Release && failure == llvm.Acquire {
			order = llvm.AcqRel
		}
	}
	if order == llvm.SeqCst {
		f.line("fence.sc.sys;")
		order = llvm.AcqRel
	}
	return orders[max(order, llvm.Monotonic)] + ".sys"
}

// atomicOps are the kinds of atomic operations that are one instruction. Each has a name and the letter of
// the type in front of the width.
var atomicOps = map[int64]struct {
	name string
	typ  string
}{
	llvm.BinOpXchg: {"exch", "b"}, llvm.BinOpAdd: {"add", "u"}, llvm.BinOpAnd: {"and", "b"},
	llvm.BinOpOr: {"or", "b"}, llvm.BinOpXor: {"xor", "b"},
	llvm.BinOpMax: {"max", "s"}, llvm.BinOpMin: {"min", "s"}, llvm.BinOpUMax: {"max", "u"},
	llvm.BinOpUMin: {"min", "u"}, llvm.BinOpFAdd: {"add", "f"},
	llvm.BinOpSub: {"add", "u"},
}

func writeAtomic(f *function, op *ir.Op) {
	kind, _ := op.IntAttr("bin_op")
	v := f.word(op.Operand(1))
	w := elementBits(op.Operand(1).Type())
	d, ok := atomicOps[kind]
	if at := f.word(op.Operand(0)); ok && (w == 32 || w == 64) {
		if kind == llvm.BinOpSub {
			v = f.op(v.class, "neg.s"+width(v.class), f.inRegister(v))
		}
		r := f.fresh(v.class)
		f.line(fmt.Sprintf("atom%s%s.%s.%s%d %s, %s, %s;", f.orderOf(op, "ordering"), spaceNames[at.space],
			d.name, d.typ, w,
			r.text(""), f.place(at, 0), f.inRegister(v).text("")))
		f.set(op.Result(0), r)
		return
	}
	f.exchangeLoop(op, kind, w)
}

// exchangeLoop combines the number in memory with another one. It repeats this until no other thread has
// written in between.
func (f *function) exchangeLoop(op *ir.Op, kind int64, w uint32) {
	t := op.Operand(1).Type()
	if w != 32 && w != 64 {
		f.fail(op, codeOp, "is atomic on %v, for which there is no instruction", t)
		return
	}
	at, v := f.word(op.Operand(0)), f.inRegister(f.word(op.Operand(1)))
	order := f.orderOf(op, "ordering")
	old := f.fresh(v.class)
	f.line(fmt.Sprintf("ld.relaxed.sys%s.b%d %s, %s;", spaceNames[at.space], w, old.text(""), f.place(at, 0)))
	head := f.label()
	f.body.WriteString(head + ":\n")
	made := f.combine(op, kind, t, old, v)
	seen := f.fresh(v.class)
	f.line(fmt.Sprintf("atom%s%s.cas.b%d %s, %s, %s, %s;", order, spaceNames[at.space], w, seen.text(""),
		f.place(at, 0), old.text(""), f.inRegister(made).text("")))
	again := f.op(pred, fmt.Sprintf("setp.ne.u%d", w), seen, old)
	f.emit("mov."+old.class.String(), old, seen)
	f.line(fmt.Sprintf("@%s bra %s;", again.text(""), head))
	f.set(op.Result(0), old)
}

// combine returns the new value of an atomic operation for which there is no instruction.
func (f *function) combine(op *ir.Op, kind int64, t ir.Type, old, v operand) operand {
	typ := ""
	if ft, ok := t.(*ir.FloatType); ok {
		typ = floatName(ft)
	}
	switch {
	case kind == llvm.BinOpNand:
		both := f.op(v.class, "and."+v.class.String(), old, v)
		return f.op(v.class, "not."+v.class.String(), both)
	case typ == "":
	case kind == llvm.BinOpFSub:
		return f.floatOp("sub.rn", typ, old, v)
	case kind == llvm.BinOpFMax, kind == llvm.BinOpFMaximum:
		return f.extreme("max", typ, kind == llvm.BinOpFMaximum, old, v)
	case kind == llvm.BinOpFMin, kind == llvm.BinOpFMinimum:
		return f.extreme("min", typ, kind == llvm.BinOpFMinimum, old, v)
	}
	f.fail(op, codeOp, "has no form in PTX")
	return v
}

func writeCompareExchange(f *function, op *ir.Op) {
	at, want, v := f.word(op.Operand(0)), f.inRegister(f.word(op.Operand(1))),
		f.inRegister(f.word(op.Operand(2)))
	w := elementBits(op.Operand(1).Type())
	if w != 32 && w != 64 {
		f.fail(op, codeOp, "is atomic on %v, for which there is no instruction", op.Operand(1).Type())
		return
	}
	old := f.fresh(v.class)
	f.line(fmt.Sprintf("atom%s%s.cas.b%d %s, %s, %s, %s;", f.orderOf(op, "success_ordering"),
		spaceNames[at.space], w, old.text(""), f.place(at, 0),
		want.text(""), v.text("")))
	f.set(op.Result(0), old, f.op(pred, fmt.Sprintf("setp.eq.u%d", w), old, want))
}

func writeFence(f *function, op *ir.Op) {
	if order, _ := op.IntAttr("ordering"); order == llvm.SeqCst {
		f.line("fence.sc.sys;")
		return
	}
	f.line("fence.acq_rel.sys;")
}
