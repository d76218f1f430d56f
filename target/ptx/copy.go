package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Asynchronous copies: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy".

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.CpAsync: writeCpAsync, nvvm.CpAsyncWaitGroup: writeCpAsyncWait,
		nvvm.CpAsyncMBarrierArrive: writeCpAsyncArrive,
		nvvm.Prefetch:              writePrefetch,
	})
}

// writeCpAsync copies 4, 8 or 16 bytes. If the source has a size of its own, the rest becomes zero.
func writeCpAsync(f *function, op *ir.Op) {
	f.require(op, ampere)
	size, _ := op.IntAttr("size")
	to, from := f.inSpace(f.word(op.Operand(0)), llvm.Shared), f.inSpace(f.word(op.Operand(1)), llvm.Global)
	text := fmt.Sprintf("cp.async.%s.shared.global %s, %s, %d", caseName(op, "modifier"), f.place(to, 0),
		f.place(from, 0), size)
	if op.NumOperands() > 2 {
		text += ", " + f.word(op.Operand(2)).text("b32")
	}
	f.line(text + ";")
}

func writeCpAsyncWait(f *function, op *ir.Op) {
	f.require(op, ampere)
	n, _ := op.IntAttr("n")
	f.line(fmt.Sprintf("cp.async.wait_group %d;", n))
}

func writeCpAsyncArrive(f *function, op *ir.Op) {
	f.require(op, ampere)
	at := f.barrierObject(op)
	noinc := ""
	if n, _ := op.IntAttr("noinc"); n != 0 {
		noinc = ".noinc"
	}
	f.line(fmt.Sprintf("cp.async.mbarrier.arrive%s%s.b64 %s;", noinc, spaceNames[at.space], f.place(at, 0)))
}

func writePrefetch(f *function, op *ir.Op) {
	at := f.word(op.Operand(0))
	if op.Attr("tensormap") != nil && op.Attr("in_param_space") == nil {
		f.require(op, clustered)
		f.line(f.predicated(op, 1) + "prefetch.tensormap " + f.place(f.inSpace(at, llvm.Generic), 0) + ";")
		return
	}
	level := caseName(op, "cacheLevel")
	if level == "" || op.Attr("evictPriority") != nil || op.Attr("uniform") != nil ||
		at.space == llvm.Constant {
		f.fail(op, codeOp,
			"prefetches in a way that cannot be written: give the level of the cache alone, or a tensor map")
		return
	}
	f.line(fmt.Sprintf("%sprefetch%s.%s %s;", f.predicated(op, 1), spaceNames[at.space], level,
		f.place(at, 0)))
}
