package pass

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Printing writes the program before and after passes, as mlir-opt's
// --mlir-print-ir-* flags do. Its manager must be Sequential.
type Printing struct {
	W     io.Writer
	Print func(op *ir.Op) []byte
	// BeforeAll and AfterAll print the program at every pass, Before and After at the passes with the given
	// names.
	BeforeAll, AfterAll bool
	Before, After       []string
	// OnlyChanged prints only after passes that changed the program, and OnlyFailed only after passes that
	// failed.
	OnlyChanged, OnlyFailed bool
	// ModuleScope prints the outermost operation instead of the one on which the pass runs.
	ModuleScope bool

	before []byte // the text before the current pass, for OnlyChanged
}

// Active reports whether any option makes the observer print.
func (p *Printing) Active() bool {
	return p.BeforeAll || p.AfterAll || p.OnlyFailed || len(p.Before)+len(p.After) > 0
}

// BeforePass implements Observer.
func (p *Printing) BeforePass(e Event) {
	if p.BeforeAll || slices.Contains(p.Before, e.Run.Pass.Name) {
		p.dump("Before", "", e)
	}
	if p.OnlyChanged && p.wantsAfter(e) {
		p.before = p.Print(e.Run.Op)
	}
}

// AfterPass implements Observer.
func (p *Printing) AfterPass(e Event) {
	if e.Err != nil {
		if p.OnlyFailed || p.wantsAfter(e) {
			p.dump("After", " Failed", e)
		}
		return
	}
	if p.OnlyFailed || !p.wantsAfter(e) || p.OnlyChanged && bytes.Equal(p.before, p.Print(e.Run.Op)) {
		return
	}
	p.dump("After", "", e)
}

func (p *Printing) wantsAfter(e Event) bool {
	return p.AfterAll || slices.Contains(p.After, e.Run.Pass.Name)
}

// dump writes the header of mlir-opt and the program below it.
func (p *Printing) dump(when, outcome string, e Event) {
	op, scope := e.Run.Op, ""
	if name := op.SymbolName(); p.ModuleScope && op.Parent() != nil && name != "" {
		scope = diag.Sprintf(" ('%s' operation: @%s)", op.Name(), name)
	}
	for outer := op.Parent(); p.ModuleScope && outer != nil; outer = outer.Parent() {
		op = outer
	}
	fmt.Fprintf(p.W, "// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, e.Run.Pass.DisplayName(),
		outcome,
		e.Run.Pass.Name, scope)
	p.W.Write(append(p.Print(op), "\n\n"...))
}
