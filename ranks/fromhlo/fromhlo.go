package fromhlo

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/timed"
)

const (
	mostSteps = 20_000_000 // instructions that one rank executes
)

// Costs says how long the instructions of a module take.
type Costs interface {
	// Alone returns how long an instruction keeps the stream of computations busy.
	Alone(*hlo.Instruction) (timed.Time, error)
	// Running returns the stream of the asynchronous operation that an instruction starts, and how long the
	// operation takes.
	Running(*hlo.Instruction) (string, timed.Time, error)
}

// System makes programs of ranks of modules that Verify accepts. Module i is that of rank i; one module may
// be that of several ranks.
func System(modules []*hlo.Module) (*ranks.System, error) {
	return Timed(modules, func(*hlo.Module) Costs { return nil })
}

// Timed makes programs of ranks that also compute and copy, with how long that takes by the costs of each
// module. It communicates as System says.
func Timed(modules []*hlo.Module, costs func(*hlo.Module) Costs) (*ranks.System, error) {
	s := &ranks.System{Ranks: make([]ranks.Rank, len(modules))}
	all := make([]*execution, len(modules))
	var errs diag.List
	left := ranks.MostActions
	for r, m := range modules {
		x, err := newExecution(m, int32(r), int32(len(modules)))
		if err == nil {
			x.left, x.costs = left, costs(m)
			err = x.computation(m.Entry)
		}
		if err != nil {
			errs.Add(diag.FromError(err)...)
			if len(errs) > 0 && r > 0 && modules[r-1] == m {
				return nil, errs // the same module again
			}
			continue
		}
		all[r] = x
		left -= len(x.actions)
		s.Ranks[r] = ranks.Rank{At: m.Span(), Actions: x.actions, Queues: x.queues}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	if errs := resolve(all); len(errs) > 0 {
		return nil, errs
	}
	share(all)
	return s, s.Check()
}

// share takes the channels away that have sends only or receives only: modules for GPUs give each send and
// each receive a channel of its own, and their transfers meet by their ranks and their order. A transfer
// whose peer its channel has named keeps it.
func share(all []*execution) {
	kinds := map[string]map[ranks.Kind]bool{}
	each := func(do func(a *ranks.Action)) {
		for _, x := range all {
			for i := range x.actions {
				if a := &x.actions[i]; a.Kind == ranks.Send || a.Kind == ranks.Recv {
					do(a)
				}
			}
		}
	}
	each(func(a *ranks.Action) {
		if kinds[a.Channel] == nil {
			kinds[a.Channel] = map[ranks.Kind]bool{}
		}
		kinds[a.Channel][a.Kind] = true
	})
	each(func(a *ranks.Action) {
		if len(kinds[a.Channel]) == 1 {
			a.Channel = "no channel"
		}
	})
}

// resolve finds the peers of sends and receives that only their channel names.
func resolve(all []*execution) diag.List {
	type end struct {
		channel string
		kind    ranks.Kind
	}
	at := map[end][]int32{} // the ranks that have such an action
	for r, x := range all {
		for _, i := range x.unnamed {
			e := end{x.actions[i].Channel, x.actions[i].Kind}
			if list := at[e]; len(list) == 0 || list[len(list)-1] != int32(r) {
				at[e] = append(list, int32(r))
			}
		}
	}
	var errs diag.List
	for r, x := range all {
		for _, i := range x.unnamed {
			a := &x.actions[i]
			other, does := ranks.Send, "sends"
			if a.Kind == ranks.Send {
				other, does = ranks.Recv, "receives"
			}
			var peers []int32
			for _, p := range at[end{a.Channel, other}] {
				if p != int32(r) {
					peers = append(peers, p)
				}
			}
			switch len(peers) {
			case 1:
				a.Peer = peers[0]
			case 0:
				errs.Add(diag.Errorf(ranks.CodeUnmatched, a.At, "%s of rank %d: no other rank %s on %s",
					a.Label,
					r, does, a.Channel))
			default:
				errs.Add(diag.Errorf(ranks.CodeIncomplete, a.At, "%s of rank %d: rank %d and rank %d have "+
					"instructions on %s; _xla_send_recv_source_target_pairs names one", a.Label, r, peers[0],
					peers[1], a.Channel))
			}
		}
	}
	return errs
}
