package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Fences: PTX ISA, "membar, fence".

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.MemoryBarrier: writeMemoryBarrier, nvvm.FenceSyncRestrict: writeRestricted("fence"),
		nvvm.FenceProxy:        writeProxyFence,
		nvvm.FenceProxyAcquire: writeProxyAcquire, nvvm.FenceProxyRelease: writeProxyRelease,
		nvvm.FenceProxySyncRestrict: writeRestricted("fence.proxy.async::generic"),
	})
}

// The requirements of fences.
var (
	restricted = requirement{version: version{8, 6}, device: 90} // .sync_restrict
	oneWay     = requirement{version: version{8, 3}, device: 90} // .proxy.tensormap
)

func writeMemoryBarrier(f *function, op *ir.Op) {
	name := caseName(op, "scope")
	if name == "cluster" {
		f.require(op, clustered)
		f.line("fence.acq_rel.cluster;")
		return
	}
	f.line("membar." + map[string]string{"cta": "cta", "gpu": "gl", "sys": "sys"}[name] + ";")
}

// writeRestricted orders accesses to one kind of memory. After an acquire, the thread sees the writes of the
// cluster. Before a release, the writes of the block become visible.
func writeRestricted(name string) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.require(op, restricted)
		order := caseName(op, "order")
		part := map[string]string{"acquire": "cluster", "release": "cta"}[order]
		f.line(fmt.Sprintf("%s.%s.sync_restrict::shared::%s.cluster;", name, order, part))
	}
}

func writeProxyFence(f *function, op *ir.Op) {
	kind := caseName(op, "kind")
	if kind == "alias" {
		f.require(op, requirement{version: version{7, 5}, device: 70})
	} else {
		f.require(op, clustered)
	}
	if part := caseName(op, "space"); part != "" {
		kind += "::" + part
	}
	f.line("fence.proxy." + kind + ";")
}

// writeProxyAcquire makes writes to a tensor map visible. The size of the map is a constant.
func writeProxyAcquire(f *function, op *ir.Op) {
	f.require(op, oneWay)
	at, size := f.inSpace(f.word(op.Operand(0)), llvm.Generic), f.word(op.Operand(1))
	if size.kind != immediate || size.imm != 128 {
		f.fail(op, codeOp, "sees what was written to another number of bytes than the 128 of a tensor map")
		return
	}
	f.line(fmt.Sprintf("fence.proxy.%s::%s.acquire.%s %s, 128;", caseName(op, "toProxy"),
		caseName(op, "fromProxy"), caseName(op, "scope"), f.place(at, 0)))
}

func writeProxyRelease(f *function, op *ir.Op) {
	f.require(op, oneWay)
	f.line(fmt.Sprintf("fence.proxy.%s::%s.release.%s;", caseName(op, "toProxy"), caseName(op, "fromProxy"),
		caseName(op, "scope")))
}

// semantics returns the qualifier that says how an operation on an mbarrier orders memory: relaxed, or the
// word of its direction. It returns "" for the default.
func semantics(op *ir.Op, direction string) string {
	scope := caseName(op, "scope")
	relaxed, _ := op.IntAttr("relaxed")
	switch {
	case scope == "":
		return ""
	case relaxed != 0:
		return ".relaxed." + scope
	case scope == "cta":
		return ""
	}
	return "." + direction + "." + scope
}
