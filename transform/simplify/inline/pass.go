package inline

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codePipeline = diag.Register("inline-pipeline", "the pass inline is given a pipeline that does not parse",
	"The option default-pipeline holds passes, as in canonicalize,cse, and op-pipelines a list of "+
		"pipelines, as in "+
		"func.func(canonicalize,cse). They run on the functions before calls in them are inlined.")

// Pass is inline.
var Pass = pass.Register(&pass.Pass{
	Name:    "inline",
	Title:   "InlinerPass",
	Summary: "Inline function calls",
	Doc: "Replaces calls by what the called functions do: func.call of a function with a body. Callees " +
		"come first, and are simplified before " +
		"they are copied. Functions that are private or nested and that nothing refers to any more are " +
		"erased. A call stays where the function calls itself or " +
		"its caller, has no_inline, has operations that belong to their thread of control (async, nvgpu, " +
		"coro, task, pipeline), or has several " +
		"blocks where the operation around the call must have one. Differs from mlir-opt: a call stays " +
		"that is a statement of a pipelined " +
		"loop, because stages are given by statements, and one that repeats where the function allocates " +
		"on the stack, because that memory " +
		"would only be freed when the caller returns. Functions of other dialects stay.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "default-pipeline", Type: pass.String, Default: "canonicalize",
			Help: "The optimizer pipeline used for callables that do not have a dedicated optimizer " +
				"pipeline in opPipelineList"},
		{Name: "op-pipelines", Type: pass.Strings,
			Help: "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)"},
		{Name: "max-iterations", Type: pass.Int, Default: "4",
			Help: "Maximum number of iterations when inlining within an SCC"},
		{Name: "inlining-threshold", Type: pass.Int, Default: "4294967295",
			Help: "If the ratio between the number of the operations in the callee and the number of the " +
				"operations in the caller exceeds this " +
				"value (in percentage), then the callee is not inlined even if it is legal to inline it"},
	},
	Before: `func.func private @square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
func.func @f(%x: f32) -> f32 {
  %0 = call @square(%x) : (f32) -> f32
  %1 = call @square(%0) : (f32) -> f32
  return %1 : f32
}
`,
	After: `module {
  func.func @f(%arg0: f32) -> f32 {
    %0 = arith.mulf %arg0, %arg0 : f32
    %1 = arith.mulf %0, %0 : f32
    return %1 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	simplify, err := simplification(r)
	if err != nil {
		return err
	}
	in := &inliner{run: r, simplify: simplify, graph: newGraph(r.Op), threshold: r.Int("inlining-threshold")}
	for _, component := range in.graph.components() {
		if err := in.component(component); err != nil {
			return err
		}
	}
	return nil
}

// simplification returns the pipeline that functions go through before calls in them are inlined.
func simplification(r *pass.Run) (*pass.Pipeline, error) {
	name := function.Func.Name
	written := name + "(" + r.String("default-pipeline") + ")"
	for _, p := range r.Strings("op-pipelines") {
		if strings.HasPrefix(p, name+"(") {
			written = p
		}
	}
	if written == name+"()" {
		return &pass.Pipeline{Anchor: name}, nil
	}
	p, err := pass.Parse(written)
	if err != nil {
		return nil, r.Op.Errorf(codePipeline, "cannot simplify functions by '%s': %v", written, err)
	}
	return p, nil
}

// inliner is one run of the pass.
type inliner struct {
	run       *pass.Run
	simplify  *pass.Pipeline
	graph     *graph
	threshold int64
}

// component simplifies functions that may call each other and inlines calls in them, until there is nothing
// to do or the limit is reached.
func (in *inliner) component(functions []*ir.Op) error {
	for n := int64(0); n == 0 || n < in.run.Int("max-iterations"); n++ {
		functions = in.graph.eraseUnused(functions)
		for _, f := range functions {
			if diags := in.run.RunOn(in.simplify, f); diags.HasErrors() {
				return diags.Err()
			}
			in.graph.recount(f)
		}
		functions = in.graph.eraseUnused(functions)
		if !in.calls(functions) {
			return nil
		}
	}
	in.graph.eraseUnused(functions)
	return nil
}

// call is a call that may be inlined.
type call struct {
	op     *ir.Op
	caller *ir.Op
	from   *history
}

// history holds the functions whose bodies a call came with, the last one first; nil for a call that stood in
// its caller.
type history struct {
	callee *ir.Op
	before *history
}

// has reports whether a body of the function is among them.
func (h *history) has(callee *ir.Op) bool {
	for ; h != nil; h = h.before {
		if h.callee == callee {
			return true
		}
	}
	return false
}

// calls inlines calls in functions, and those that come with what is inlined, and reports whether there was
// one.
func (in *inliner) calls(functions []*ir.Op) bool {
	var todo []*call
	for _, f := range functions {
		for op := range f.Walk() {
			if op.Is(function.Call) {
				todo = append(todo, &call{op: op, caller: f})
			}
		}
	}
	inlined := false
	for i := 0; i < len(todo); i++ {
		in.run.Step()
		c := todo[i]
		callee := in.graph.callee(c.op)
		if callee == nil || in.graph.erased[c.caller] || c.from.has(callee) || !in.wanted(c, callee) {
			continue
		}
		from := &history{callee, c.from}
		for _, inner := range replaceByBody(c.op, callee) {
			todo = append(todo, &call{op: inner, caller: c.caller, from: from})
		}
		in.graph.inlined(c.caller, callee)
		in.run.Count("calls inlined", 1)
		inlined = true
	}
	return inlined
}

// wanted reports whether a call may be inlined, and whether it is worth it.
func (in *inliner) wanted(c *call, callee *ir.Op) bool {
	if in.graph.calls[callee][callee] || in.graph.calls[callee][c.caller] || callee.IsAncestorOf(c.op) ||
		!isLegal(c.op, callee) {
		return false
	}
	if in.threshold == 1<<32-1 {
		return true
	}
	size := countOps(c.caller)
	return size == 0 || countOps(callee)*100/size <= in.threshold
}

// countOps returns the number of operations in a function.
func countOps(f *ir.Op) int64 {
	n := int64(-1) // itself
	for range f.Walk() {
		n++
	}
	return n
}
