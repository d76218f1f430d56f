package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Barriers and mbarriers: PTX ISA, "Parallel Synchronization and Communication Instructions".

// bare are the instructions without operands.
var bare = map[*ir.OpDef]struct {
	text string
	need requirement
}{
	nvvm.Barrier0:             {"bar.sync 0;", base},
	nvvm.FenceCluster:         {"fence.sc.cluster;", clustered},
	nvvm.FenceMBarrierInit:    {"fence.mbarrier_init.release.cluster;", clustered},
	nvvm.ClusterArrive:        {"barrier.cluster.arrive;", clustered},
	nvvm.ClusterArriveRelaxed: {"barrier.cluster.arrive.relaxed;", clustered},
	nvvm.ClusterWait:          {"barrier.cluster.wait;", clustered},
	nvvm.Exit:                 {"exit;", base},
	nvvm.Breakpoint:           {"brkpt;", base},
	nvvm.CpAsyncCommitGroup:   {"cp.async.commit_group;", ampere},
	nvvm.BulkCommitGroup:      {"cp.async.bulk.commit_group;", clustered},
}

func init() {
	for def, d := range bare {
		writers[def] = func(f *function, op *ir.Op) {
			f.require(op, d.need)
			text := d.text
			if op.Attr("aligned") != nil {
				text = strings.TrimSuffix(text, ";") + ".aligned;"
			}
			f.line(text)
		}
	}
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.Barrier: writeBarrier, nvvm.BarrierArrive: writeBarrierArrive,
		nvvm.WarpSync: func(f *function, op *ir.Op) {
			f.line("bar.warp.sync " + f.word(op.Operand(0)).text("b32") + ";")
		},
		nvvm.MBarrierInit:                 barrierInstruction("mbarrier.init", ampere),
		nvvm.MBarrierInval:                barrierInstruction("mbarrier.inval", ampere),
		nvvm.MBarrierArrive:               barrierInstruction("mbarrier.arrive", ampere),
		nvvm.MBarrierArriveDrop:           barrierInstruction("mbarrier.arrive_drop", ampere),
		nvvm.MBarrierArriveNoComplete:     barrierInstruction("mbarrier.arrive.noComplete", ampere),
		nvvm.MBarrierArriveDropNoComplete: barrierInstruction("mbarrier.arrive_drop.noComplete", ampere),
		nvvm.MBarrierArriveExpectTx:       barrierInstruction("mbarrier.arrive.expect_tx", clustered),
		nvvm.MBarrierArriveDropExpectTx:   barrierInstruction("mbarrier.arrive_drop.expect_tx", clustered),
		nvvm.MBarrierExpectTx:             barrierInstruction("mbarrier.expect_tx", clustered),
		nvvm.MBarrierCompleteTx:           barrierInstruction("mbarrier.complete_tx", clustered),
		nvvm.MBarrierTestWait:             testInstruction("mbarrier.test_wait", ampere),
		nvvm.MBarrierTryWait:              testInstruction("mbarrier.try_wait", clustered),
		nvvm.MBarrierTryWaitParity:        writeTryWait,
		nvvm.MapAddress:                   writeMapAddress,
	})
}

// writeBarrier waits for the threads of the block. It may also reduce a predicate over them.
func writeBarrier(f *function, op *ir.Op) {
	id, threads, reduced := op.OptionalOperand(0), op.OptionalOperand(1), op.OptionalOperand(2)
	args := "0"
	if id != nil {
		args = f.word(id).text("b32")
	}
	if threads != nil {
		args += ", " + f.word(threads).text("b32")
	}
	if reduced == nil {
		f.line("bar.sync " + args + ";")
		return
	}
	p := f.op(pred, "setp.ne.u32", f.inRegister(f.word(reduced)), bits(b32, 0))
	if name := caseName(op, "reductionOp"); name != "popc" {
		r := f.fresh(pred)
		f.line(fmt.Sprintf("bar.red.%s.pred %s, %s, %s;", name, r.text(""), args, p.text("")))
		f.set(op.Result(0), f.fromPredicate(r, b32))
		return
	}
	r := f.fresh(b32)
	f.line(fmt.Sprintf("bar.red.popc.u32 %s, %s, %s;", r.text(""), args, p.text("")))
	f.set(op.Result(0), r)
}

func writeBarrierArrive(f *function, op *ir.Op) {
	id := "0"
	if op.NumOperands() > 1 {
		id = f.word(op.Operand(0)).text("b32")
	}
	f.line(fmt.Sprintf("bar.arrive %s, %s;", id, f.word(op.Operand(op.NumOperands()-1)).text("b32")))
}

// predicated returns the guard in front of an instruction. The last operand of the operation is the
// predicate.
func (f *function) predicated(op *ir.Op, group int) string {
	if len(op.Def().Operands) <= group {
		return ""
	}
	p := op.OptionalOperand(group)
	if p == nil {
		return ""
	}
	return "@" + f.inRegister(f.word(p)).text("") + " "
}

// barrierObject returns the address of an mbarrier. A pointer that a kernel was given would point to global
// memory, which has no mbarriers.
func (f *function) barrierObject(op *ir.Op) operand {
	at := f.word(op.Operand(0))
	if at.space != llvm.Shared && at.space != llvm.SharedCluster {
		return f.inSpace(at, llvm.Generic)
	}
	return at
}

// barrierInstruction makes the writer of an instruction on an mbarrier. If the operation has a number, it
// stands behind the address. If the state is used, it is the result.
func barrierInstruction(name string, need requirement) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.require(op, need)
		at := f.barrierObject(op)
		text := f.predicated(op, 2) + name + f.barrierSemantics(op, name) + spaceNames[at.space] + ".b64 "
		switch {
		case op.NumResults() > 0:
			r := f.fresh(b64)
			f.set(op.Result(0), r)
			text += r.text("") + ", "
		case strings.Contains(name, "arrive"):
			text += "_, "
		}
		text += f.place(at, 0)
		if len(op.Def().Operands) > 1 && op.OptionalOperand(1) != nil {
			text += ", " + f.word(op.OperandsOf(1)[0]).text("b32")
		}
		f.line(text + ";")
	}
}

// barrierSemantics returns the qualifier that says how an operation on an mbarrier orders memory. An
// operation that only counts bytes orders nothing; its qualifier says so.
func (f *function) barrierSemantics(op *ir.Op, name string) string {
	if strings.HasSuffix(name, ".expect_tx") && !strings.Contains(name, "arrive") ||
		strings.HasSuffix(name, ".complete_tx") {
		return ".relaxed." + caseName(op, "scope")
	}
	return f.ordering(op, "release")
}

// ordering is semantics, and notes the requirement of the qualifier.
func (f *function) ordering(op *ir.Op, direction string) string {
	text := semantics(op, direction)
	if text != "" {
		f.require(op, clustered)
	}
	return text
}

// testInstruction makes the writer of an instruction that tells whether a phase is complete. The phase is
// given by its state or its parity.
func testInstruction(name string, need requirement) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.require(op, need)
		at := f.barrierObject(op)
		state, parity, ticks := f.inRegister(f.word(op.Operand(1))), "", ""
		if state.class == b32 {
			parity = ".parity"
		}
		if op.NumOperands() > 2 {
			ticks = ", " + f.word(op.Operand(2)).text("b32")
		}
		r := f.fresh(pred)
		f.line(fmt.Sprintf("%s%s%s%s.b64 %s, %s, %s%s;", name, parity, f.ordering(op, "acquire"),
			spaceNames[at.space], r.text(""), f.place(at, 0),
			state.text(""), ticks))
		f.set(op.Result(0), r)
	}
}

// writeMapAddress returns the address of a place in another block of the cluster.
func writeMapAddress(f *function, op *ir.Op) {
	f.require(op, clustered)
	from, block := f.inRegister(f.word(op.Operand(0))), f.word(op.Operand(1))
	list, _ := words(nil, op.Result(0).Type())
	r := f.fresh(list[0].class)
	part := ""
	if r.space, _ = llvm.AddressSpace(op.Result(0).Type()); r.space == llvm.SharedCluster {
		part = ".shared::cluster"
	}
	f.line(fmt.Sprintf("mapa%s.u%s %s, %s, %s;", part, width(r.class), r.text(""), from.text(""),
		block.text("b32")))
	f.set(op.Result(0), r)
}

// writeTryWait writes a loop that repeats the test until the phase is complete.
func writeTryWait(f *function, op *ir.Op) {
	f.require(op, clustered)
	at := f.barrierObject(op)
	phase, ticks := f.inRegister(f.word(op.Operand(1))), f.inRegister(f.word(op.Operand(2)))
	place := f.place(at, 0)
	head := f.label()
	f.body.WriteString(head + ":\n")
	done := f.fresh(pred)
	f.line(fmt.Sprintf("mbarrier.try_wait.parity%s.b64 %s, %s, %s, %s;", spaceNames[at.space], done.text(""),
		place, phase.text(""), ticks.text("")))
	f.line(fmt.Sprintf("@!%s bra %s;", done.text(""), head))
}
