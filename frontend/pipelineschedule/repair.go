package pipelineschedule

import (
	"github.com/inflight-compiler/inflight/ranks"
)

// Repair returns the table with sends and receives moved so that no rank blocks under a transport, and how
// many cells moved. Computations keep their order. If no few moves are found, and sorting the transfers does
// not help because messages meet that do not fit, the order is that of Derive. Repair returns nil if it finds
// none, for one because a message has no receiver.
func (t *Table) Repair(transport ranks.Transport, streams Streams) (*Table, *ranks.Repaired) {
	order := make(ranks.Order, len(t.Ranks))
	for r, row := range t.Ranks {
		for i := range row {
			order[r] = append(order[r], i)
		}
	}
	p := &ranks.Repairer{
		Transport: transport,
		Build: func(o ranks.Order) (*ranks.System, [][]ranks.Place) {
			p, err := t.ordered(o).System(Costs{Streams: streams})
			if err != nil {
				return nil, nil
			}
			return p.System, p.Places()
		},
		Movable: func(r, item int) bool {
			a := &t.Ranks[r][item]
			return a.Sends() || a.Receives() || a.Kind == Batch
		},
	}
	found := p.Repair(order)
	if found == nil {
		found = p.Take(order, t.derivedOrder())
	}
	if found == nil {
		return nil, nil
	}
	return t.ordered(found.Order), found
}

// Places returns the place in the table of each action.
func (p *Program) Places() [][]ranks.Place {
	places := make([][]ranks.Place, len(p.Cells))
	for r, cells := range p.Cells {
		for _, at := range cells {
			places[r] = append(places[r], ranks.Place{List: r, At: at})
		}
	}
	return places
}

// derivedOrder returns the order in which Derive puts the sends and receives of the table. It returns nil if
// the table has others than Derive adds.
func (t *Table) derivedOrder() ranks.Order {
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
