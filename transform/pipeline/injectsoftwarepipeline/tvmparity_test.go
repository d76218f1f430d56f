package injectsoftwarepipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// loopOf returns a function with a loop of the given statements, as in TVM's
// own tests: B, C, D and E are buffers of an iteration, X, Y and Z are arguments.
type loopOf struct {
	statements   []string // such as "B=X", "C=B+D": the written buffer, and those that are read
	stage, order []int
	async        []int
	from, to     string // bounds, 0 and 16 if empty; "n" is an argument
	step         string
	predicate    bool // the statements are in a block under a condition
}

func (l *loopOf) text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func.func @f(%%X: memref<40xi32>, %%Y: memref<40xi32>, %%Z: memref<40xi32>, %%n: index) {")
	for _, n := range []int{0, 1, 2, 4, 16, 20, 13} {
		line("%%c%d = arith.constant %d : index", n, n)
	}
	line("scf.for %%i = %s to %s step %s {", bound(l.from, "0"), bound(l.to, "16"), bound(l.step, "1"))
	if l.predicate {
		line("%%in = arith.cmpi slt, %%i, %%c13 : index\nscf.if %%in {")
	}
	line("pipeline.block {")
	for _, name := range []string{"B", "C", "D", "E"} {
		if strings.Contains(strings.Join(l.statements, " "), name) {
			line("%%%s = memref.alloc() : memref<1xi32>", name)
		}
	}
	for _, s := range l.statements {
		l.statement(line, s)
	}
	line("}")
	if l.predicate {
		line("}")
	}
	line(
		"} {software_pipeline_stage = %s, software_pipeline_order = %s, software_pipeline_async_stages = "+
			"%s}\nreturn\n}",
		listed(l.stage), listed(l.order), listed(l.async))
	return b.String()
}

// bound returns the constant of a number, or the argument n.
func bound(s, normal string) string {
	switch s {
	case "":
		return "%c" + normal
	case "n":
		return "%n"
	}
	return "%c" + s
}

func listed(values []int) string {
	return strings.ReplaceAll(fmt.Sprint(values), " ", ", ")
}

// statement writes a block that adds the values that it reads.
func (l *loopOf) statement(line func(string, ...any), s string) {
	to, from, _ := strings.Cut(s, "=")
	line("pipeline.block {")
	sum := ""
	for i, name := range strings.Split(from, "+") {
		value := fmt.Sprintf("%%v%d", i)
		line("%s = memref.load %%%s[%s] : %s", value, name, subscript(name), shape(name))
		if sum != "" {
			line("%%s%d = arith.addi %s, %s : i32", i, sum, value)
			value = fmt.Sprintf("%%s%d", i)
		}
		sum = value
	}
	line("memref.store %s, %%%s[%s] : %s\n}", sum, to, subscript(to), shape(to))
}

func subscript(name string) string {
	if name >= "X" {
		return "%i"
	}
	return "%c0"
}

func shape(name string) string {
	if name >= "X" {
		return "memref<40xi32>"
	}
	return "memref<1xi32>"
}

// parityCase is a loop for which both modes are compared.
type parityCase struct {
	name string
	loop loopOf
	nest *nested // instead of loop
	// better says why mode=exact has another plan than TVM, although TVM's plan leaves no hazard. It is "" if
	// both plans must be the same.
	better string
	// hazard is a part of the warning if TVM's plan has a hazard.
	hazard string
}

func (c *parityCase) text() string {
	if c.nest != nil {
		return c.nest.text()
	}
	return c.loop.text()
}

// nested is a pipeline of two stages in a loop that is pipelined itself, with a
// copy to shared memory in front of it and, if local, one to local memory.
type nested struct {
	local               bool
	stage, order, async []int
}

func (n *nested) text() string {
	copies, last := "", "S"
	copyLoop := func(from, at, to string) {
		copies += fmt.Sprintf(
			"scf.for %%j = %%c0 to %%c8 step %%c1 {\n%%v = memref.load %s\nmemref.store %%v, %%%s[%%j] : "+
				"memref<8xi32>\n}\n", from+at, to)
	}
	copyLoop("%X[%i, %j]", " : memref<8x8xi32>", "S")
	if n.local {
		copies = "%L = memref.alloc() : memref<8xi32>\n" + copies
		copyLoop("%S[%j]", " : memref<8xi32>", "L")
		last = "L"
	}
	return fmt.Sprintf(`func.func @f(%%X: memref<8x8xi32>, %%Y: memref<8x8xi32>) {
		%%c0 = arith.constant 0 : index
		%%c1 = arith.constant 1 : index
		%%c8 = arith.constant 8 : index
		scf.for %%i = %%c0 to %%c8 step %%c1 { pipeline.block {
			%%S = memref.alloc() : memref<8xi32>
			%s
			scf.for %%j = %%c0 to %%c8 step %%c1 { pipeline.block {
				%%B = memref.alloc() : memref<i32>
				pipeline.block {
					%%v = memref.load %%%s[%%j] : memref<8xi32>
					%%w = arith.addi %%v, %%v : i32
					memref.store %%w, %%B[] : memref<i32>
				}
				pipeline.block {
					%%v = memref.load %%B[] : memref<i32>
					memref.store %%v, %%Y[%%i, %%j] : memref<8x8xi32>
				}
			} } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
		} } {software_pipeline_stage = %s, software_pipeline_order = %s, software_pipeline_async_stages = %s}
		return
	}`, copies, last, listed(n.stage), listed(n.order), listed(n.async))
}

var parityCases = []parityCase{
	{name: "two stages",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{0, 1}}},
	{name: "two stages, asynchronous",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{0, 1},
			async: []int{0}}},
	{name: "three versions",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2}, order: []int{0, 1},
			async: []int{0}}},
	{name: "four versions",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 3}, order: []int{0, 1},
			async: []int{0}}},
	{name: "four versions, synchronous",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 3}, order: []int{0, 1}}},
	{name: "one iteration",
		loop:   loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{0, 1}, to: "1"},
		better: "one iteration needs no second version"},
	{name: "as many iterations as stages",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2}, order: []int{0, 1}, to: "2",
			async: []int{0}},
		better: "two iterations need two versions"},
	{name: "fewer iterations than stages",
		loop: loopOf{statements: []string{"B=X", "C=B", "D=C", "Y=D"}, stage: []int{0, 1, 2, 3},
			order: []int{0, 1, 2, 3}, to: "2"}},
	{name: "four stages, dynamic",
		loop: loopOf{statements: []string{"B=X", "C=B", "D=C", "Y=D"}, stage: []int{0, 1, 2, 3},
			order: []int{0, 1, 2, 3}, to: "n"}},
	{name: "three stages",
		loop: loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2},
			order: []int{0, 1, 2}}},
	{name: "three stages, the first asynchronous",
		loop: loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2}, order: []int{0, 1, 2},
			async: []int{0}}},
	{name: "three stages, two asynchronous",
		loop: loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2}, order: []int{0, 1, 2},
			async: []int{0, 1}},
		hazard: "a WAR hazard on 'B' between statement 1 and statement 0, 2 iterations later: its only " +
			"wait for queue 1 in the body is that of statement 2"},
	{name: "three stages, reversed",
		loop: loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2},
			order: []int{2, 1, 0}}},
	{name: "two stages, reversed",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{1, 0},
			async: []int{0}}},
	{name: "three stages apart, reversed",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 3}, order: []int{1, 0},
			async: []int{0}},
		better: "the slot is free before it is refilled: three versions"},
	{name: "directed acyclic graph, interleaved",
		loop: loopOf{statements: []string{"B=X", "D=B", "C=Y", "E=C", "Z=D+E"}, stage: []int{0, 0, 0, 0, 1},
			order: []int{0, 2, 1, 3, 4}}},
	{name: "two producers",
		loop: loopOf{statements: []string{"B=X", "C=Y", "Z=B+C"}, stage: []int{0, 0, 1},
			order: []int{0, 1, 2}, async: []int{0}}},
	{name: "two producers, three stages apart",
		loop: loopOf{statements: []string{"B=X", "C=Y", "Z=B+C"}, stage: []int{0, 0, 3},
			order: []int{0, 1, 2}, async: []int{0}}},
	{name: "two producers, one stage apart, interleaved",
		loop: loopOf{statements: []string{"B=X", "C=Y", "Z=B+C"}, stage: []int{0, 0, 1},
			order: []int{0, 2, 1}, async: []int{0}},
		better: "the prologue commits as the body does"},
	{name: "two producers, interleaved",
		loop: loopOf{statements: []string{"B=X", "C=Y", "Z=B+C"}, stage: []int{0, 0, 3},
			order: []int{0, 2, 1}, async: []int{0}},
		hazard: "with 5 groups in flight in the body"},
	{name: "two consumers",
		loop: loopOf{statements: []string{"B=X", "Y=B", "Z=B"}, stage: []int{0, 2, 2}, order: []int{0, 1, 2},
			async: []int{0}}},
	{name: "two consumers of two stages",
		loop: loopOf{statements: []string{"B=X", "Y=B", "Z=B"}, stage: []int{0, 1, 2}, order: []int{0, 1, 2},
			async: []int{0}}},
	{name: "body and epilogue",
		loop: loopOf{statements: []string{"B=X", "Y=B", "Z=B"}, stage: []int{0, 2, 3},
			order: []int{0, 2, 1}, async: []int{0}},
		better: "the wait stands in front of the statement that needs it, not of one before it"},
	{name: "nested pipeline, as its parts",
		loop: loopOf{statements: []string{"B=X", "C=Y", "D=B+C", "E=D", "Z=E"}, stage: []int{0, 0, 2, 3, 3},
			order: []int{0, 1, 3, 2, 4}, async: []int{0}}},
	{name: "producer and consumer in one stage",
		loop: loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 0, 1},
			order: []int{0, 1, 2}, async: []int{0}},
		hazard: "it commits both as one group, with the wait inside"},
	{name: "two stages, dynamic",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{0, 1}, to: "n"}},
	{name: "two stages, dynamic, asynchronous",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 1}, order: []int{0, 1}, to: "n",
			async: []int{0}},
		better: "empty groups keep the count constant"},
	{name: "four versions, dynamic",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 3}, order: []int{0, 1}, to: "n",
			async: []int{0}},
		better: "empty groups keep the count constant"},
	{name: "nested pipeline", nest: &nested{stage: []int{0, 1, 1, 1}, order: []int{0, 1, 2, 3}}},
	{name: "nested pipeline, its first part in front",
		nest: &nested{stage: []int{0, 0, 1, 1}, order: []int{0, 2, 1, 3}}},
	{name: "nested pipeline, asynchronous outer loop",
		nest: &nested{stage: []int{0, 1, 1, 1}, order: []int{0, 1, 2, 3}, async: []int{0}}},
	{name: "nested pipeline, interleaved",
		nest: &nested{local: true, stage: []int{0, 0, 0, 1, 1}, order: []int{0, 2, 3, 1, 4}}},
	{name: "predicate", loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2},
		order: []int{0, 1}, async: []int{0}, predicate: true},
		hazard: "drops the predicate of the loop's block"},
	{name: "from 4", loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2}, order: []int{0, 1},
		from: "4", to: "20"}},
	{name: "from 4, asynchronous",
		loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2}, order: []int{0, 1}, from: "4",
			to: "20", async: []int{0}},
		hazard: "it forgets that the loop begins at 4"},
	{name: "step 2", loop: loopOf{statements: []string{"B=X", "Y=B"}, stage: []int{0, 2}, order: []int{0, 1},
		step: "2", async: []int{0}},
		hazard: "drops the step of the loop"},
}

// TestParity compares the plans of both modes for loops as in TVM's own tests. If TVM's plan leaves no
// hazard, mode=exact has the same versions, commits, waits and counts, or the case states a reason. If it
// leaves one, a warning says so.
func TestParity(t *testing.T) {
	for _, c := range parityCases {
		t.Run(c.name, func(t *testing.T) {
			src := c.text()
			exact, warned := apply(t, src,
				injectsoftwarepipeline.Options{TVMWarnings: injectsoftwarepipeline.Always})
			tvm, again := apply(t, src, injectsoftwarepipeline.Options{Mode: injectsoftwarepipeline.TVM})
			if warned != again {
				t.Errorf("the modes warn differently: %s\n%s", warned, again)
			}
			if (warned != "") != (c.hazard != "") || !strings.Contains(warned, c.hazard) {
				t.Errorf("want a warning with %q, got %q", c.hazard, warned)
			}
			if err := (&judge{src: src, piped: exact, exact: !c.loop.predicate, whole: true, random: 4}).
				run([]int64{0, 1, 2, 3, 5, 8}); err != nil {
				t.Errorf("mode=exact: %v\n%s", err, printed(exact))
			}
			if c.hazard != "" {
				return
			}
			if err := (&judge{src: src, piped: tvm, random: 4}).run([]int64{0, 1, 2, 3, 5, 8}); err != nil {
				t.Errorf("mode=tvm: %v\n%s", err, printed(tvm))
			}
			if same := planOf(exact) == planOf(tvm); same != (c.better == "") {
				t.Errorf("the same: %v, but better: %q\nexact: %s\ntvm:   %s", same, c.better, planOf(exact),
					planOf(tvm))
			}
		})
	}
}

// apply pipelines a program and returns it with the diagnostics.
func apply(t *testing.T, src string, o injectsoftwarepipeline.Options) (*ir.Op, string) {
	t.Helper()
	m, err := parseText(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var warned []string
	o.Report = func(d *diag.Diagnostic) { warned = append(warned, d.Error()) }
	if err := o.Apply(m); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, printed(m))
	}
	return m, strings.Join(warned, "\n")
}

// planOf returns versions, commits, waits and parts of a pipelined loop on one
// line, without conditions and subscripts.
func planOf(m *ir.Op) string {
	var plan []string
	for op := range m.Walk() {
		switch {
		case op.Is(memref.Alloc):
			plan = append(plan, op.Result(0).Type().String())
		case op.Is(pipeline.CommitQueue):
			plan = append(plan, fmt.Sprintf("commit%d", pipeline.Queue(op)))
		case op.Is(pipeline.WaitQueue):
			n, v := pipeline.Count(op)
			if v != nil {
				plan = append(plan, fmt.Sprintf("wait%d,?", pipeline.Queue(op)))
			} else {
				plan = append(plan, fmt.Sprintf("wait%d,%d", pipeline.Queue(op), n))
			}
		case op.Is(scf.For):
			plan = append(plan, "for")
		case op.Is(memref.Store):
			plan = append(plan, "store")
		}
	}
	return strings.Join(plan, " ")
}

// TestParityJudges shows that the warnings are true: if a warning names a hazard, the checker or the
// simulator finds one in the program of mode=tvm.
func TestParityJudges(t *testing.T) {
	for _, c := range parityCases {
		if !strings.Contains(c.hazard, "hazard") && !strings.Contains(c.hazard, "in flight") &&
			!strings.Contains(c.hazard, "group") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			tvm, _ := apply(t, c.text(), injectsoftwarepipeline.Options{Mode: injectsoftwarepipeline.TVM})
			report, err := check.Module(t.Context(), tvm, check.Options{SkipWaits: true})
			if err != nil {
				t.Fatal(err)
			}
			if report.OK() {
				t.Errorf("the checker finds no hazard:\n%s", printed(tvm))
			}
		})
	}
}
