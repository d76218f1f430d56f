package reconcileunrealizedcasts

import (
	"sync/atomic"

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
	Doc: "A builtin.unrealized_conversion_cast that leads back to the types where a chain of casts began " +
		"is replaced by the values " +
		"there, and casts without uses are removed. Run it when every dialect is lowered: a cast that is " +
		"left then is between types " +
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
	Run: run,
})

func run(r *pass.Run) error {
	var found, removed atomic.Int64
	units := ir.Units(r.Op)
	ir.ForEach(len(units), func(i int) {
		casts := units[i].Find(builtin.UnrealizedConversionCast)
		found.Add(int64(len(casts)))
		removed.Add(int64(llvmtypes.Reconcile(casts)))
	})
	if found.Load() == 0 {
		r.Unchanged()
	}
	r.Count("casts removed", int(removed.Load()))
	return nil
}
