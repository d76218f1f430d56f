package pipelineschedule

import (
	"slices"

	"github.com/inflight-compiler/inflight/ranks"
)

// Repair returns the table with sends and receives moved so that no rank blocks under a transport, and the
// number of cells that moved. Computations keep their order. It returns nil if there is no such table, which
// is the case if a message has no receiver.
func (t *Table) Repair(transport ranks.Transport) (repaired *Table, moved int) {
	order := make(ranks.Order, len(t.Ranks))
	for r, row := range t.Ranks {
		for i := range row {
			order[r] = append(order[r], i)
		}
	}
	p := &ranks.Repairer{
		Transport: transport,
		Build: func(o ranks.Order) (*ranks.System, [][]int) {
			p, err := t.ordered(o).System(Costs{})
			if err != nil {
				return nil, nil
			}
			return p.System, p.Cells
		},
		Movable: func(r, item int) bool {
			a := &t.Ranks[r][item]
			return a.Sends() || a.Receives() || a.Kind == Batch
		},
	}
	found, moves := p.Repair(order)
	if found == nil {
		return nil, 0
	}
	if moved = len(moves); moved == 0 {
		for r := range order {
			moved += len(order[r]) - inOrder(found[r])
		}
	}
	return t.ordered(found), moved
}

// ordered returns the table in another order.
func (t *Table) ordered(o ranks.Order) *Table {
	next := &Table{Ranks: make([][]Action, len(t.Ranks)), Rows: t.Rows, Old: t.Old}
	for r, list := range o {
		for _, i := range list {
			next.Ranks[r] = append(next.Ranks[r], t.Ranks[r][i])
		}
	}
	return next
}

// inOrder returns the length of the longest ascending part of a list: the cells that need not move.
func inOrder(list []int) int {
	var ends []int // the least end of an ascending part of each length
	for _, x := range list {
		i, _ := slices.BinarySearch(ends, x)
		if i == len(ends) {
			ends = append(ends, x)
		} else {
			ends[i] = x
		}
	}
	return len(ends)
}
