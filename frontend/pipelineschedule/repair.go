package pipelineschedule

import (
	"slices"

	"github.com/inflight-compiler/inflight/ranks"
)

// Repair returns the table with sends and receives moved so that no rank blocks under a transport, and the
// number of cells that moved. Computations keep their order. If no few moves are found, and sorting the
// transfers does not help because messages meet that do not fit, the order is that of Derive. Repair returns
// nil if it finds none, for one because a message has no receiver.
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
		found = t.derivedOrder(transport)
	}
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

// derivedOrder returns the order in which Derive puts the sends and receives of the table. It returns nil if
// the table has others than Derive adds, or if that order is not right either.
func (t *Table) derivedOrder(transport ranks.Transport) ranks.Order {
	bare := &Table{Ranks: make([][]Action, len(t.Ranks)), Rows: t.Rows, Old: t.Old}
	places := make([]map[string]int, len(t.Ranks))
	for r, row := range t.Ranks {
		places[r] = map[string]int{}
		for i := range row {
			a := &row[i]
			places[r][t.Text(a)] = i
			if !a.Sends() && !a.Receives() {
				bare.Ranks[r] = append(bare.Ranks[r], *a)
			}
		}
	}
	derived, err := bare.Derive()
	if err != nil {
		return nil
	}
	order := make(ranks.Order, len(t.Ranks))
	for r, row := range derived.Ranks {
		for i := range row {
			place, ok := places[r][t.Text(&row[i])]
			if !ok {
				return nil
			}
			order[r] = append(order[r], place)
		}
		if len(row) != len(t.Ranks[r]) {
			return nil
		}
	}
	p, err := t.ordered(order).System(Costs{})
	if err != nil || !ranks.Judge(p.System, transport).Free() {
		return nil
	}
	return order
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
