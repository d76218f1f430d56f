package nvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations on mbarriers: PTX ISA, "mbarrier". An mbarrier is 8 bytes that only these operations read
// and write. A state is the phase in which a thread arrived.

// mbarrier makes the entry of an operation on the mbarrier at addr, operand 0.
func mbarrier(name, summary, format string, operands ...ir.OperandDef) *ir.OpDef {
	return &ir.OpDef{Name: "nvvm.mbarrier." + name, Summary: summary, Operands: operands, Format: format,
		Effects: touchesMachine}
}

// withScope adds the attributes of an operation that orders memory.
func withScope(def *ir.OpDef, attrs ...ir.AttrDef) *ir.OpDef {
	def.Attrs = append([]ir.AttrDef{defaultEnum("scope", MemScope, "cta")}, attrs...)
	def.Verify = verifyMBarrier
	return def
}

func returning(def *ir.OpDef, results []ir.ResultDef) *ir.OpDef {
	def.Results = results
	return def
}

// The formats that several operations share.
const (
	addrFormat       = "$addr attr-dict `:` type(operands)"
	txFormat         = "$addr `,` $txcount attr-dict `:` type(operands)"
	arriveFormat     = "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?"
	noCompleteFormat = "$addr `,` $count attr-dict `:` type(operands) `->` type($res)"
)

var (
	count   = operand("count", i32)
	txcount = operand("txcount", i32)
	state   = operand("stateOrPhase", either(i64, i32))
	relaxed = falseAttr("relaxed")
)

// The operations on mbarriers. Their summaries name them as MLIR's documentation does.
var (
	MBarrierInit = mbarrier("init", "initialize a barrier for count threads",
		"$addr `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)",
		operand("addr", genericOrShared), count, predicate)
	MBarrierInval = mbarrier("inval", "end the life of a barrier", addrFormat,
		operand("addr", genericOrShared))
	MBarrierExpectTx = withScope(mbarrier("expect_tx", "the phase also waits for txcount bytes", txFormat,
		operand("addr", sharedOrCluster), txcount))
	MBarrierCompleteTx = withScope(mbarrier("complete_tx", "txcount bytes have been written", txFormat,
		operand("addr", sharedOrCluster), txcount))
	MBarrierArrive = withScope(
		returning(mbarrier("arrive", "this thread, or count of them, has arrived", arriveFormat,
			operand("addr", anyBarrier), optional("count", i32)), optionalResult(i64)), relaxed)
	MBarrierArriveDrop = withScope(returning(mbarrier("arrive_drop", "this thread has arrived for the last "+
		"time", arriveFormat,
		operand("addr", anyBarrier), optional("count", i32)), optionalResult(i64)), relaxed)
	MBarrierArriveNoComplete = returning(mbarrier("arrive.nocomplete", "count threads have arrived, not "+
		"the last ones",
		noCompleteFormat, operand("addr", genericOrShared), count), result(i64))
	MBarrierArriveDropNoComplete = returning(mbarrier("arrive_drop.nocomplete", "count threads have arrived for the last time",
		noCompleteFormat, operand("addr", genericOrShared), count), result(i64))
	MBarrierArriveExpectTx = withScope(returning(mbarrier("arrive.expect_tx", "expect txcount bytes, and "+
		"arrive",
		"$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands) (`->` "+
			"type($res)^)?",
		operand("addr", anyBarrier), txcount, predicate), optionalResult(i64)), relaxed)
	MBarrierArriveDropExpectTx = withScope(returning(mbarrier("arrive_drop.expect_tx", "expect txcount bytes, and arrive for the last time",
		txFormat+" (`->` type($res)^)?", operand("addr", anyBarrier), txcount), optionalResult(i64)), relaxed)
	MBarrierTryWaitParity = mbarrier("try_wait.parity", "block until the phase of that parity is complete",
		"$addr `,` $phase `,` $ticks attr-dict `:` type(operands)",
		operand("addr", genericOrShared), operand("phase", i32), operand("ticks", i32))
	MBarrierTestWait = withScope(returning(mbarrier("test.wait", "whether the phase is complete",
		"$addr `,` $stateOrPhase attr-dict `:` type(operands) `->` type($res)",
		operand("addr", genericOrShared), state), result(constraint.I1)), relaxed)
	MBarrierTryWait = withScope(
		returning(mbarrier("try_wait", "whether the phase is complete after some time",
			"$addr `,` $stateOrPhase (`,` $ticks^)? attr-dict `:` type(operands) `->` type($res)",
			operand("addr", genericOrShared), state, optional("ticks", i32)), result(constraint.I1)), relaxed)
)

func verifyMBarrier(op *ir.Op) error {
	scope := op.Attr("scope")
	space, _ := llvm.AddressSpace(op.Operand(0).Type())
	switch {
	case !isCase(scope, "cta") && !isCase(scope, "cluster"):
		return op.Errorf(codeNVVM, "mbarrier scope must be either CTA or Cluster")
	case space == llvm.SharedCluster && op.NumResults() > 0:
		return op.Errorf(codeNVVM, "mbarrier in shared_cluster space cannot return any value")
	case op.Def() == arriveExpectTx && op.NumResults() > 0 && op.OptionalOperand(2) != nil:
		return op.Errorf(codeNVVM, "return-value is not supported when using predicate")
	}
	return nil
}

var arriveExpectTx *ir.OpDef

func init() { arriveExpectTx = MBarrierArriveExpectTx }
