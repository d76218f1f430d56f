package convertasynctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-async-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-async-to-llvm",
	Title:   "ConvertAsyncToLLVMPass",
	Summary: "Convert the operations from the async dialect into the LLVM dialect",
	Doc: `Operations of async.runtime become calls of the runtime, and those of async.coro LLVM's coroutine intrinsics; tokens, values
and groups become pointers, wherever they stand. Coroutines that async-coro-split has split become accesses to frames. With
runtime=inflight, the functions that only Inflight's runtime has are called as well: for values in groups, for the causes of
errors, and so that a coroutine is not suspended where what it awaits is resolved already. With places=true as well, waits
say where they stand, so that the runtime can tell who waits for whom where nothing goes on.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{
			Name: "runtime", Type: pass.Enum, Default: "mlir", Cases: []string{"mlir", "inflight"},
			Help: "Whose functions may be called",
		},
		{Name: "places", Type: pass.Bool, Default: "false",
			Help: "Keep the places of waits for Inflight's runtime (default: false)"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	for _, module := range r.Op.Find(builtin.Module) {
		if errs := lowerModule(module, r.String("runtime") == "inflight",
			r.Bool("places")); errs.HasErrors() {
			return errs.Err()
		}
	}
	return nil
}
