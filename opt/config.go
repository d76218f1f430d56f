package opt

import (
	"io"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

// Config says what Run does. The zero value, with NewContext set, parses,
// verifies and prints.
type Config struct {
	// NewContext returns a context with the dialects to accept.
	NewContext func() *ir.Context

	// Input is the language of the input; Unknown leaves it to the file. Emit is that of the output; Unknown
	// is MLIR, whatever the input is.
	Input, Emit language.Language

	// Pipeline is the text of a pass pipeline. Without it, Passes are run in
	// order.
	Pipeline string
	Passes   []PassFlag

	// SplitMarker separates programs in the input; "" means that it is one. DefaultSplitMarker stands for the
	// comment that says the same in the language of the input.
	SplitMarker string
	// Verify compares diagnostics with the expectations in the input.
	Verify            VerifyMode
	AllowUnregistered bool
	SkipVerify        bool // no verification after each pass
	Sequential        bool // functions one after the other

	Generic   bool // print operations in generic form
	DebugInfo bool // print locations

	// Printing says when programs are printed to stderr on the way; its W and
	// Print are set by Run.
	Printing pass.Printing

	Timing, Stats bool
	DumpPipeline  bool
	Reproducer    string // file for a program that makes a pass fail
	Output        string // file; "" or "-" means stdout
	Color         bool   // on stderr
}

// verification returns when programs are verified: after each pass, as mlir-opt does, or never.
func (c *Config) verification() pass.Verification {
	if c.SkipVerify {
		return pass.VerifyNever
	}
	return pass.VerifyEach
}

// PassFlag is a pass given as a flag, with the text of its options.
type PassFlag struct{ Name, Options string }

// VerifyMode says how diagnostics are compared with what the input expects.
type VerifyMode string

// The modes.
const (
	VerifyOff VerifyMode = ""
	// every diagnostic is expected, and every expected one comes
	VerifyAll          VerifyMode = "all"
	VerifyOnlyExpected VerifyMode = "only-expected" // every expected diagnostic comes
)

// The exit codes.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

// streams are where a run writes.
type streams struct{ stdout, stderr io.Writer }
