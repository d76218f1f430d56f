package stall

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

var codeOrder = diag.Register("deadlock-order", "resources are taken in different orders",
	"A task that holds one resource waits for a task that needs another one, and elsewhere the resources "+
		"are taken in the opposite order. If both happen at once, neither task can go on. "+
		"Take both resources with one task.execute, which gets them at once, or in the same order "+
		"everywhere.")

// nesting records that a task which holds a resource waits for a task that needs another resource.
type nesting struct {
	held, wanted *ir.Value
	outer, inner *ir.Op
}

// orders returns a warning for each two nestings that hold and want the same two resources in opposite order.
func orders(fn *ir.Op) (found diag.List) {
	list := nestings(fn)
	for i, x := range list {
		for _, y := range list[:i] {
			if x.held == y.wanted && x.wanted == y.held && x.outer != y.outer {
				d := diag.Warningf(codeOrder, x.inner.Span(),
					"this task needs a resource while another one is held, and elsewhere the two are taken "+
						"in the "+
						"opposite order")
				found.Add(d.Note(x.outer.Span(), "this task holds the other resource").Note(y.inner.Span(),
					"elsewhere, this task needs that resource").Note(y.outer.Span(),
					"while this task holds the first resource"))
			}
		}
	}
	return found
}

// nestings finds the tasks with resources that await other tasks with resources.
func nestings(fn *ir.Op) (list []nesting) {
	for outer := range fn.Walk() {
		if !outer.Is(task.Execute) || len(task.Resources(outer)) == 0 {
			continue
		}
		for await := range outer.Region(0).ThreadOps() {
			if !await.Is(async.Await) {
				continue
			}
			inner := await.Operand(0).DefiningOp()
			if inner == nil || !inner.Is(task.Execute) {
				continue
			}
			for _, held := range task.Resources(outer) {
				for _, wanted := range task.Resources(inner) {
					if !slices.Contains(task.Resources(outer), wanted) {
						list = append(list, nesting{held, wanted, outer, inner})
					}
				}
			}
		}
	}
	return list
}
