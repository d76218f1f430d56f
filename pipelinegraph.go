package inflight

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/tokengraph"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// pipelineGraphs returns the drawings of the annotated loops of a program, inner loops first.
func (m *Module) pipelineGraphs(ctx context.Context) ([]*tokengraph.Pipeline, error) {
	m, err := m.onBuffers(ctx)
	if err != nil {
		return nil, err
	}
	var loops []*tokengraph.Pipeline
	planning := &pass.Pass{Name: injectsoftwarepipeline.Pass.Name, Run: func(r *pass.Run) error {
		return injectsoftwarepipeline.Options{Observe: func(s *injectsoftwarepipeline.Schedule) {
			loops = append(loops, drawSchedule(s))
		}}.Apply(r.Op)
	}}
	_, err = m.with(ctx, planning)
	return loops, err
}

// drawSchedule draws the schedule of one loop.
func drawSchedule(s *injectsoftwarepipeline.Schedule) *tokengraph.Pipeline {
	d := &scheduleDrawing{Schedule: s, iterations: s.Representative(), rows: map[rowKey]int{}}
	d.loop = &tokengraph.Pipeline{Name: tokengraph.NameOfLoop(s.Loop)}
	d.findRows()
	last := int64(-1)
	for _, time := range d.shown() {
		d.column(time, time > last+1)
		last = time
	}
	d.loop.Summary = d.summary()
	return d.loop
}

// scheduleDrawing holds the drawing of a schedule while it is made.
type scheduleDrawing struct {
	*injectsoftwarepipeline.Schedule
	iterations int64 // how many iterations are drawn
	loop       *tokengraph.Pipeline
	rows       map[rowKey]int
}

// rowKey identifies a row of the drawing: the statement that it belongs to, what the row shows of it, and the
// queue.
type rowKey struct {
	statement int
	kind      injectsoftwarepipeline.StepKind
	queue     int64
}

// kindOrder is the order of the rows of one statement: its waits, the statement, its commit.
var kindOrder = map[injectsoftwarepipeline.StepKind]int{injectsoftwarepipeline.WaitForGroups: 0,
	injectsoftwarepipeline.RunStatement: 1, injectsoftwarepipeline.CommitGroup: 2}

func keyOf(step injectsoftwarepipeline.Step) rowKey {
	return rowKey{step.Statement, step.Kind, step.Queue}
}

// steady is the number of time steps of the body that are drawn before the omitted ones.
const steady = 2

// shown returns the time steps that are drawn: the prologue, the first steps of the body and its last one,
// the epilogue, and, if an operation waits behind the loop, the step behind the loop.
func (d *scheduleDrawing) shown() []int64 {
	var times []int64
	end, bodyEnd := d.End(d.iterations), d.BodyEnd(d.iterations)
	for time := range min(int64(d.MaxStage)+steady, end) {
		times = append(times, time)
	}
	for time := max(int64(len(times)), bodyEnd-1); time < end; time++ {
		times = append(times, time)
	}
	if len(d.Steps(d.iterations, end)) > 0 {
		times = append(times, end)
	}
	return times
}

// findRows finds the rows that have an entry at any time step that is drawn.
func (d *scheduleDrawing) findRows() {
	steps := map[rowKey]injectsoftwarepipeline.Step{}
	for _, time := range d.shown() {
		for _, step := range d.Steps(d.iterations, time) {
			steps[keyOf(step)] = step
		}
	}
	keys := slices.SortedFunc(maps.Keys(steps), func(a, b rowKey) int {
		return slices.Compare([]int{a.statement, kindOrder[a.kind], int(a.queue)},
			[]int{b.statement, kindOrder[b.kind], int(b.queue)})
	})
	stage := ""
	for i, key := range keys {
		d.rows[key] = i
		row := d.row(steps[key])
		if row.Stage == stage {
			row.Stage = ""
		} else {
			stage = row.Stage
		}
		d.loop.Rows = append(d.loop.Rows, row)
	}
}

// row returns the row of a step.
func (d *scheduleDrawing) row(step injectsoftwarepipeline.Step) tokengraph.Row {
	row := tokengraph.Row{Stage: "behind", Queue: slices.Index(d.Queues, step.Queue)}
	if step.Statement < len(d.Statements) {
		row.Stage = fmt.Sprintf("stage %d", d.Statements[step.Statement].Stage)
	}
	switch step.Kind {
	case injectsoftwarepipeline.RunStatement:
		s := d.Statements[step.Statement]
		row.Kind, row.Label, row.Place, row.Queue = tokengraph.StatementRow, s.Label, placeOf(s.Root), -1
		if s.Async {
			row.Queue = slices.Index(d.Queues, s.Queue)
		}
	case injectsoftwarepipeline.CommitGroup:
		row.Kind, row.Label = tokengraph.CommitRow, fmt.Sprintf("commit to queue %d", step.Queue)
		row.First = d.rows[rowKey{step.First, injectsoftwarepipeline.RunStatement, 0}]
	case injectsoftwarepipeline.WaitForGroups:
		row.Kind, row.Label = tokengraph.WaitRow, fmt.Sprintf("wait for queue %d", step.Queue)
	}
	return row
}

func placeOf(op *ir.Op) string {
	if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
		return span.Place().String()
	}
	return ""
}

// column adds the column of one time step. gap says that time steps are omitted in front of it.
func (d *scheduleDrawing) column(time int64, gap bool) {
	c := tokengraph.Column{Part: d.part(time), Time: d.number(time, 1, time), Gap: gap,
		Cells: make([]tokengraph.Cell, len(d.loop.Rows))}
	if c.Part == behind {
		c.Time = ""
	}
	for _, step := range d.Steps(d.iterations, time) {
		cell := tokengraph.Cell{}
		switch step.Kind {
		case injectsoftwarepipeline.RunStatement:
			cell.Text = d.number(step.Iteration, 1, time)
		case injectsoftwarepipeline.CommitGroup:
			cell.Text, cell.Group = "#"+d.number(step.Group, step.PerIteration, time), step.Group
			cell.Empty = step.Iteration >= d.iterations
		case injectsoftwarepipeline.WaitForGroups:
			cell.Text, cell.Group = fmt.Sprintf("≤%d", step.Count), max(0, step.Group)
			if cell.Group > 0 {
				cell.Completes = "#" + d.number(step.Group, step.PerIteration, time)
			}
		}
		c.Cells[d.rows[keyOf(step)]] = cell
	}
	d.loop.Columns = append(d.loop.Columns, c)
}

// behind is the name of the column for waits behind the loop.
const behind = "behind"

// part returns the part of the loop to which a time step belongs.
func (d *scheduleDrawing) part(time int64) string {
	switch {
	case time >= d.End(d.iterations):
		return behind
	case time < int64(d.MaxStage):
		return "prologue"
	case time < d.BodyEnd(d.iterations):
		return "body"
	}
	return "epilogue"
}

// number returns the text of a number that is drawn in the column of a time step. If the number of iterations
// is not a constant, n stands for it, and numbers at the end of the loop are relative to n. The number grows
// by perIteration with each iteration.
func (d *scheduleDrawing) number(value, perIteration, time int64) string {
	if d.Iterations >= 0 || time < d.BodyEnd(d.iterations)-1 {
		return fmt.Sprint(value)
	}
	return tokengraph.Relative(value, perIteration, d.iterations)
}

// summary describes the loop in one line: statements, stages, iterations, queues, and the counts of its
// waits.
func (d *scheduleDrawing) summary() string {
	iterations := "n iterations"
	if d.Iterations >= 0 {
		iterations = diag.Count(d.Iterations, "iteration")
	}
	stages := "stage 0"
	if d.MaxStage > 0 {
		stages = fmt.Sprintf("stages 0 to %d", d.MaxStage)
	}
	text := fmt.Sprintf("%s in %s, %s", diag.Count(len(d.Statements), "statement"), stages, iterations)
	if len(d.Queues) == 0 {
		return text + ", nothing asynchronous"
	}
	var counts []string
	for _, row := range d.Steps(d.iterations, int64(d.MaxStage)) {
		if row.Kind == injectsoftwarepipeline.WaitForGroups && d.part(int64(d.MaxStage)) == "body" {
			counts = append(counts, fmt.Sprintf("%d on queue %d", row.Count, row.Queue))
		}
	}
	text += ", " + diag.Count(len(d.Queues), "queue")
	if len(counts) == 0 {
		return text + ", no wait in the body"
	}
	return text + "; in the body at most " + strings.Join(counts, " and ") + " stay in flight"
}
