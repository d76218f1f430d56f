package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Mode says whose choice of versions, commits and waits the pass follows.
type Mode uint8

const (
	// Exact is Inflight's choice: the fewest versions and waits that leave no hazard.
	Exact Mode = iota
	// TVM is the choice of TVM's pass, with its mistakes.
	TVM
)

// When says for which loops a warning is reported.
type When uint8

const (
	// Auto stands for loops in files that were read as TVMScript. The name of a file says nothing:
	// standard input has none, and other tools print locations in Python files as well.
	Auto When = iota
	// Always stands for all loops.
	Always
	// Never stands for no loop.
	Never
)

// Options says how loops are pipelined. The zero value is the default.
type Options struct {
	Mode Mode
	// TVMWarnings says for which loops the pass reports that TVM's own choice is wrong. In mode TVM it always
	// reports this.
	TVMWarnings When
	// Report receives the warnings; nil drops them.
	Report func(*diag.Diagnostic)
	// Observe, unless nil, is called with the schedule of each loop before the schedule's code replaces the
	// loop. In mode TVM it gets the schedule of mode Exact.
	Observe func(*Schedule)
}

// warns reports whether TVM's plan for the loop must be judged.
func (o *Options) warns(loop *ir.Op) bool {
	switch {
	case o.Report == nil || o.TVMWarnings == Never:
		return false
	case o.TVMWarnings == Always || o.Mode == TVM:
		return true
	}
	return isTVMScript(loop)
}

// isTVMScript reports whether an operation stands in a file that was read as TVMScript.
func isTVMScript(op *ir.Op) bool {
	file := op.Span().File
	return file != nil && file.Language() == diag.TVMScript
}

// optionsOf reads the options of the pass.
func optionsOf(r *pass.Run) Options {
	return Options{
		Mode:        map[string]Mode{"exact": Exact, "tvm": TVM}[r.String("mode")],
		TVMWarnings: map[string]When{"auto": Auto, "true": Always, "false": Never}[r.String("tvm-warnings")],
		Report:      r.Report,
	}
}

var passOptions = []pass.Option{
	{Name: "mode", Type: pass.Enum, Default: "exact", Cases: []string{"exact", "tvm"},
		Help: "whose versions, commits and waits: exact ones, or those that TVM's pass chooses, with its " +
			"mistakes"},
	{Name: "tvm-warnings", Type: pass.Enum, Default: "auto", Cases: []string{"auto", "true", "false"},
		Help: "warn of loops for which TVM's choice is wrong; auto: of those from TVMScript, and with " +
			"mode=tvm of all"},
}
