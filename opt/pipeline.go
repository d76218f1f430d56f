package opt

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

var (
	codeUsage = diag.Register("opt-usage", "flags of opt contradict each other",
		"Passes are given either as flags or by --pass-pipeline. What is printed is either MLIR, in the "+
			"form that "+
			"--mlir-print-op-generic and --mlir-print-debuginfo ask for, or TVMScript.")
	codePass = diag.Register("opt-pass", "a pass flag does not name a pass, or has wrong options",
		"`inflight opt --help` lists the passes and their options.")
)

// root is the name of the top operation of every input.
const root = "builtin.module"

// pipeline returns the passes that the configuration asks for.
func (cfg *Config) pipeline() (*pass.Pipeline, error) {
	if cfg.Emit == language.TVMScript && (cfg.Generic || cfg.DebugInfo) {
		return nil, diag.Errorf(codeUsage, diag.Span{},
			"generic form and locations are MLIR's; --emit=tvmscript has neither").
			Suggest("leave one of the flags out")
	}
	if cfg.Pipeline != "" {
		if len(cfg.Passes) > 0 {
			return nil, diag.Errorf(codeUsage, diag.Span{},
				"pass flags cannot be combined with --pass-pipeline")
		}
		return pass.Parse(cfg.Pipeline)
	}
	pl := &pass.Pipeline{Anchor: root}
	for _, f := range cfg.Passes {
		p := pass.Lookup(f.Name)
		if p == nil {
			return nil, diag.Errorf(codePass, diag.Span{}, "'%s' does not refer to a registered pass", f.Name)
		}
		values, err := pass.ParseValues(p, f.Options)
		if err != nil {
			return nil, diag.Errorf(codePass, diag.Span{}, "--%s: %v", f.Name, err)
		}
		pl.Add(p, values)
	}
	return pl, nil
}
