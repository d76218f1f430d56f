package canonicalize

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeConvergence = diag.Register("canonicalize-no-convergence", "rewriting did not come to an end",
	"With test-convergence, canonicalize fails when it still changes the program after max-iterations. "+
		"Rewrites that "+
		"undo each other do that; disable-patterns finds out which.")

// Pass is canonicalize.
var Pass = pass.Register(&pass.Pass{
	Name:    "canonicalize",
	Title:   "Canonicalizer",
	Summary: "Canonicalize operations",
	Doc: "Folds operations with constant operands, applies the rewrites that the dialects declare for " +
		"their operations, " +
		"erases operations and blocks that nothing needs, and merges equal constants at the start of each " +
		"function, " +
		"until nothing changes or max-iterations is reached. --stats tells which rewrites fired.",
	Options: []pass.Option{
		{Name: "top-down", Type: pass.Bool, Default: "true",
			Help: "Seed the worklist in general top-down order"},
		{Name: "region-simplify", Type: pass.Enum, Default: "normal",
			Cases: []string{"disabled", "normal", "aggressive"},
			Help:  "Perform control flow optimizations to the region tree"},
		{Name: "max-iterations", Type: pass.Int, Default: "10",
			Help: "Max. iterations between applying patterns / simplifying regions; -1 for no limit"},
		{Name: "max-num-rewrites", Type: pass.Int, Default: "-1",
			Help: "Max. number of pattern rewrites within an iteration; -1 for no limit"},
		{Name: "test-convergence", Type: pass.Bool, Default: "false",
			Help: "Test only: Fail pass on non-convergence to detect cyclic pattern"},
		{Name: "disable-patterns", Type: pass.Strings,
			Help: "Labels of patterns that should be filtered out during application"},
		{Name: "enable-patterns", Type: pass.Strings,
			Help: "Labels of patterns that should be used during application, all other patterns are " +
				"filtered out"},
	},
	Before: `func.func @f(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.addi %c2, %c3 : i32
  %r = arith.addi %c5, %a : i32
  return %r : i32
}
`,
	After: `module {
  func.func @f(%arg0: i32) -> i32 {
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.addi %arg0, %c5_i32 : i32
    return %0 : i32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	res := ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{
		BottomUp:      !r.Bool("top-down"),
		MaxIterations: limit(r.Int("max-iterations")),
		MaxRewrites:   limit(r.Int("max-num-rewrites")),
		Simplify:      simplification(r.String("region-simplify")),
		Poll:          r.NewPoll(),
		Filter:        filter(r.Strings("enable-patterns"), r.Strings("disable-patterns")),
	})
	count(r, res)
	if r.Bool("test-convergence") && !res.Converged {
		return r.Op.Errorf(codeConvergence, "canonicalization did not converge in %d iterations",
			res.Iterations)
	}
	return nil
}

// limit turns every negative number into no limit.
func limit(n int64) int {
	if n < 0 {
		return ir.NoLimit
	}
	return int(n)
}

func simplification(name string) ir.RegionSimplification {
	switch name {
	case "disabled":
		return ir.SimplifyDisabled
	case "aggressive":
		return ir.SimplifyAggressive
	}
	return ir.SimplifyNormal
}

// filter returns nil where every pattern is used.
func filter(enabled, disabled []string) func(string) bool {
	if len(enabled)+len(disabled) == 0 {
		return nil
	}
	return func(name string) bool {
		return (len(enabled) == 0 || slices.Contains(enabled, name)) && !slices.Contains(disabled, name)
	}
}

func count(r *pass.Run, res ir.GreedyResult) {
	r.Count("folded", res.Folds)
	r.Count("erased as dead", res.Erased)
	r.Count("iterations", res.Iterations)
	for name, n := range res.Rewrites {
		r.Count("pattern "+name, n)
	}
}
