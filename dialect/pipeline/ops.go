package pipeline

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the pipeline dialect.
var Dialect = &ir.Dialect{
	Name:       "pipeline",
	VerifyAttr: verifyAttr,
	Ops: []*ir.OpDef{
		Block, Axis, AsyncScope, CommitQueue, WaitQueue, AsyncCommitStage, AsyncWaitStage, DmaCopy, DmaGroup,
		DmaWait,
	},
}

// body is the region of the scopes: one block without arguments. Control enters it once and leaves it at its
// end.
var body = []ir.RegionDef{{Name: "body", Sized: true}}

// groupToken is the token of the group that a commit makes.
var groupToken = []ir.ResultDef{{Name: "token", Type: async.Token, Arity: ir.Optional}}

const scope = ir.SingleBlock | ir.NoTerminator | ir.NoRegionArguments

// queue is the number of a queue. The RFC lets the number be any integer "as long as it is used
// consistently". Inflight requires a constant that is not negative, as the RFC's own transform makes it.
var queue = ir.AttrDef{Name: "queue", Type: constraint.NonNegativeI64}

// count is the in-flight count of a wait, if the count is constant.
var count = ir.AttrDef{Name: "count", Type: constraint.NonNegativeI64, Optional: true}

var memrefs = ir.TypeConstraint{Summary: "ranked or unranked memref of any type values",
	Match: func(t ir.Type) bool {
		_, ok := t.(*ir.MemRefType)
		return ok
	}}

// Block is pipeline.block: a statement of a pipelined loop, with the memory that it reads and writes. Without
// either clause its accesses are those of its body. It is the block of TIR, whose stage and order the loop's
// annotation gives (RFC 77, Background).
var Block = &ir.OpDef{
	Name:    "pipeline.block",
	Summary: "a statement with its reads and writes",
	Operands: []ir.OperandDef{
		{Name: "reads", Type: memrefs, Arity: ir.Variadic},
		{Name: "writes", Type: memrefs, Arity: ir.Variadic},
	},
	Attrs: []ir.AttrDef{constraint.OperandSegmentSize,
		{Name: NameAttr, Type: constraint.String, Optional: true}},
	Regions: body,
	Traits:  scope | ir.AttrSizedOperands | ir.RecursiveEffects,
	Format: "(`reads` `(` $reads^ `:` type($reads) `)`)? (`writes` `(` $writes^ `:` type($writes) `)`)? " +
		"attr-dict-with-keyword $body",
	Verify:           verifyCost,
	VerifyRegions:    verifyAccesses,
	Effects:          declaredEffects,
	RegionSuccessors: through,
}

// Axis is pipeline.axis: an axis of a block, bound to a value, and its result is that value. A schedule needs
// to know the kind of the axis ("spatial", "reduce", "scan" or "opaque") and its half-open interval, which
// this operation adds. It stands in a pipeline.block. TIR has IterVar for it.
var Axis = &ir.OpDef{
	Name:    "pipeline.axis",
	Summary: "an axis of a block, bound to a value",
	Operands: []ir.OperandDef{
		{Name: "value", Type: constraint.Index}, {Name: "lower", Type: constraint.Index},
		{Name: "upper", Type: constraint.Index},
	},
	Results:    []ir.ResultDef{{Name: "axis", Type: constraint.Index}},
	Attrs:      []ir.AttrDef{{Name: "kind", Type: constraint.String}},
	Traits:     ir.Pure,
	Format:     "$kind $value `in` $lower `to` $upper attr-dict",
	Verify:     verifyAxis,
	InferTypes: func(c *ir.Context, _ *ir.OpState) ([]ir.Type, error) { return []ir.Type{c.Index}, nil },
}

// AsyncScope is pipeline.async_scope: one asynchronous operation. Its body runs in program order, at any
// moment between issue and completion of its group, as a thread of control with queues of its own. The body
// starts after the completion of the tokens that it names; these may be tokens of groups of other queues.
// Values of the outside are captured at issue. (RFC 77, The role of async_scope.)
var AsyncScope = &ir.OpDef{
	Name:             "pipeline.async_scope",
	Summary:          "one asynchronous operation",
	Operands:         []ir.OperandDef{{Name: "dependencies", Type: async.Token, Arity: ir.Variadic}},
	Regions:          body,
	Traits:           scope | ir.RecursiveEffects,
	Format:           "(`after` `(` $dependencies^ `)`)? attr-dict-with-keyword $body",
	Verify:           verifyCost,
	Effects:          touchesQueue,
	RegionSuccessors: through,
}

// CommitQueue is pipeline.commit_queue. At the end of its body, it pushes one group to the queue: the
// asynchronous operations that this thread of control has issued and not yet committed. The group may be
// empty. (RFC 77, Semantics of the proposed scope annotations: async_commit_queue.) Its optional result is
// the token of the group.
var CommitQueue = &ir.OpDef{
	Name:             "pipeline.commit_queue",
	Summary:          "commits the asynchronous operations of a scope to a queue",
	Results:          groupToken,
	Attrs:            []ir.AttrDef{queue},
	Regions:          body,
	Traits:           scope | ir.RecursiveEffects,
	Format:           "$queue (`->` type($token)^)? attr-dict-with-keyword $body",
	Effects:          touchesQueue,
	RegionSuccessors: through,
}

// WaitQueue is pipeline.wait_queue. It waits until at most the N youngest groups of the queue are incomplete,
// and then runs the body. N is a number or an index; a negative N means 0. (RFC 77, Semantics of the proposed
// scope annotations: async_wait_queue.)
var WaitQueue = &ir.OpDef{
	Name:             "pipeline.wait_queue",
	Summary:          "waits until at most N groups of a queue are in flight, then runs its body",
	Operands:         []ir.OperandDef{{Name: "n", Type: constraint.Index, Arity: ir.Optional}},
	Attrs:            []ir.AttrDef{queue, count},
	Regions:          body,
	Traits:           scope | ir.RecursiveEffects,
	Parse:            parseWait(true),
	Print:            printWait,
	Verify:           verifyCount,
	Effects:          touchesQueue,
	RegionSuccessors: through,
}

// AsyncCommitStage is pipeline.async_commit_stage: the intrinsic form of CommitQueue. It commits the
// operations that this thread of control has issued and not yet committed.
var AsyncCommitStage = &ir.OpDef{
	Name:    "pipeline.async_commit_stage",
	Summary: "commits the pending asynchronous operations to a queue",
	Results: groupToken,
	Attrs:   []ir.AttrDef{queue},
	Format:  "$queue (`->` type($token)^)? attr-dict",
	Effects: touchesQueue,
}

// AsyncWaitStage is pipeline.async_wait_stage: the intrinsic form of WaitQueue.
var AsyncWaitStage = &ir.OpDef{
	Name:     "pipeline.async_wait_stage",
	Summary:  "waits until at most N groups of a queue are in flight",
	Operands: []ir.OperandDef{{Name: "n", Type: constraint.Index, Arity: ir.Optional}},
	Attrs:    []ir.AttrDef{queue, count},
	Parse:    parseWait(false),
	Print:    printWait,
	Verify:   verifyCount,
	Effects:  touchesQueue,
}

func init() { CommitQueue.Verify = verifyCommit }

// The codes of the dialect.
var (
	codeNested = diag.Register("pipeline-nested-commit", "a commit_queue directly inside another",
		"Each asynchronous operation is committed once. Only the body of an async_scope, which is an "+
			"activity of its own, "+
			"may commit again.")
	codeCount = diag.Register("pipeline-wait-count", "a wait without exactly one in-flight count",
		"A wait has either a constant count or an index operand: pipeline.wait_queue 0, 1 { } or "+
			"pipeline.wait_queue 0, %n { }.")
	codeCost = diag.Register("pipeline-cost", "a cost or a queue that is no number",
		"pipeline.cost and pipeline.queue are non-negative i64, such as {pipeline.cost = 4 : i64}.")
	codeAxis = diag.Register("pipeline-axis-kind", "an axis of an unknown kind",
		`The kind of a pipeline.axis is "spatial", "reduce", "scan" or "opaque", as those of a block's axes in TIR.`)
	codeAccess = diag.Register("pipeline-undeclared-access",
		"a statement touches memory that it does not declare",
		"A pipeline.block with reads(...) or writes(...) must list every buffer of the outside that its "+
			"body accesses, or "+
			"have neither clause.")
)

// through says that control passes through the one region.
func through(op *ir.Op, from int) []ir.RegionSuccessor {
	if from < 0 {
		return into
	}
	return out
}

// into and out are the results of through. No caller changes them.
var into, out = []ir.RegionSuccessor{{Region: 0}}, []ir.RegionSuccessor{{Region: -1}}

// touchesQueue reports a write to the state of the queues, which is no memref.
func touchesQueue(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }

// verifyCommit rejects a commit inside of another commit, which would take its operations.
func verifyCommit(op *ir.Op) error {
	for p := range op.Ancestors() {
		switch {
		case p.Is(AsyncScope) || p.Has(ir.IsolatedFromAbove):
			return nil
		case p.Is(CommitQueue):
			return op.OpErrorf(codeNested, "must not be directly inside another 'pipeline.commit_queue'").
				Note(p.Span(), "the operations are committed here").
				Suggest("put the inner commit_queue into an async_scope, or next to the outer one")
		}
	}
	return nil
}

func verifyCount(op *ir.Op) error {
	if _, constant := op.IntAttr("count"); constant == (op.NumOperands() == 1) {
		return op.OpErrorf(codeCount, "needs either a constant count or an index operand")
	}
	return nil
}

// verifyCost checks the cost of a statement. Passes that verify a statement alone call it.
func verifyCost(op *ir.Op) error {
	if a := op.Attr(CostAttr); a != nil {
		return verifyAttr(op, ir.NamedAttr{Name: CostAttr, Value: a})
	}
	return nil
}

// verifyAttr checks the attributes of the dialect that stand on any operation.
func verifyAttr(op *ir.Op, a ir.NamedAttr) error {
	known := a.Name == CostAttr || a.Name == QueueAttr || a.Name == AffinityAttr || a.Name == ExclusiveAttr
	if !known || constraint.NonNegativeI64.Match(a.Value) {
		return nil
	}
	return op.OpErrorf(codeCost, "'%s' must be a non-negative i64", a.Name)
}

// AxisKinds are the kinds of axes.
var AxisKinds = []string{"spatial", "reduce", "scan", "opaque"}

func verifyAxis(op *ir.Op) error {
	kind := op.Attr("kind").(*ir.StringAttr).Value
	if slices.Contains(AxisKinds, kind) {
		return nil
	}
	return op.OpErrorf(codeAxis, "has the kind '%s'", kind).Suggest("one of: %s",
		strings.Join(AxisKinds, ", "))
}
