package pass

import "github.com/inflight-compiler/inflight/ir"

// Parts is a pass on a module taken apart: what it does to each of the operations directly in the module, its units, and what it does
// to the module itself. The manager takes one function through several such passes while it is at hand, and works on functions in
// parallel.
type Parts struct {
	// Begin returns what transforms one unit after the other; each goroutine has its own, and memory for it that passes share. It may change the unit and what is in it,
	// and look at nothing around it: other units may be passes ahead or behind, and the unit may stand in no module. Names of symbols
	// it may copy, and make others of them, but not decide by them: units that differ in names alone become such units again.
	Begin func(a *ir.Arena) func(u *Unit) error
	// End does what concerns the module, if there is something, when all units are done. They come in the order of the module, and what
	// was made of them does not stand there yet. Units that it adds are taken through the passes that follow. Of units that differ in
	// names alone, and have no open names, it may get one.
	End func(units []*Unit) error
	// Complete, which may be nil, is Begin for the functions that the pass added, before they go through the passes that follow: what is
	// left to do to them then.
	Complete func(a *ir.Arena) func(op *ir.Op) error
	// First says that the pass has looked at the module: it is the first of those that a function goes through. Backward says that it adds
	// functions for the last unit first.
	First, Backward bool
}

// EachUnit returns the parts of a pass that changes functions only. Begin returns what transforms one unit after the other and reports
// whether it left it as it was.
func EachUnit(begin func(a *ir.Arena) func(op *ir.Op) (same bool, err error)) *Parts {
	return &Parts{Begin: func(a *ir.Arena) func(*Unit) error {
		transform := begin(a)
		return func(u *Unit) (err error) {
			u.Same, err = transform(u.Op)
			return err
		}
	}}
}

// Unit is an operation directly in a module, on its way through one pass.
type Unit struct {
	Op *ir.Op
	// Made stands for the operation from then on, if Replaced is set: detached operations, which the manager puts in its place.
	Made     []*ir.Op
	Replaced bool
	// Same says that the pass left the unit as it was, so that it need not be verified again.
	Same bool
	// Added are functions that the pass makes for the unit, detached; the manager puts them at the end of the module. They go through
	// the passes that follow.
	Added []*ir.Op
	// Rest is what the end of the pass needs to know of the unit.
	Rest any

	opens  []open
	naming *naming
}

// open is a name that the end of the pass gives.
type open struct {
	base   string
	number int // of its placeholder
}

// Open returns a name for a symbol that the pass makes for the unit: for one of the functions that it adds, or one that its end makes.
// It stands for another, which begins with base and is known at the end of the pass.
func (u *Unit) Open(base string) string {
	n := u.naming.open()
	u.opens = append(u.opens, open{base, n})
	return placeholder(n)
}

// Name gives the open names of the unit, in the order in which they were opened. That is for the end of the pass.
func (u *Unit) Name(give func(base string) string) {
	for _, o := range u.opens {
		u.naming.names[o.number-u.naming.base] = give(o.base)
	}
}
