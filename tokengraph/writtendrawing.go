package tokengraph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The drawing of a loop executes its code: the prologue, iterations, and the epilogue. It numbers the groups
// of each queue from the first that it shows.

// steady is the number of iterations that are drawn in front of the omitted ones.
const steady = 2

// writtenLoop is a loop that is being drawn.
type writtenLoop struct {
	prologue, body, epilogue []event
	trips                    int64 // -1 if not constant
	iterations               int64 // how many are executed

	out      *Pipeline
	keys     []key // of each row
	queues   []ir.Queue
	runs     []int64 // of each row, how often it ran
	perRun   []int64 // of each row, how often an iteration runs it
	perQueue groups  // how many an iteration commits
	counter  counter
	time     int64
	part     string
	last     int  // the row of the last event in this column
	gap      bool // iterations are left out in front of the next column
	loose    bool // something is issued of which it is not known in which group it is
	relative bool // numbers are relative to the end of the loop
}

// groups has a number of groups for each queue.
type groups map[ir.Queue]int64

// counter counts the groups of each queue that are committed and known to be complete.
type counter struct{ committed, complete groups }

// step executes an event.
func (c *counter) step(e event) {
	q := e.queue
	switch e.kind {
	case CommitRow:
		c.committed[q]++
	case WaitRow:
		if e.count == 0 || e.count > 0 && e.order == ir.InOrder {
			c.complete[q] = max(c.complete[q], c.committed[q]-e.count)
		}
	}
}

// idle reports whether no group is in flight.
func (c *counter) idle() bool {
	for q, n := range c.committed {
		if c.complete[q] < n {
			return false
		}
	}
	return true
}

// draw draws a loop.
func (r *reader) draw(loop *ir.Op) *Pipeline {
	w := &writtenLoop{out: &Pipeline{Name: NameOfLoop(loop)}, body: r.steps(loop.Body().First(), nil),
		trips: -1, perQueue: groups{}}
	if i := slices.IndexFunc(w.body, func(e event) bool { return e.unknown }); i >= 0 {
		w.out.Summary = fmt.Sprintf("not drawn: how often the %s of %s commits or waits is not known",
			w.body[i].op.Name(), lineOf(w.body[i].op))
		return w.out
	}
	if n, ok := r.sizes.Trips(loop); ok {
		w.trips = n
	}
	w.prologue = prologueOf(r.steps(loop.Block().First(), loop))
	w.measure()
	w.epilogue = w.epilogueOf(r.steps(loop.Next(), nil))
	w.loose = slices.ContainsFunc(slices.Concat(w.prologue, w.body, w.epilogue),
		func(e event) bool { return e.issues && !e.queued })
	w.findRows()
	w.execute()
	w.out.Summary = w.summary()
	return w.out
}

// prologueOf returns the events from the first group on that may be in flight in front of the loop. Groups
// from in front of events that are not known are left out.
func prologueOf(events []event) []event {
	start, c := len(events), counter{groups{}, groups{}}
	for _, e := range events {
		if e.unknown {
			start, c = len(events), counter{groups{}, groups{}}
		}
		if e.kind == CommitRow {
			start = min(start, e.first)
		}
		if c.step(e); e.kind == WaitRow && c.idle() {
			start, c = len(events), counter{groups{}, groups{}}
		}
	}
	out := slices.Clone(events[start:])
	for i := range out {
		out[i].first -= start
	}
	return out
}

// measure finds how many groups an iteration commits, and how many iterations are executed: if their number
// is not constant, enough for every wait to complete the group that it completes in the long run.
func (w *writtenLoop) measure() {
	most := int64(0)
	for _, e := range w.body {
		if e.kind == CommitRow {
			w.perQueue[e.queue]++
		}
		most = max(most, e.count)
	}
	if w.iterations = w.trips; w.trips < 0 {
		w.iterations = min(most, 1<<20) + 2*steady
	}
}

// epilogueOf returns those of the events behind the loop which belong to it: up to the last commit or wait
// before no group is in flight and others begin, with the statements behind it that the loop has, too.
func (w *writtenLoop) epilogueOf(events []event) []event {
	w.start()
	for _, e := range w.prologue {
		w.counter.step(e)
	}
	w.skip(w.iterations)
	end, idle := 0, w.counter.idle()
	for i, e := range events {
		if e.unknown || idle && (e.kind == CommitRow || e.issues) {
			events = events[:i]
			break
		}
		if w.counter.step(e); e.kind != StatementRow {
			end = i + 1
		}
		idle = w.counter.idle()
	}
	shared := keysOf(w.body)
	for i := end; i < len(events) && end > 0 && (i == end || slices.Contains(shared, events[i].key())); i++ {
		end = i + 1
	}
	return events[:end]
}

func keysOf(events []event) (keys []key) {
	for _, e := range events {
		keys = append(keys, e.key())
	}
	return keys
}

// findRows finds the rows: those of the body in its order, between those that only the prologue and only the
// epilogue have.
func (w *writtenLoop) findRows() {
	shared := keysOf(w.body)
	w.addRows(w.prologue, shared)
	for _, e := range w.body {
		w.addRow(e, w.body, 1)
	}
	w.addRows(w.epilogue, slices.Concat(shared, keysOf(w.prologue)))
	stage := ""
	for i := range w.out.Rows {
		if row := &w.out.Rows[i]; row.Stage == stage {
			row.Stage = ""
		} else {
			stage = row.Stage
		}
	}
}

// addRows adds rows for events that have none of the keys.
func (w *writtenLoop) addRows(events []event, keys []key) {
	for _, e := range events {
		if !slices.Contains(keys, e.key()) {
			keys = append(keys, e.key())
			w.addRow(e, events, 0)
		}
	}
}

// addRow adds a row for one of the events, which each iteration runs perRun times.
func (w *writtenLoop) addRow(e event, events []event, perRun int64) {
	row := Row{Kind: e.kind, Stage: lineOf(e.op), Label: e.label, Queue: -1, Place: placeIn(e.op)}
	if e.kind == WaitRow || e.queued {
		if !slices.Contains(w.queues, e.queue) {
			w.queues = append(w.queues, e.queue)
		}
		row.Queue = slices.Index(w.queues, e.queue)
	}
	if e.kind == CommitRow {
		row.First = len(w.keys)
		if i := slices.Index(w.keys, events[e.first].key()); i >= 0 {
			row.First = i
		}
	}
	w.out.Rows = append(w.out.Rows, row)
	w.keys, w.perRun = append(w.keys, e.key()), append(w.perRun, perRun)
}

// start starts an execution.
func (w *writtenLoop) start() {
	w.counter = counter{groups{}, groups{}}
	w.time, w.runs = 0, make([]int64, len(w.keys))
}

// skip executes iterations without drawing them. Since each commits the same number of groups, what is
// complete behind the last one follows from the groups that are committed in front of it.
func (w *writtenLoop) skip(iterations int64) {
	if iterations <= 0 {
		return
	}
	for q, n := range w.perQueue {
		w.counter.committed[q] += n * (iterations - 1)
	}
	for _, e := range w.body {
		w.counter.step(e)
	}
	for i := range w.runs {
		w.runs[i] += w.perRun[i] * iterations
	}
	w.time += iterations
}

// execute draws the columns.
func (w *writtenLoop) execute() {
	w.start()
	w.columns("prologue", w.prologue)
	for i := range min(w.iterations, steady+1) {
		if i == steady {
			left := w.iterations - 1 - steady
			w.skip(left)
			w.gap = left > 0
		}
		w.relative = w.trips < 0 && i == steady
		w.columns("body", w.body)
	}
	w.columns("epilogue", w.epilogue)
}

// columns draws events of one part of the loop.
func (w *writtenLoop) columns(part string, events []event) {
	w.part, w.last = part, len(w.keys)
	for _, e := range events {
		w.place(e)
	}
}

// place draws an event in the next row that it fits, in a new column if none is left in this one.
func (w *writtenLoop) place(e event) {
	next := slices.Index(w.keys[min(w.last+1, len(w.keys)):], e.key())
	if next >= 0 {
		next += w.last + 1
	} else {
		next = slices.Index(w.keys, e.key())
		w.out.Columns = append(w.out.Columns, Column{Part: w.part, Time: w.number(w.time, 1), Gap: w.gap,
			Cells: make([]Cell, len(w.keys))})
		w.time++
		w.gap = false
	}
	w.last = next
	w.counter.step(e)
	w.out.Columns[len(w.out.Columns)-1].Cells[next] = w.cell(e, next)
	w.runs[next]++
}

// cell returns what an event shows that has been executed.
func (w *writtenLoop) cell(e event, row int) Cell {
	q := e.queue
	switch e.kind {
	case CommitRow:
		n := w.counter.committed[q]
		return Cell{Text: "#" + w.number(n, w.perQueue[q]), Group: n, Empty: e.empty && !w.loose}
	case WaitRow:
		c := Cell{Text: "≤?", Group: w.counter.complete[q]}
		if e.count >= 0 {
			c.Text = fmt.Sprintf("≤%d", e.count)
		}
		if c.Group = max(0, c.Group); c.Group > 0 {
			c.Completes = "#" + w.number(c.Group, w.perQueue[q])
		}
		return c
	}
	return Cell{Text: w.number(w.runs[row], w.perRun[row])}
}

// number returns the text of a number that grows by perIteration with each iteration.
func (w *writtenLoop) number(value, perIteration int64) string {
	if !w.relative {
		return fmt.Sprint(value)
	}
	return Relative(value, perIteration, w.iterations)
}

// summary describes the loop in one line.
func (w *writtenLoop) summary() string {
	text := "n iterations"
	if w.trips >= 0 {
		text = diag.Count(w.trips, "iteration")
	}
	before, each := 0, 0
	least := groups{}
	for _, e := range w.prologue {
		if e.kind == CommitRow {
			before++
		}
	}
	for _, e := range w.body {
		switch n, ok := least[e.queue]; {
		case e.kind == CommitRow:
			each++
		case e.kind == WaitRow && e.count >= 0 && (!ok || e.count < n):
			least[e.queue] = e.count
		}
	}
	text += fmt.Sprintf(", %s in front and %d in each, %s", diag.Count(before, "group"), each,
		diag.Count(len(w.queues), "queue"))
	var counts []string
	for _, q := range w.queues {
		if n, ok := least[q]; ok {
			counts = append(counts, fmt.Sprintf("%d on %s", n, queueName(q)))
		}
	}
	if len(counts) == 0 {
		return text + ", no wait in the body"
	}
	return text + "; in the body at most " + strings.Join(counts, " and ") + " stay in flight"
}

func placeIn(op *ir.Op) string {
	if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
		return span.Place().String()
	}
	return ""
}

func lineOf(op *ir.Op) string {
	if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
		return fmt.Sprintf("line %d", span.Place().Line)
	}
	return ""
}
