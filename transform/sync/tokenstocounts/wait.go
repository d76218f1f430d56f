package tokenstocounts

import (
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// replaceWaits writes the counts of all waits for tokens whose groups are known.
func replaceWaits(r *pass.Run) {
	result := inflight.Analyze(r.Op)
	recount := r.Bool("recount")
	var waits []*ir.Op
	var ages [][]inflight.Age
	for op := range r.Op.Walk() {
		v := awaited(op)
		if v == nil && recount && op.Is(nvgpu.DeviceAsyncWait) {
			v = op.Operand(0)
		}
		if v == nil {
			continue
		}
		token := result.TokenAt(v, op)
		if why := uncountable(&token); why != nil {
			r.Report(diag.Remarkf(why.code, op.Span(), "this wait keeps its token: %s", why.text))
			continue
		}
		waits, ages = append(waits, op), append(ages, token.Ages)
	}
	nvvmForm := r.String("form") == "nvvm"
	for i, op := range waits {
		writeCounts(op, ages[i], nvvmForm)
		r.Count("waits for tokens replaced", 1)
	}
	carried.Prune(r.Op)
	dropTokens(r.Op, nvvmForm)
}

// awaited returns the token that op does nothing but wait for, nil where it waits for a count or does more.
func awaited(op *ir.Op) *ir.Value {
	if e := op.QueueEffect(); e.Token != nil {
		return e.Token
	}
	if op.Is(async.Await) && op.NumResults() == 0 {
		return op.Operand(0)
	}
	return nil
}

// reason says why a token has no count.
type reason struct {
	code diag.Code
	text string
}

func uncountable(t *inflight.Token) *reason {
	switch {
	case t.Unknown:
		return &reason{codeLeft, "the program does not show which group its token stands for"}
	case t.Loose:
		return &reason{codeLeft, "its token may be that of an operation on no queue"}
	case len(t.Ages) == 0:
		return &reason{codeLeft, "no path brings it a token"}
	}
	for _, a := range t.Ages {
		if a.Min < 0 {
			return &reason{codeNotCommitted, "its copy may be in no group yet"}
		}
	}
	return nil
}

// writeCounts replaces a wait for a token by one wait per queue.
func writeCounts(op *ir.Op, ages []inflight.Age, nvvmForm bool) {
	b := ir.At(op)
	if op.Is(nvgpu.DeviceAsyncWait) && !nvvmForm {
		op.SetAttr("numGroups", b.Ctx.Int(b.Ctx.I32, ages[0].Min))
		return
	}
	for _, a := range ages {
		if a.Queue == nvvm.CpAsyncQueue {
			nvvm.NewCpAsyncWaitGroup(b, a.Min)
		} else {
			pipeline.NewAsyncWaitStage(b, a.Queue.Number, a.Min)
		}
	}
	op.Erase()
}

// dropTokens replaces commits whose token nothing uses by such that have none.
func dropTokens(root *ir.Op, nvvmForm bool) {
	for op := range root.WalkPost() {
		token := op.AsyncToken()
		if k := op.QueueEffect().Kind; token == nil || token.HasUses() ||
			k != ir.QueueCommit && k != ir.QueueSubmit {
			continue
		}
		switch {
		case !op.Is(nvgpu.DeviceAsyncCreateGroup):
			pipeline.DropToken(op)
		case nvvmForm:
			nvvm.NewCpAsyncCommitGroup(ir.At(op))
			op.Erase()
		}
	}
}
