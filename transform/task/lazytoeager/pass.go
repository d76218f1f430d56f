package lazytoeager

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

const rule = `That is so if the function is harmless: it computes from its arguments alone, accesses no memory, cannot fail and
ends. Then its tasks may run at any time, or not at all. It is also so if a wait for one of its results follows each call,
and no operation between the two can tell the difference: it has no effect, or it accesses other memory than the task, or
both only read. Such a function must be private, unless the option closed says that nothing outside of the module calls it.

A remark says of every other function why it stays as it is.`

// closed is an option of both passes.
var closed = pass.Option{
	Name: "closed", Type: pass.Bool, Default: "false",
	Help: "Take it that nothing outside of the module calls its functions",
}

// ToEager is lazy-to-eager.
var ToEager = pass.Register(&pass.Pass{
	Name:    "lazy-to-eager",
	Summary: "Start tasks of lazy functions at their calls where nothing can tell the difference",
	Doc: `A lazy async.func loses the attribute lazy if its tasks may as well start where they are called, so that they run beside
their callers. ` + rule,
	Anchor:  "builtin.module",
	Options: []pass.Option{closed},
	Before:  eagerBefore,
	After:   eagerAfter,
	Run: func(r *pass.Run) error {
		convert(r, true, "functions made eager", func(fn *ir.Op) { fn.RemoveAttr(async.LazyAttr) })
		return nil
	},
})

// ToLazy is eager-to-lazy.
var ToLazy = pass.Register(&pass.Pass{
	Name:    "eager-to-lazy",
	Summary: "Start tasks at the first wait for them where nothing can tell the difference",
	Doc: `An async.func gets the attribute lazy if its tasks may as well start at the first wait for them, in the thread that
waits, and not at all if nothing waits. ` + rule,
	Anchor:  "builtin.module",
	Options: []pass.Option{closed},
	Before:  lazyBefore,
	After:   lazyAfter,
	Run: func(r *pass.Run) error {
		convert(r, false, "functions made lazy", func(fn *ir.Op) {
			fn.SetAttr(async.LazyAttr, fn.Context().Unit)
		})
		return nil
	},
})

var codeStays = diag.Register("lazy-stays",
	"a function stays lazy, or eager, because a program could tell the difference",
	"A task that starts at another time may read and write memory in another order, or run although nothing "+
		"awaits it. A function that accesses no memory and cannot fail may become eager or lazy; any other "+
		"one only if a wait follows each call, and nothing between them accesses memory that the task "+
		"accesses, unless both only read.")

// convert changes all functions of one kind for which nothing can tell the difference.
func convert(r *pass.Run, lazy bool, what string, change func(fn *ir.Op)) {
	c := newCalls(r.Op, r.Bool(closed.Name))
	var list []*ir.Op
	for fn := range r.Op.Walk() {
		if !fn.Is(async.Func) || async.IsLazy(fn) != lazy || fn.Region(0).Empty() {
			continue
		}
		if why := c.differs(fn); why != nil {
			r.Report(why.remark(fn, lazy))
			continue
		}
		list = append(list, fn)
	}
	for _, fn := range list {
		change(fn)
	}
	r.Count(what, len(list))
	if len(list) == 0 {
		r.Unchanged()
	}
}

// reason is why a program can tell whether a function is lazy, with a place.
type reason struct {
	text string
	at   *ir.Op
}

func (w *reason) remark(fn *ir.Op, lazy bool) *diag.Diagnostic {
	kind := "eager"
	if lazy {
		kind = "lazy"
	}
	d := diag.Remarkf(codeStays, fn.Span(), "@%s stays %s: %s", fn.SymbolName(), kind, w.text)
	if w.at != nil && w.at != fn {
		d.Note(w.at.Span(), "here")
	}
	return d
}
