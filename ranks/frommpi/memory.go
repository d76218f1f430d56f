package frommpi

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

var codeInFlight = diag.Register("mpi-in-flight", "memory of a send or a receive in flight is accessed",
	"Between mpi.isend or mpi.irecv and the mpi.wait of its request, MPI reads or writes the buffer at any "+
		"moment: what is sent must not be written, and what is received must be neither read nor written. "+
		"Wait first, or use another buffer.")

// access is an access to a view of the memory of an allocation or an argument.
type access struct {
	buffer, view *ir.Value
	writes       bool
}

// roots are the allocations and arguments that views belong to, as far as they were asked for.
type roots map[*ir.Value]*ir.Value

// accesses returns the accesses of an operation, and false if they are not known.
func (w roots) accesses(op *ir.Op) (all []access, ok bool) {
	add := func(v *ir.Value, writes bool) {
		root := w.root(v)
		ok = ok && root != nil
		all = append(all, access{root, v, writes})
	}
	ok = true
	switch {
	case op.Is(mpi.Send), op.Is(mpi.ISend):
		add(op.Operand(0), false)
	case op.Is(mpi.Recv), op.Is(mpi.IRecv):
		add(op.Operand(0), true)
	case op.Is(mpi.AllReduce):
		add(op.Operand(0), false)
		add(op.Operand(1), true)
	case op.Is(mpi.Barrier), op.IsEffectFree():
	case op.Is(mpi.Wait):
		start := op.Operand(0).DefiningOp()
		if start == nil || !start.Is(mpi.ISend) && !start.Is(mpi.IRecv) {
			return nil, false
		}
		return w.accesses(start)
	case op.Def() == nil || op.Def().Effects == nil || op.NumRegions() > 0:
		return nil, false
	default:
		op.Def().Effects(op, func(e ir.Effect) {
			if e.Value == nil {
				ok = false
				return
			}
			add(e.Value, e.Kind != ir.Read)
		})
	}
	return all, ok
}

func (w roots) root(v *ir.Value) *ir.Value {
	if r, ok := w[v]; ok {
		return r
	}
	r := (&analysis.Evaluator{}).Root(v)
	w[v] = r
	return r
}

// undisturbed returns an error if an operation accesses memory that a send or a receive in flight reads or
// writes. It looks at what certainly is the same memory: the same view, or a part of a buffer of which all is
// in flight. Operations within conditionals and loops that call MPI are looked at when they are executed;
// others with loops as a whole. Functions are looked at one by one.
func (x *execution) undisturbed(op *ir.Op) error {
	for _, r := range op.Results() { // an allocation in a loop is another one in each iteration
		for request, transfer := range x.transfers {
			if x.roots.root(transfer.Operand(0)) == r {
				delete(x.transfers, request)
			}
		}
	}
	if len(x.transfers) == 0 || op.Is(mpi.Wait) {
		return nil
	}
	if op.NumRegions() == 0 {
		return x.meets(op)
	}
	if x.communicates(op) || op.Is(scf.If) || op.Is(scf.While) || op.Is(scf.IndexSwitch) {
		return nil
	}
	for i := range op.NumRegions() {
		for _, b := range op.Region(i).Blocks() {
			for inner := range b.Ops() {
				if err := x.undisturbed(inner); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// meets is undisturbed for an operation without regions.
func (x *execution) meets(op *ir.Op) error {
	for _, request := range slices.Sorted(maps.Keys(x.transfers)) {
		if x.waited[request] { // in a function that got the request
			continue
		}
		if err := x.roots.disturbs(op, x.transfers[request],
			diag.Sprintf(" of rank %d", x.rank)); err != nil {
			return err
		}
	}
	return nil
}

// disturbs returns an error if an operation accesses memory that a transfer in flight reads or writes. of
// says whose operation it is.
func (w roots) disturbs(op, transfer *ir.Op, of string) error {
	all, _ := w.accesses(op)
	flight, ok := w.accesses(transfer)
	if !ok {
		return nil
	}
	f := flight[0]
	for _, a := range all {
		if a.buffer != f.buffer || a.buffer == nil || a.view != f.view && f.view != f.buffer ||
			!a.writes && !f.writes {
			continue
		}
		does, what := "reads", "is receiving into"
		if a.writes {
			does = "writes"
		}
		if !f.writes {
			what = "is sending"
		}
		return diag.Errorf(codeInFlight, op.Span(), "%s%s %s memory that %s %s", op.Name(), of, does,
			transfer.Name(), what).
			Note(transfer.Span(), "it starts here, and nothing has waited for it").
			Suggest("put the mpi.wait of %s in front of this", transfer.Name())
	}
	return nil
}

// InFlight returns the accesses to memory of sends and receives in flight that a program makes whatever its
// rank is: those in the block of a start, between it and its wait, with all that stands within operations
// there.
func InFlight(module *ir.Op) (found diag.List) {
	w := roots{}
	for start := range module.Walk() {
		if !start.Is(mpi.ISend) && !start.Is(mpi.IRecv) {
			continue
		}
		request := start.Result(start.NumResults() - 1)
		for op := start.Next(); op != nil && !slices.Contains(op.Operands(), request); op = op.Next() {
			ended := false
			for inner := range op.Walk() {
				if ended = ended || slices.Contains(inner.Operands(), request); ended {
					break
				}
				if err := w.disturbs(inner, start, ""); err != nil {
					found.Add(diag.FromError(err)...)
				}
			}
			if ended {
				break
			}
		}
	}
	return found
}
