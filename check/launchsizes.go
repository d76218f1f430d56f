package check

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// launchSizes reports kernels and launches of a size that no device supports. A proof of such a kernel would
// mean nothing.
func launchSizes(module *ir.Op) diag.List {
	var errs diag.List
	seen, tables := map[string]bool{}, ir.NewSymbolTables()
	for op := range module.Walk() {
		var kernel *ir.Op
		if ref, ok := op.Attr("kernel").(*ir.SymbolRefAttr); ok && op.Is(gpu.LaunchFunc) {
			kernel = tables.Resolve(op, ref)
		}
		for _, d := range gpu.SizeErrors(op, kernel) {
			if text := d.Error(); !seen[text] { // a pipelined loop has several copies of an operation
				seen[text] = true
				errs.Add(d)
			}
		}
	}
	return errs
}
