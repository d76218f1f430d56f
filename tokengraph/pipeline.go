package tokengraph

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// Pipeline is the drawing of a pipelined loop: a table with a row for each statement, commit and wait of its
// code, in the order in which a thread of control executes them, and a column for each time step.
type Pipeline struct {
	Name    string // "@main:12", by the line of the loop
	Summary string
	Rows    []Row
	Columns []Column
}

// RowKind is the kind of code in a row.
type RowKind uint8

// The kinds of rows.
const (
	// StatementRow is a statement. Its cells are the numbers of the iterations for which it runs.
	StatementRow RowKind = iota
	// CommitRow is a commit. Its cells are the numbers of groups in their queue, from 1 on.
	CommitRow
	// WaitRow is a wait. Its cells are the counts of groups that it leaves in flight.
	WaitRow
)

// Row is a row of the table: a statement, a commit or a wait.
type Row struct {
	Kind  RowKind
	Stage string // "stage 1", or "" if it is the stage of the row above
	Label string
	// Queue is the index, among the loop's queues, of the queue to which the row commits, for which it waits,
	// or to which its statement is committed. It is -1 for a statement that runs in order.
	Queue int
	Place string // file:line:column, "" if not known
	// First is the row of the first statement that a commit commits.
	First int
}

// Column is a time step of a pipelined loop.
type Column struct {
	Part string // "prologue", "body", "epilogue" or "behind"
	Time string
	// Gap says that time steps of the body are omitted in front of this column.
	Gap   bool
	Cells []Cell // by row
}

// Cell is the content of a row at a time step; empty if it has no text.
type Cell struct {
	Text string
	// Group is the number of the committed group, or of the youngest group that is complete after a wait; 0
	// if there is none.
	Group int64
	// Completes is the text of that number, for a wait that completes a group.
	Completes string
	Empty     bool // a group without operations
}

// NameOfLoop names a loop by its function and its line.
func NameOfLoop(loop *ir.Op) string {
	fn := loop
	for fn.SymbolName() == "" && fn.Parent() != nil {
		fn = fn.Parent()
	}
	name := "@" + fn.SymbolName()
	if span := ir.LocationSpan(loop.Loc()); span.IsKnown() {
		name += fmt.Sprintf(":%d", span.Place().Line)
	}
	return name
}

// completed returns the column and the row of the commit whose group a wait completes. If that commit is in
// an omitted time step, hidden is true, and the column is the one behind the omitted steps.
func (p *Pipeline) completed(wait Row, cell Cell) (column, row int, hidden bool) {
	perIteration := int64(0)
	for _, r := range p.Rows {
		if r.Kind == CommitRow && r.Queue == wait.Queue {
			perIteration++
		}
	}
	for c := range p.Columns {
		if p.Columns[c].Gap {
			column = c
		}
		for r, at := range p.Columns[c].Cells {
			if p.Rows[r].Kind != CommitRow || p.Rows[r].Queue != wait.Queue || at.Text == "" {
				continue
			}
			if at.Group == cell.Group {
				return c, r, false
			}
			if at.Group%perIteration == cell.Group%perIteration {
				row = r
			}
		}
	}
	return column, row, true
}

// Relative returns the text of a number relative to the number n of iterations, where it grows by
// perIteration with each. It is value for so many iterations.
func Relative(value, perIteration, iterations int64) string {
	text := "n"
	switch perIteration {
	case 0:
		return fmt.Sprint(value)
	case 1:
	default:
		text = fmt.Sprintf("%dn", perIteration)
	}
	if rest := value - perIteration*iterations; rest != 0 {
		text += fmt.Sprintf("%+d", rest)
	}
	return text
}
