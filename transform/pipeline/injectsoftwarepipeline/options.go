package injectsoftwarepipeline

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Mode says whose choice of versions, commits and waits is followed.
type Mode uint8

const (
	// Exact is Inflight's: the fewest versions and waits that leave no hazard.
	Exact Mode = iota
	// TVM is that of TVM's pass, with its mistakes.
	TVM
)

// When says when to do something about a loop.
type When uint8

const (
	// Auto is for loops of TVMScript: those from files that were read as such, and those whose locations name
	// a file that nobody has read and whose name ends in ".py".
	Auto When = iota
	// Always is for all loops.
	Always
	// Never is for none.
	Never
)

// Options is how loops are pipelined. The zero value is the default.
type Options struct {
	Mode Mode
	// TVMWarnings says of which loops to report that TVM's own choice for them is
	// wrong. In mode TVM those are always reported.
	TVMWarnings When
	// Report takes the warnings; nil drops them.
	Report func(*diag.Diagnostic)
	// Observe, unless it is nil, is called with the schedule of each loop before the loop is replaced by it.
	// In mode TVM it is that of mode Exact.
	Observe func(*Schedule)
}

// warns reports whether TVM's plan for the loop is to be judged.
func (o *Options) warns(loop *ir.Op) bool {
	switch {
	case o.Report == nil || o.TVMWarnings == Never:
		return false
	case o.TVMWarnings == Always || o.Mode == TVM:
		return true
	}
	return isTVMScript(loop)
}

// isTVMScript reports whether an operation stands in a file that is written in TVMScript.
func isTVMScript(op *ir.Op) bool {
	file := op.Span().File
	switch {
	case file == nil:
		return false
	case file.Language() == "":
		return strings.HasSuffix(file.Name, ".py")
	}
	return file.Language() == diag.TVMScript
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
