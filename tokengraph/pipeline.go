package tokengraph

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// Pipeline is what there is to draw of a pipelined loop: a table with a row for each place of its code, from
// top to bottom in the order in which a thread of control gets there, and a column for each time.
type Pipeline struct {
	Name    string // "@main:12", by the line of the loop
	Summary string
	Rows    []Row
	Columns []Column
}

// RowKind says what the code of a row does.
type RowKind uint8

// The kinds of rows.
const (
	// StatementRow is for a statement, whose cells are the iterations of which it runs instances.
	StatementRow RowKind = iota
	// CommitRow is for a commit, whose cells are the numbers of groups in their queue, from 1.
	CommitRow
	// WaitRow is for a wait, whose cells are how many groups it leaves in flight.
	WaitRow
)

// Row is a place in the code of a pipelined loop.
type Row struct {
	Kind  RowKind
	Stage string // "stage 1", "" where it is that of the row above
	Label string
	// Queue is the index in the loop's queues of what the row commits to or waits for, and of what its
	// statement is committed to. It is -1 for a statement that runs in order.
	Queue int
	Place string // file:line:column, "" if not known
	// First is for a commit the row of the first statement that it commits.
	First int
}

// Column is a time of a pipelined loop.
type Column struct {
	Part string // "prologue", "body", "epilogue" or "behind"
	Time string
	// Gap says that the body goes on between the column in front and this one.
	Gap   bool
	Cells []Cell // by row
}

// Cell is what happens in a row at a time, nothing if it has no text.
type Cell struct {
	Text string
	// Group is the number of the group that is committed, or of the youngest that is complete after a wait, 0
	// if there is none.
	Group int64
	// Completes is for a wait that completes something the number of that group as text.
	Completes string
	Empty     bool // a group of nothing
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

// completed returns the column and the row of the commit of the group that a wait completes. Where that is
// among the times that are left out, hidden is true, and the column is the one behind those.
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
