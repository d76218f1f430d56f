package reconcileunrealizedcasts

import (
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is reconcile-unrealized-casts.
var Pass = pass.Register(&pass.Pass{
	Name:    "reconcile-unrealized-casts",
	Title:   "ReconcileUnrealizedCastsPass",
	Summary: "Simplify and eliminate unrealized conversion casts",
	Doc: "A builtin.unrealized_conversion_cast that leads back to the types where a chain of casts began is replaced by the values " +
		"there, and casts without uses are removed. Run it when every dialect is lowered: a cast that is left then is between types " +
		"that some lowering did not agree on.",
	Before: `func.func @f(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}
`,
	After: `module {
  func.func @f(%arg0: i64) -> i64 {
    return %arg0 : i64
  }
}
`,
	Run: func(r *pass.Run) error {
		casts := r.Op.Find(builtin.UnrealizedConversionCast)
		if len(casts) == 0 {
			r.Unchanged()
		}
		r.Count("casts removed", llvmtypes.Reconcile(casts))
		return nil
	},
	Apart: func(r *pass.Run) *pass.Parts {
		return &pass.Parts{
			Begin: func(a *ir.Arena) func(*pass.Unit) error {
				var casts []*ir.Op
				return func(u *pass.Unit) error {
					casts = u.Op.AppendFound(casts[:0], builtin.UnrealizedConversionCast)
					u.Same, u.Rest = len(casts) == 0, llvmtypes.Reconcile(casts)
					for _, op := range casts {
						if op.Block() == nil {
							a.Release(op)
						}
					}
					return nil
				}
			},
			End: func(units []*pass.Unit) error {
				for _, u := range units {
					r.Count("casts removed", u.Rest.(int))
				}
				return nil
			},
		}
	},
})
