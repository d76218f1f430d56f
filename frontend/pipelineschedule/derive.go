package pipelineschedule

import "github.com/inflight-compiler/inflight/diag"

// HasTransfers reports whether a table has sends or receives.
func (t *Table) HasTransfers() bool {
	has := false
	t.each(func(a *Action) { has = has || a.Sends() || a.Receives() })
	return has
}

// Derive returns the table with the sends and receives that PyTorch adds to one that only computes
// (_add_send_recv): rank by rank, each takes its next action if its inputs are there, and with the action
// stand its send, and the receive on the other rank. Empty cells go. The sends and receives of all ranks then
// follow one order, so that they cannot block each other.
func (t *Table) Derive() (*Table, error) {
	home, err := t.stages()
	if err != nil {
		return nil, err
	}
	d := &derivation{table: t, home: home, next: make([]int, len(t.Ranks)), known: map[value]bool{},
		out: &Table{Ranks: make([][]Action, len(t.Ranks)), Rows: t.Rows, Old: t.Old}}
	for more := true; more; {
		if more = false; !d.round(&more) && more {
			return nil, d.stuck()
		}
	}
	return d.out, nil
}

// value is the result of a stage for a microbatch, forward or backward, on a rank.
type value struct {
	rank, stage, microbatch int
	forward                 bool
}

// derivation is the state of Derive.
type derivation struct {
	table *Table
	home  []int
	next  []int // the next action of each rank
	known map[value]bool
	out   *Table
}

// round takes the next action of each rank that can take one. It sets more if a rank has actions left.
func (d *derivation) round(more *bool) (progress bool) {
	for r, row := range d.table.Ranks {
		for d.next[r] < len(row) && row[d.next[r]].Kind == Idle {
			d.next[r]++
		}
		if d.next[r] == len(row) {
			continue
		}
		*more = true
		a := &row[d.next[r]]
		ready := true
		for _, part := range a.parts() {
			ready = ready && d.ready(r, part)
		}
		if !ready {
			continue
		}
		d.next[r]++
		progress = true
		d.out.Ranks[r] = append(d.out.Ranks[r], *a)
		for _, part := range a.parts() {
			d.transfer(r, part)
		}
	}
	return progress
}

// parts returns the actions that an action consists of.
func (a *Action) parts() []*Action {
	if len(a.Parts) == 0 {
		return []*Action{a}
	}
	var all []*Action
	for i := range a.Parts {
		all = append(all, &a.Parts[i])
	}
	return all
}

func (d *derivation) ready(r int, a *Action) bool {
	switch {
	case a.Kind == Forward && a.Stage > 0:
		return d.known[value{r, a.Stage - 1, a.Microbatch, true}]
	case (a.Kind == Backward || a.Kind == BackwardInput) && a.Stage < len(d.home)-1:
		return d.known[value{r, a.Stage + 1, a.Microbatch, false}]
	}
	return true
}

// transfer notes the result of an action, and sends it to the rank that needs it.
func (d *derivation) transfer(r int, a *Action) {
	to := a.Stage + 1
	send, recv := SendForward, RecvForward
	switch a.Kind {
	case Forward:
	case Backward, BackwardInput:
		to, send, recv = a.Stage-1, SendBackward, RecvBackward
	default:
		return
	}
	d.known[value{r, a.Stage, a.Microbatch, a.Kind == Forward}] = true
	if to < 0 || to >= len(d.home) || d.home[to] == r {
		return
	}
	d.known[value{d.home[to], a.Stage, a.Microbatch, a.Kind == Forward}] = true
	d.out.Ranks[r] = append(d.out.Ranks[r], Action{Kind: send, Stage: a.Stage, Microbatch: a.Microbatch,
		At: a.At})
	d.out.Ranks[d.home[to]] = append(d.out.Ranks[d.home[to]], Action{Kind: recv, Stage: to,
		Microbatch: a.Microbatch, At: a.At})
}

// stuck reports the first action whose input is never computed.
func (d *derivation) stuck() error {
	var errs diag.List
	for r, row := range d.table.Ranks {
		if d.next[r] < len(row) {
			a := &row[d.next[r]]
			errs.Add(diag.Errorf(codeTable, a.At, "%s of rank %d waits for a result that no rank computes "+
				"before: no order of sends and receives exists", d.table.Text(a), r))
		}
	}
	return errs.Err()
}

// stages returns the rank of each stage.
func (t *Table) stages() ([]int, error) {
	var errs diag.List
	home, at := map[int]int{}, map[int]diag.Span{}
	count := 0
	for r, row := range t.Ranks {
		n := 0
		for i := range row {
			for _, a := range row[i].parts() {
				if a.Kind == Idle {
					continue
				}
				n++
				count = max(count, a.Stage+1)
				if other, ok := home[a.Stage]; ok && other != r {
					errs.Add(diag.Errorf(codeTable, a.At, "stage %d is on rank %d and on rank %d", a.Stage,
						other, r).Note(at[a.Stage], "stage %d on rank %d", a.Stage, other))
					continue
				}
				if _, ok := home[a.Stage]; !ok {
					home[a.Stage], at[a.Stage] = r, a.At
				}
			}
		}
		if n == 0 {
			errs.Add(diag.Errorf(codeTable, t.Rows[r], "rank %d has no actions", r))
		}
	}
	list := make([]int, 0, len(home))
	for s := 0; s < count; s++ {
		r, ok := home[s]
		if !ok {
			errs.Add(diag.Errorf(codeTable, at[count-1],
				"the schedule has a stage %d, and no stage %d: a rank "+
					"is missing", count-1, s))
			break
		}
		list = append(list, r)
	}
	return list, errs.Err()
}
