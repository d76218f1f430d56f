package pass

import (
	"flag"
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Verification says when a manager verifies the program that its passes change.
type Verification uint8

const (
	// VerifyUsually is the one policy for all that Inflight lowers, whatever the target and the engine. In
	// tests a program is verified after each pass, so that an error names the pass. Otherwise it is verified
	// once, behind the last pass: nothing that is wrong becomes code, and the other verifications would take
	// up to a sixth of the time of a large program.
	VerifyUsually Verification = iota
	// VerifyEach verifies after each pass, as mlir-opt does unless it is told not to.
	VerifyEach
	// VerifyNever is for those who verify the program themselves, or measure passes alone.
	VerifyNever
)

// inTest reports whether the program that runs is a test. A benchmark is none: it measures what users wait
// for. Package testing, which could say so itself, would be linked into the command.
func inTest() bool {
	run, bench := flag.Lookup("test.v"), flag.Lookup("test.bench")
	return run != nil && (bench == nil || bench.Value.String() == "")
}

// verifiesEach reports whether the program is verified after each pass.
func (m *work) verifiesEach() bool {
	return m.Verify == VerifyEach || m.Verify == VerifyUsually && inTest()
}

// verifiesLast reports whether the program is verified behind the last pass, if one has changed it.
func (m *work) verifiesLast() bool {
	return m.Verify == VerifyUsually && !m.verifiesEach() && m.changed.Load()
}

// verifyLast checks the program that all passes left.
func (m *work) verifyLast(op *ir.Op) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = InternalError(op.Span(), "verifying the result of passes", cause)
		}
	}()
	return after(ir.VerifyWithin(m.ctx, op, nil), "one of the passes "+m.Pipeline.String()).Err()
}

// verifyAfter verifies the program after a pass. The errors name the pass, because it has caused them.
func verifyAfter(r *Run, around *ir.SymbolTables) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = InternalError(r.Op.Span(), fmt.Sprintf("verifying the result of pass '%s'", r.Pass.Name),
				cause)
		}
	}()
	return after(ir.VerifyWithin(r.ctx, r.Op, around), fmt.Sprintf("pass '%s'", r.Pass.Name)).Err()
}

// after adds a note with the passes to each error of the verifier.
func after(found diag.List, passes string) diag.List {
	for _, d := range found {
		d.Note(diag.Span{}, "after %s", passes)
	}
	return found
}
