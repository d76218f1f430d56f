package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// This file writes barriers and fences: PTX ISA, "Parallel Synchronization and Communication Instructions".

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
		nvvm.Barrier: writeBarrier, nvvm.BarrierArrive: writeBarrierArrive, nvvm.MemoryBarrier: writeMemoryBarrier,
		nvvm.WarpSync:     func(f *function, op *ir.Op) { f.line("bar.warp.sync " + f.word(op.Operand(0)).text("b32") + ";") },
		nvvm.MBarrierInit: barrierInstruction("mbarrier.init", ampere), nvvm.MBarrierInval: barrierInstruction("mbarrier.inval", ampere),
		nvvm.MBarrierArrive: barrierInstruction("mbarrier.arrive", ampere), nvvm.MBarrierArriveDrop: barrierInstruction("mbarrier.arrive_drop", ampere),
		nvvm.MBarrierArriveNoComplete:     barrierInstruction("mbarrier.arrive.noComplete", ampere),
		nvvm.MBarrierArriveDropNoComplete: barrierInstruction("mbarrier.arrive_drop.noComplete", ampere),
		nvvm.MBarrierArriveExpectTx:       barrierInstruction("mbarrier.arrive.expect_tx", clustered),
		nvvm.MBarrierExpectTx:             barrierInstruction("mbarrier.expect_tx.relaxed.cta", clustered),
		nvvm.MBarrierCompleteTx:           barrierInstruction("mbarrier.complete_tx.relaxed.cta", clustered),
		nvvm.MBarrierTestWait:             writeTestWait, nvvm.MBarrierTryWaitParity: writeTryWait,
	})
}

// writeBarrier waits for the threads of the block, and may reduce a predicate over them.
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

func writeMemoryBarrier(f *function, op *ir.Op) {
	name := caseName(op, "scope")
	if name == "cluster" {
		f.require(op, clustered)
		f.line("fence.acq_rel.cluster;")
		return
	}
	f.line("membar." + map[string]string{"cta": "cta", "gpu": "gl", "sys": "sys"}[name] + ";")
}

// predicated returns what stands in front of an instruction that the last operand of an operation guards.
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

// barrierInstruction is an instruction on a barrier in memory, with a number behind the address if the operation has one, and a state
// as its result if that is used.
func barrierInstruction(name string, need requirement) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.require(op, need)
		at := f.word(op.Operand(0))
		text := f.predicated(op, 2) + name + spaceNames[at.space] + ".b64 "
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

func writeTestWait(f *function, op *ir.Op) {
	f.require(op, ampere)
	at := f.word(op.Operand(0))
	state, parity := f.inRegister(f.word(op.Operand(1))), ""
	if state.class == b32 {
		parity = ".parity"
	}
	r := f.fresh(pred)
	f.line(fmt.Sprintf("mbarrier.test_wait%s%s.b64 %s, %s, %s;", parity, spaceNames[at.space], r.text(""), f.place(at, 0), state.text("")))
	f.set(op.Result(0), r)
}

// writeTryWait asks until the phase is complete.
func writeTryWait(f *function, op *ir.Op) {
	f.require(op, clustered)
	at := f.word(op.Operand(0))
	phase, ticks := f.inRegister(f.word(op.Operand(1))), f.inRegister(f.word(op.Operand(2)))
	place := f.place(at, 0)
	head := f.label()
	f.body.WriteString(head + ":\n")
	done := f.fresh(pred)
	f.line(fmt.Sprintf("mbarrier.try_wait.parity%s.b64 %s, %s, %s, %s;", spaceNames[at.space], done.text(""), place, phase.text(""), ticks.text("")))
	f.line(fmt.Sprintf("@!%s bra %s;", done.text(""), head))
}
