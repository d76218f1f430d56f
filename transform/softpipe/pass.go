package softpipe

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Apply pipelines every annotated loop in root, inner ones first, so that a
// pipelined inner loop is made of statements of the outer one. It collects the errors of all loops;
// the program is not to be used when there is one.
func Apply(root *ir.Op) error { return apply(root, func(*model, []*buffer) {}) }

// apply is Apply; planned is called with each plan before it is emitted.
func apply(root *ir.Op, planned func(*model, []*buffer)) error {
	queues := assignQueues(root)
	written := explicitQueues(root)
	var errs diag.List
	for op := range root.WalkPost() {
		if !annotated(op) {
			continue
		}
		if err := pipelineLoop(op, queues[op], written[op], planned); err != nil {
			d, ok := err.(*diag.Diagnostic)
			if !ok {
				return err
			}
			errs.Add(d)
		}
	}
	return errs.Err()
}

// assignQueues numbers the queues of all pipelined loops: by RFC 77 a queue has
// the number of its stage, but where an enclosing loop already has that queue, the next free one is taken.
func assignQueues(root *ir.Op) map[*ir.Op]map[int64]int64 {
	all := map[*ir.Op]map[int64]int64{}
	for op := range root.Walk() {
		if !annotated(op) {
			continue
		}
		stages, err := readAsync(op)
		if err != nil {
			continue // reported when the loop is pipelined
		}
		all[op] = numberQueues(stages, takenQueues(op, all))
	}
	return all
}

func readAsync(loop *ir.Op) ([]int64, error) {
	if loop.Attr(pipeline.AsyncStagesAttr) == nil {
		return nil, nil
	}
	return readInts(loop, pipeline.AsyncStagesAttr)
}

func takenQueues(op *ir.Op, all map[*ir.Op]map[int64]int64) map[int64]bool {
	taken := map[int64]bool{}
	for outer := range op.Ancestors() {
		for _, q := range all[outer] {
			taken[q] = true
		}
	}
	return taken
}

func numberQueues(stages []int64, taken map[int64]bool) map[int64]int64 {
	ids := map[int64]int64{}
	for _, s := range slices.Sorted(slices.Values(stages)) {
		q := s
		for taken[q] {
			q++
		}
		taken[q] = true
		ids[s] = q
	}
	return ids
}

// explicitQueues returns the annotated loops that hold commits and waits of the
// user's own, before any are generated.
func explicitQueues(root *ir.Op) map[*ir.Op]bool {
	found := map[*ir.Op]bool{}
	for op := range root.Walk() {
		if !usesQueue(op) {
			continue
		}
		for p := range op.Ancestors() {
			found[p] = annotated(p)
		}
	}
	return found
}

// pipelineLoop replaces one annotated loop. Explicit says that it holds commits
// and waits of the user's own.
func pipelineLoop(op *ir.Op, queues map[int64]int64, explicit bool, planned func(*model, []*buffer)) error {
	loop, err := newLoop(op)
	if err != nil {
		return err
	}
	b, err := cutBody(loop.block)
	if err != nil {
		return err
	}
	a, err := readAnnotation(op, len(b.statements))
	if err != nil {
		return err
	}
	m, err := newModel(loop, b, a, explicit)
	if err != nil {
		return err
	}
	m.formGroups(func(stage int) int64 { return queues[int64(stage)] })
	buffers := m.buffersInOrder(loop.op)
	m.chooseVersions(buffers)
	w := m.placeWaits()
	planned(m, buffers)
	e, err := newEmitter(loop, b, m, w, buffers)
	if err != nil {
		return err
	}
	return e.emit()
}

// newModel evaluates what the statements touch and checks the annotation.
func newModel(loop *loop, b *body, a *annotation, explicit bool) (*model, error) {
	e := &analysis.Evaluator{Invariant: func(v *ir.Value) bool { return loop.outside(v) || v == loop.iv }}
	bounds := e.LoopRange(loop.bounds)
	m := &model{
		statements: b.statements, eval: e, iv: e.SymbolOf(loop.iv), trips: bounds.Trips, step: bounds.Step,
		pairs: map[[2]int][]accessPair{}, later: map[*statement]bool{},
	}
	for i, s := range b.statements {
		s.stage, s.order = int(a.stages[i]), int(a.order[i])
		s.async = slices.Contains(a.async, a.stages[i])
		m.maxStage = max(m.maxStage, s.stage)
		for _, op := range s.ops {
			s.accesses = append(s.accesses, e.Accesses(op)...)
		}
		s.addHidden(explicit)
	}
	m.ordered = slices.Clone(m.statements)
	slices.SortFunc(m.ordered, func(p, q *statement) int { return p.order - q.order })
	err := b.checkLoads(e)
	if err != nil {
		return nil, err
	}
	if m.private, err = findPrivate(loop.op, b); err != nil {
		return nil, err
	}
	m.findLater(loop.op, b)
	return m, m.checkLegal(loop.op)
}

// buffersInOrder returns the private buffers in the order of their
// allocations.
func (m *model) buffersInOrder(loop *ir.Op) []*buffer {
	var buffers []*buffer
	root := loop
	for p := range loop.Ancestors() {
		root = p
	}
	for op := range root.Walk() {
		for i := range op.NumResults() {
			if b := m.private[op.Result(i)]; b != nil {
				buffers = append(buffers, b)
			}
		}
	}
	return buffers
}

// Pass is inject-software-pipeline.
var Pass = pass.Register(&pass.Pass{
	Name:    "inject-software-pipeline",
	Title:   "InjectSoftwarePipeline",
	Summary: "Pipeline the loops that are annotated with stages",
	Doc: `Turns each scf.for or affine.for that has the attributes software_pipeline_stage and
software_pipeline_order (one entry per statement), and optionally software_pipeline_async_stages (stages),
into prologue, body and epilogue (TVM RFC 77). Buffers get as many versions as they need,
asynchronous statements are committed to queues, and waits stand where something would
otherwise not have completed, with exact in-flight counts. An annotation that breaks a dependence is an error.`,
	Before: before,
	After:  after,
	Run:    func(r *pass.Run) error { return Apply(r.Op) },
})
