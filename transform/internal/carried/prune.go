package carried

import "github.com/inflight-compiler/inflight/ir"

// Prune removes the values that loops, conditions and branches in root carry without a use.
func Prune(root *ir.Op) {
	ir.ApplyPatternsGreedily(root, ir.GreedyConfig{
		NoFold: true, NoConstantCSE: true, MaxIterations: ir.NoLimit, Simplify: ir.SimplifyNormal,
		Filter: func(name string) bool {
			switch name {
			case "drop-loop-values", "drop-unused-results", "drop-unused-values", "forward-loop-values":
				return true
			}
			return false
		},
	})
}
