package injectsoftwarepipeline

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Apply pipelines every annotated loop in root, inner loops first, so that a pipelined inner loop consists of
// statements of the outer one. It returns the errors of all loops. If there is one, the program must not be
// used.
func Apply(root *ir.Op) error { return Options{}.Apply(root) }

// Apply is the function Apply with options.
func (o Options) Apply(root *ir.Op) error {
	return apply(root, &program{options: o})
}

// program holds the state that loops of one program share.
type program struct {
	options  Options
	dropped  map[*ir.Op]diag.Span       // for a loop, the place of the predicate of its block
	queues   map[*ir.Op]map[int64]int64 // for a loop and a stage, the number of its queue
	explicit map[*ir.Op]bool            // loops with commits and waits that the user has written
	tails    tails
	known    constants
	arena    ir.Arena
	planned  func(*model, []*buffer) // if not nil, called with each plan before its code is emitted
}

func apply(root *ir.Op, p *program) error {
	p.options.reportMisspelled(root)
	err := splitLocalStages(root)
	if err != nil {
		return err
	}
	if p.dropped, err = dissolveBlocks(root); err != nil {
		return err
	}
	p.queues, p.explicit = assignQueues(root), explicitQueues(root)
	if functions := isolated(root); len(functions) > 1 && p.planned == nil && p.options.Observe == nil {
		return p.pipelineApart(functions)
	}
	return p.pipelineIn(root)
}

// pipelineIn pipelines the loops in root one after the other.
func (p *program) pipelineIn(root *ir.Op) error {
	var errs diag.List
	p.known = constants{}
	for op := range root.WalkPost() {
		if !annotated(op) {
			continue
		}
		if err := p.pipelineLoop(op); err != nil {
			d, ok := err.(*diag.Diagnostic)
			if !ok {
				return err
			}
			errs.Add(d)
		}
	}
	return errs.Err()
}

// assignQueues numbers the queues of all pipelined loops. In RFC 77 a queue has the number of its stage. If
// an enclosing loop uses this queue already, the next free number is taken.
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

// explicitQueues returns the annotated loops with commits and waits that the user has written. It is called
// before any are generated.
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

// pipelineLoop replaces one annotated loop by its pipeline.
func (p *program) pipelineLoop(op *ir.Op) error {
	loop, err := newLoop(op)
	if err != nil {
		return err
	}
	b, err := cutBody(loop.block)
	if err != nil {
		return err
	}
	a, err := readAnnotation(op, b.statements)
	if err != nil {
		return err
	}
	if err := checkSize(op, b, a); err != nil {
		return err
	}
	m, err := newModel(loop, b, a, p.explicit[op])
	if err != nil {
		return err
	}
	illegal := m.checkLegal(op)
	if illegal != nil && p.options.Mode == Exact {
		return illegal
	}
	m.findLater(op, b, &p.tails)
	queues := p.queues[op]
	m.formGroups(func(stage int) int64 { return queues[int64(stage)] })
	buffers := m.buffersInOrder()
	var w waits
	if illegal == nil {
		m.chooseVersions(buffers)
		w = m.placeWaits()
	}
	plan, err := p.consultTVM(loop, m, buffers, w)
	if err != nil {
		return err
	}
	if p.planned != nil {
		p.planned(m, buffers)
	}
	if p.options.Observe != nil && illegal == nil {
		p.options.Observe(m.schedule(op, w))
	}
	e, err := newEmitter(loop, b, m, buffers, p.known, &p.arena)
	if err != nil {
		return err
	}
	e.waits, e.tvm = w, plan
	return e.emit()
}

// consultTVM reports hazards of TVM's plan for a loop, if the options ask for it. In mode TVM it returns the
// plan, and sets the versions to TVM's.
func (p *program) consultTVM(loop *loop, m *model, buffers []*buffer, w waits) (*tvmPlan, error) {
	follow, warns := p.options.Mode == TVM, p.options.warns(loop.op)
	if !follow && !warns {
		return nil, nil
	}
	r := &tvmReport{m: m, loop: loop.op, plan: m.planTVM(buffers), buffers: buffers, waits: w,
		predicate: p.dropped[loop.op]}
	failure, warnings := r.judge()
	switch {
	case failure != nil && follow:
		failure.Severity = diag.Error
		return nil, failure
	case failure != nil:
		warnings = append(warnings, failure)
	}
	for _, d := range warnings {
		if warns {
			p.options.Report(d)
		}
	}
	if !follow {
		return nil, nil
	}
	for i, b := range buffers {
		b.versions = r.plan.versions[i]
	}
	return r.plan, nil
}

// newModel makes the model of a loop with the accesses of its statements.
func newModel(loop *loop, b *body, a *annotation, explicit bool) (*model, error) {
	e := &analysis.Evaluator{Invariant: func(v *ir.Value) bool { return loop.outside(v) || v == loop.iv }}
	bounds := e.LoopRange(loop.bounds)
	m := &model{
		statements: b.statements, eval: e, iv: e.SymbolOf(loop.iv), trips: bounds.Trips, step: bounds.Step,
		later: make([]bool, len(b.statements)), lower: bounds.Lower,
	}
	for i, s := range b.statements {
		s.stage, s.order = int(a.stages[i]), int(a.order[i])
		s.async = slices.Contains(a.async, a.stages[i])
		m.maxStage = max(m.maxStage, s.stage)
		for _, op := range s.ops {
			all := slices.Clone(e.Accesses(op))
			for i := range all {
				all[i] = acrossThreads(e, all[i])
			}
			s.addAccesses(all)
		}
		s.addHidden(explicit)
	}
	m.ordered = slices.Clone(m.statements)
	slices.SortFunc(m.ordered, func(p, q *statement) int { return p.order - q.order })
	err := b.checkShared(e)
	if err == nil {
		err = b.checkLoads(e)
	}
	if err != nil {
		return nil, err
	}
	if m.private, err = findPrivate(loop.op, b); err != nil {
		return nil, err
	}
	if err := markDoubleBuffers(b, e, m.private); err != nil {
		return nil, err
	}
	m.findConflicts()
	return m, nil
}

// maxOperations limits the operations that one loop becomes. Each statement occurs once for every stage, and
// the result of an inner pipeline is a statement of the outer one.
const maxOperations = 1 << 19

func checkSize(loop *ir.Op, b *body, a *annotation) error {
	n, copies := 0, 1
	if len(a.stages) > 0 {
		copies += int(slices.Max(a.stages))
	}
	for _, s := range b.statements {
		for _, op := range s.ops {
			for range op.Walk() {
				n += copies
			}
		}
	}
	if n <= maxOperations {
		return nil
	}
	return loop.Errorf(codeLoop, "the loop would become %d operations; the limit is %d", n, maxOperations).
		Suggest("use fewer stages, or pipeline fewer of the nested loops")
}

// buffersInOrder returns the private buffers in the order of their allocations.
func (m *model) buffersInOrder() []*buffer {
	buffers := slices.AppendSeq(make([]*buffer, 0, len(m.private)), maps.Values(m.private))
	slices.SortFunc(buffers, func(a, b *buffer) int {
		if comesBefore(a.value.DefiningOp(), b.value.DefiningOp()) {
			return -1
		}
		return 1
	})
	return buffers
}

// comesBefore reports whether a stands in front of b. Neither may contain the other.
func comesBefore(a, b *ir.Op) bool {
	for at := a; at != nil; at = at.Parent() {
		for other := b; other != nil; other = other.Parent() {
			if at.Block() == other.Block() {
				return at.IsBefore(other)
			}
		}
	}
	return false
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
otherwise not have completed, with exact in-flight counts. An annotation that breaks a dependence is an error.

Where the body of the loop is one pipeline.block, as in TVMScript, its children are the statements; a predicate
of the block (an scf.if around it) guards each of them, inside of its commit. A block with the attribute
manifest_shared_memory_local_stage is two statements: its copy passes through a buffer in local scope.

With mode=tvm the versions, the grouping of commits and the places and counts of waits are those that TVM's own
InjectSoftwarePipeline chooses, mistakes included, and what it fails on is an error. The model that places exact
waits judges that choice, and a warning names the hazard that it leaves: the buffer, the statements, and what
mode=exact does instead. tvm-warnings=true gives the same warnings with mode=exact; auto, for loops from
TVMScript.`,
	Options: passOptions,
	Before:  before,
	After:   after,
	Run:     func(r *pass.Run) error { return optionsOf(r).Apply(r.Op) },
})
