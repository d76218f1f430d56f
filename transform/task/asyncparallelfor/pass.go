package asyncparallelfor

import (
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
)

// Pass is async-parallel-for.
var Pass = pass.Register(&pass.Pass{
	Name:  "async-parallel-for",
	Title: "AsyncParallelForPass",
	Summary: "Convert scf.parallel operations to multiple async compute ops executed concurrently for " +
		"non-overlapping iteration ranges",
	Doc: "Divides the iterations of scf.parallel, and of scf.forall without results, into blocks that run " +
		"as async.execute tasks. " +
		"A loop whose estimated work is less than a task is worth runs inline, and so does one on a single " +
		"thread, where the number of workers is that of the runtime. Loops with reductions give the same " +
		"result for " +
		"every number of workers. Loops with a mapping, in code for a GPU, or in an operation on a queue, " +
		"are left alone; a parallel loop inside of " +
		"another runs in order within the tasks of that one.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "async-dispatch", Type: pass.Bool, Default: "true",
			Help: "Dispatch async compute tasks using recursive work splitting; if false, by a loop in the " +
				"caller thread"},
		{Name: "num-workers", Type: pass.Int, Default: "8",
			Help: "The number of available workers to execute async operations; if -1, the value is " +
				"retrieved from the runtime"},
		{Name: "min-task-size", Type: pass.Int, Default: "-1",
			Help: "The minimum number of iterations of a task; if -1, as many as make min-task-work"},
		{Name: "min-task-work", Type: pass.Int, Default: "50000",
			Help: "The work that a task is worth, in simple operations"},
		{Name: "max-aligned", Type: pass.Int, Default: "512",
			Help: "Blocks hold inner loops as a whole that have at most so many iterations together, known " +
				"now"},
		{Name: "exact", Type: pass.Bool, Default: "false",
			Help: "Leave loops in order whose result or error may depend on the order: reductions of " +
				"floats, assertions or divisions in several places"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	c := newConverter(r, &ir.Arena{})
	if c.exact {
		tables := ir.NewSymbolTables()
		c.candidate = func(op *ir.Op) bool { return canConvert(op) && orderFree(op, tables) }
	}
	c.convertIn(r.Op)
	if c.converted == 0 {
		r.Unchanged()
		return nil
	}
	r.Count("loops converted", c.converted)
	units := ir.Units(r.Op)
	ir.ForEachWith(len(units), func() *ir.GreedyDriver {
		return newSimplifier(r)
	}, func(d *ir.GreedyDriver, i int) { d.Apply(units[i]) })
	return nil
}

// newConverter returns a converter with the options of the pass. The arena is for what it makes.
func newConverter(r *pass.Run, arena *ir.Arena) *converter {
	return &converter{
		recursive: r.Bool("async-dispatch"), workers: r.Int("num-workers"),
		minSize: r.Int("min-task-size"), minWork: max(r.Int("min-task-work"), 1), tables: r.Symbols(),
		names:      map[*ir.Op]*symbols{},
		maxAligned: r.Int("max-aligned"), exact: r.Bool("exact"),
		candidate: canConvert, arena: arena,
	}
}

// convertIn makes tasks of the loops in an operation. The last loop is the first to be converted, as
// upstream, which shows in the names of functions.
func (c *converter) convertIn(root *ir.Op) {
	todo := c.loopsIn(root)
	for len(todo) > 0 {
		op := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], c.convert(op)...)
	}
}

// newSimplifier returns what folds what the loops and the tasks of a program that has become asynchronous
// leave.
func newSimplifier(r *pass.Run) *ir.GreedyDriver {
	return ir.NewGreedyDriver(r.Context(), ir.GreedyConfig{OnlyPatterns: true})
}

// loopsIn returns the outermost loops in an operation that become tasks, in order.
func (c *converter) loopsIn(root *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for _, r := range root.Regions() {
		for _, b := range r.Blocks() {
			for op := range b.Ops() {
				if c.candidate(op) {
					loops = append(loops, op)
				} else {
					loops = append(loops, c.loopsIn(op)...)
				}
			}
		}
	}
	return loops
}

// canConvert reports whether op is a parallel loop that can become tasks.
func canConvert(op *ir.Op) bool {
	return (op.Is(scf.Parallel) && canStoreResults(op) || isForall(op)) && op.Attr("mapping") == nil &&
		onHost(op)
}

// isForall reports whether op is a scf.forall that says the same as some scf.parallel.
func isForall(op *ir.Op) bool {
	return op.Is(scf.Forall) && op.NumResults() == 0 && op.Def().Loop.Dims(op) > 0
}

// onHost reports whether tasks and calls of functions can stand where op does: nothing around it is for a GPU
// or for the unit behind a queue, and the functions that are made get into a module. So does a function that
// stands nowhere yet.
func onHost(op *ir.Op) bool {
	if module := symbolTable(op); module != nil && module.Name() != "builtin.module" {
		return false
	}
	for p := range op.Ancestors() {
		if p.Def().DialectName() == "gpu" || p.QueueEffect().Kind == ir.QueueIssue {
			return false
		}
	}
	return true
}

// symbolTable returns the operation whose symbol table op sees first.
func symbolTable(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsSymbolTable) {
			return p
		}
	}
	return nil
}

// asParallel returns the scf.parallel that a loop is, which takes its place if it is a scf.forall.
func asParallel(op *ir.Op) *ir.Op {
	if op.Is(scf.Forall) {
		return branches.Parallel(op)
	}
	return op
}

// makeSequential makes nests of sequential loops of the parallel loops in op.
func makeSequential(op *ir.Op) {
	for inner := range op.WalkPost() {
		if inner != op && canConvert(inner) {
			branches.Sequential(asParallel(inner))
		}
	}
}
