package opt

import (
	"io"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

// Config configures Run. With only NewContext set, Run parses, verifies and prints.
type Config struct {
	// NewContext returns a context with the dialects that programs may use.
	NewContext func() *ir.Context

	// Input is the language of the input; with Unknown the file determines it. Emit is the language of the
	// output; Unknown stands for MLIR, whatever the input is.
	Input, Emit language.Language

	// Pipeline is the text of a pass pipeline. Without it, Passes are run in
	// order.
	Pipeline string
	Passes   []PassFlag

	// SplitMarker is the line that separates programs in the input; with "" the input is one program.
	// DefaultSplitMarker also stands for the same comment in the language of the input.
	SplitMarker string
	// Verify compares diagnostics with the expectations in the input.
	Verify            VerifyMode
	AllowUnregistered bool
	SkipVerify        bool // do not verify after each pass
	Sequential        bool // run passes on one function after the other

	Generic   bool // print operations in generic form
	DebugInfo bool // print locations

	// Printing says when programs are printed to stderr between passes. Run sets its fields W and Print.
	Printing pass.Printing

	Timing, Stats bool
	DumpPipeline  bool
	Reproducer    string // file for the program, if a pass fails on it
	Output        string // file; "" or "-" means stdout
	Color         bool   // on stderr
}

// verification says when programs are verified: after each pass, as in mlir-opt, or never.
func (c *Config) verification() pass.Verification {
	if c.SkipVerify {
		return pass.VerifyNever
	}
	return pass.VerifyEach
}

// PassFlag is a pass given as a flag, with the text of its options.
type PassFlag struct{ Name, Options string }

// VerifyMode says how diagnostics are compared with the comments in the input that expect them.
type VerifyMode string

// The modes.
const (
	VerifyOff VerifyMode = ""
	// every diagnostic is expected, and every expected diagnostic is reported
	VerifyAll          VerifyMode = "all"
	VerifyOnlyExpected VerifyMode = "only-expected" // every expected diagnostic is reported
)

// The exit codes.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

// streams are the writers of a run.
type streams struct{ stdout, stderr io.Writer }
