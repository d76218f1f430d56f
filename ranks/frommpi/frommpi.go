package frommpi

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/timed"
)

var codeCall = diag.Register("ranks-mpi", "a call of MPI is not right",
	"A peer is a number below the size of the communicator; a request is waited for once; a rank that "+
		"got no communicator from a split does not use it; the buffers of a collective have the same type "+
		"and sizes that fit.")

var codeApart = diag.Register("mpi-one-rank", "a program that calls MPI is judged as that of one rank",
	"Whether several ranks that execute it can block each other says inflight check --ranks=N FILE; how "+
		"long "+
		"they take, inflight sim --ranks=N FILE --mode timed.")

// Apart returns the remark that a program which calls MPI was judged without other ranks, nil if it calls
// none.
func Apart(module *ir.Op) *diag.Diagnostic {
	for op := range module.Walk() {
		if strings.HasPrefix(op.Name(), "mpi.") {
			return diag.Remarkf(codeApart, op.Span(),
				"the program calls MPI, and this verdict is on one rank alone").
				Suggest("inflight check --ranks=4 FILE says whether four ranks can block each other")
		}
	}
	return nil
}

const (
	mostSteps  = 20_000_000 // operations that one rank executes
	mostCalls  = 200        // calls in calls
	mostSplits = 64         // rounds until all groups are known
)

// Program is the program of a rank: its entry in its module.
type Program struct{ Module, Entry *ir.Op }

// Costs says how long the operations of programs take.
type Costs interface {
	// Op returns how long an operation takes that calls no MPI. The integers are the values that are known.
	Op(module, op *ir.Op, integers func() map[*ir.Value]int64) timed.Time
	// Call returns how long a call of MPI takes once all ranks that take part are there, so many of them.
	Call(op *ir.Op, members int) timed.Time
}

// System makes programs of ranks. Program i is that of rank i.
func System(programs []Program) (*ranks.System, error) { return Timed(programs, nil) }

// Timed makes programs of ranks that also compute, with how long everything takes.
func Timed(programs []Program, costs Costs) (*ranks.System, error) {
	groups := newGroups(len(programs))
	for range mostSplits {
		s := &ranks.System{Ranks: make([]ranks.Rank, len(programs))}
		var errs diag.List
		waiting := diag.List{}
		left := ranks.MostActions
		for r, p := range programs {
			x := &execution{module: p.Module, groups: groups, rank: int32(r), talks: map[*ir.Op]bool{},
				roots: roots{},
				split: map[*communicator]int{}, left: left, costs: costs}
			err := x.run(p.Entry)
			if x.unknown != nil {
				waiting.Add(diag.FromError(x.unknown)...)
			} else if err != nil {
				errs.Add(diag.FromError(err)...)
			}
			left -= len(x.actions)
			s.Ranks[r] = ranks.Rank{At: p.Entry.Span(), Actions: x.actions}
		}
		switch {
		case len(errs) > 0:
			return nil, errs
		case len(waiting) == 0:
			return s, s.Check()
		case !groups.resolve():
			return nil, waiting
		}
	}
	return nil, diag.Errorf(ranks.CodeIncomplete, programs[0].Entry.Span(),
		"the program splits communicators more "+
			"than %d times, each depending on the one before", mostSplits)
}

// value is what is known of a value: an integer, a communicator, or the action of a request. None is set for
// one that is not known.
type value struct {
	attr    *ir.IntegerAttr
	comm    *communicator
	request int32 // the number of the action, plus 1
}

// execution executes a program for one rank.
type execution struct {
	module  *ir.Op
	groups  *groups
	rank    int32
	actions []ranks.Action
	left    int // how many actions the rank may have
	waited  map[int32]bool
	// transfers are the sends and receives of the function that have started and were not waited for, by
	// their requests.
	transfers map[int32]*ir.Op
	split     map[*communicator]int // how often the rank has split a communicator
	talks     map[*ir.Op]bool       // whether an operation calls MPI
	roots     roots
	steps     int
	calls     int
	unknown   error // the group of a communicator is not known yet
	costs     Costs // nil: only communication is of interest
	counted   int   // the depth in operations whose time is counted as a whole
}

// frame is the values of a call of a function.
type frame map[*ir.Value]value

// run executes a function without arguments.
func (x *execution) run(fn *ir.Op) error {
	x.waited = map[int32]bool{}
	_, err := x.function(fn, nil)
	return err
}

func incomplete(op *ir.Op, format string, args ...any) error {
	return diag.Errorf(ranks.CodeIncomplete, op.Span(), "%s: %s", op.Name(), diag.Sprintf(format, args...))
}

func (x *execution) refuse(op *ir.Op, format string, args ...any) error {
	return diag.Errorf(codeCall, op.Span(), "%s of rank %d: %s", op.Name(), x.rank,
		diag.Sprintf(format, args...))
}

// integer returns the integer that a value is, if it is known.
func (f frame) integer(v *ir.Value) (int64, bool) {
	a := f[v].attr
	if a == nil || a.Big != nil {
		return 0, false
	}
	return a.Value, true
}

// fold computes the results of an operation on known integers.
func (f frame) fold(op *ir.Op) {
	def := op.Def()
	if def == nil || def.Fold == nil || op.NumResults() == 0 {
		return
	}
	consts := make([]ir.Attr, op.NumOperands())
	for i := range consts {
		a := f[op.Operand(i)].attr
		if a == nil {
			return
		}
		consts[i] = a
	}
	for i, r := range def.Fold(op, consts) {
		if a, ok := r.Attr.(*ir.IntegerAttr); ok {
			f[op.Result(i)] = value{attr: a}
		} else if r.Value != nil {
			f[op.Result(i)] = f[r.Value]
		}
	}
}
