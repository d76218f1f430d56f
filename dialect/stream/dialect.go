package stream

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the stream dialect.
var Dialect = &ir.Dialect{
	Name:    "stream",
	Partial: true,
	Ops: []*ir.OpDef{
		AsyncAlloca, AsyncBarrier, AsyncCall, AsyncCast, AsyncClone, AsyncCollective, AsyncConcurrent,
		AsyncConstant, AsyncCopy, AsyncDispatch, AsyncExecute, AsyncFill, AsyncFunc, AsyncLoad, AsyncSlice,
		AsyncSplat, AsyncStore, AsyncTransfer, AsyncUpdate,
		BindingSubspan,
		ChannelCount, ChannelCreate, ChannelRank, ChannelSplit,
		CmdCall, CmdCollective, CmdConcurrent, CmdCopy, CmdDiscard, CmdDispatch, CmdExecute, CmdFill,
		CmdFlush,
		CmdFunc, CmdInvalidate, CmdSerial,
		ContextResolve,
		WorkgroupCount, WorkgroupID, WorkgroupSize,
		Executable, ExecutableEnd, ExecutableExport,
		ResourceAlloc, ResourceAlloca, ResourceConstants, ResourceDealloca, ResourceIsTerminal, ResourceLoad,
		ResourcePack, ResourceRelease, ResourceRetain, ResourceSize, ResourceStore, ResourceSubview,
		ResourceTransients, ResourceTryMap,
		Return,
		TestTimelineAware, TestTimelineOp,
		TimepointAwait, TimepointBarrier, TimepointChainExternal, TimepointExport, TimepointImmediate,
		TimepointImport, TimepointJoin,
		Yield,
	},
	Types:         []string{bindingText, channelText, testFenceText, timepointText},
	TypeDefs:      []*ir.TypeDef{resource},
	Completions:   map[string]ir.Completion{timepointText: ir.TokenCompletion},
	AttributeDefs: []*ir.AttributeDef{Collective},
	OpaqueAttrs: []string{
		"parameter.named", "partitioning_config", "resource_config", "timepoint",
	},
}

var codeStream = diag.Register("verify-stream",
	"an operation of IREE's stream dialect breaks a rule of its dialect",
	"Each resource among operands and results has a size, and each range of a resource an offset, an end "+
		"and "+
		"a length. What a region yields has the types of the operation's results. Inside a region only the "+
		"arguments of the region stand for resources.")
