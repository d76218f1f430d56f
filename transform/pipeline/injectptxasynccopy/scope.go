package injectptxasynccopy

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// scopePlan is the plan for one asynchronous operation: the copies in it that cp.async executes. All other
// operations stay unchanged.
type scopePlan struct {
	copies  []*copyPlan
	remarks []*diag.Diagnostic
}

// matcher searches for copies in one asynchronous operation.
type matcher struct {
	l     *lowering
	scope *ir.Op
	plan  *scopePlan
}

// plan makes the plan for an asynchronous operation.
func (l *lowering) plan(s *asyncqueue.Scope) *scopePlan {
	m := &matcher{l: l, scope: s.Op, plan: &scopePlan{}}
	m.block(s.Op.Body())
	m.separate()
	return m.plan
}

func (m *matcher) block(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		m.visit(op)
	}
}

// visit matches one operation, or the operations in it.
func (m *matcher) visit(op *ir.Op) {
	switch {
	case op.Is(pipeline.AsyncScope):
		m.refuse(&refusal{op, codeShape, "it is issued by an asynchronous operation"},
			"this operation stays synchronous")
	case op.Is(scf.For) && op.StringAttr(form.KindAttr) == "vectorized":
		m.vectorizedLoop(op)
	case op.Is(scf.If) && op.NumResults() == 0 && !op.Region(1).Empty():
		m.branches(op)
	case op.NumRegions() > 0 && op.Has(ir.RecursiveEffects):
		m.regions(op)
	case op.Is(memref.Copy):
		m.add(m.blockCopy(op))
	case isStore(op):
		m.add(m.storeOf(op))
	case asyncqueue.Writes(op):
		m.refuse(&refusal{op, codeShape, "'" + op.Name() + "' is no copy"},
			"this operation stays synchronous")
	}
}

func (m *matcher) regions(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			m.block(b)
		}
	}
}

// branches matches a condition that copies in one branch and fills with zeros in the other. Otherwise it
// visits each branch.
func (m *matcher) branches(op *ir.Op) {
	if p := m.zeroStore(op); p != nil {
		m.add(p, nil)
		return
	}
	m.regions(op)
}

// add adds a plan, or a remark that says why there is none.
func (m *matcher) add(p *copyPlan, r *refusal) {
	if r == nil {
		r = m.distinct(p)
	}
	if r != nil {
		m.refuse(r, synchronous)
		return
	}
	m.plan.copies = append(m.plan.copies, p)
	if p.split != nil {
		m.refuse(p.split, "this copy is made in pieces")
	}
}

func (m *matcher) refuse(r *refusal, instead string) {
	m.plan.remarks = append(m.plan.remarks, r.remark(instead))
}

// separate refuses copies that depend on other accesses of the asynchronous operation, because the operation
// executes them in order, and cp.async does not. This holds even if the other access is a cp.async, because a
// copy may complete after the end of the operation.
func (m *matcher) separate() {
	accesses := m.l.ev.Accesses(m.scope)
	m.plan.copies = slices.DeleteFunc(m.plan.copies, func(p *copyPlan) bool {
		other := m.dependence(p, accesses)
		if other == nil {
			return false
		}
		r := &refusal{p.anchor, codeOverlap,
			"it may touch the same memory as another access of this operation"}
		m.plan.remarks = append(m.plan.remarks,
			r.remark(synchronous).Note(other.Span(), "the other access is here"))
		return true
	})
}

// dependence returns an operation on which p may depend, nil if there is none.
func (m *matcher) dependence(p *copyPlan, accesses []analysis.Access) *ir.Op {
	for i := range accesses {
		a := &accesses[i]
		if !slices.Contains(p.ops, a.Op) {
			continue
		}
		for j := range accesses {
			b := &accesses[j]
			if slices.Contains(p.ops, b.Op) && a.Kind == b.Kind {
				continue // one copy and itself: see distinct
			}
			if analysis.Conflict(a, b) {
				return b.Op
			}
		}
	}
	return nil
}
