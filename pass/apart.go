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
	// names alone, and have no open references, it may get one.
	End func(units []*Unit) error
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
	// Open are references to symbols whose names are known at the end of the pass only, which puts them into Names, in this order.
	// They stand in operations that no later pass touches.
	Open  []Reference
	Names []string
	// Rest is what the end of the pass needs to know of the unit.
	Rest any
}

// Reference is an attribute that refers to a symbol.
type Reference struct {
	Op   *ir.Op
	Attr string
}
