package asynccorosplit

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

var codeForm = diag.Register("coro-split-form", "a coroutine does not have the form that can be split",
	"A coroutine has one async.coro.begin. Each of its suspensions stands right behind the "+
		"async.runtime.resume or async.runtime.await_and_resume that says "+
		"when it goes on, with an async.coro.save of its own before. All lead to one block where they end, "+
		"which returns and uses nothing else that is computed elsewhere.")

// checkForm reports what the split would not know what to do with.
func (c *body) checkForm(fn *ir.Op) error {
	for _, p := range c.points {
		if err := c.checkPoint(p); err != nil {
			return err
		}
	}
	for op := range fn.Walk() {
		if err := c.checkUses(op); err != nil {
			return err
		}
	}
	return c.checkEnd()
}

// checkPoint reports a suspension that does not say when the coroutine goes on, or does not end where the
// others do.
func (c *body) checkPoint(p *ir.Op) error {
	if s := schedules(p); s == nil || !isSchedule(s) {
		return p.Errorf(codeForm, "nothing says when this suspension ends").
			Suggest("write async.runtime.resume or async.runtime.await_and_resume right in front of it")
	}
	save := p.Operand(0).DefiningOp()
	if save == nil || !save.Is(async.CoroSave) || !p.Operand(0).HasOneUse() {
		return p.Errorf(codeForm,
			"this suspension has no async.coro.save of its own").
			Suggest("save the state once for each suspension")
	}
	if p.Successor(0) != c.end {
		return p.Errorf(codeForm,
			"this suspension leads to another end than the last one").
			Suggest("let all suspensions lead to one block")
	}
	return nil
}

// isSchedule reports whether op says when a suspended coroutine goes on.
func isSchedule(op *ir.Op) bool {
	return op.Is(async.RuntimeResume) || op.Is(async.RuntimeAwaitAndResume)
}

// checkUses reports a second coroutine, and a use of a coroutine's values by what the split does not take
// away.
func (c *body) checkUses(op *ir.Op) error {
	if op.Is(async.CoroBegin) && op != c.begin {
		return op.Errorf(codeForm,
			"the function has a second async.coro.begin").Suggest("write a function for each coroutine")
	}
	for _, v := range op.Operands() {
		if (async.IsCoro(v.Type()) || async.IsCoroToken(v.Type())) && !takes(op, v.DefiningOp()) {
			return op.Errorf(codeForm,
				"what makes a coroutine is used by '%s' here, which does not become a state machine",
				op.Name()).
				Suggest(
					"resume a coroutine right in front of its suspension, and give its handle to nothing " +
						"else")
		}
	}
	return nil
}

// takes reports whether op is an operation of coroutines that the split lowers, if it uses what by has made.
func takes(op, by *ir.Op) bool {
	switch {
	case by == nil:
		return false
	case by.Is(async.CoroID):
		return op.Is(async.CoroBegin) || op.Is(async.CoroFree)
	case by.Is(async.CoroSave):
		return op.Is(async.CoroSuspend)
	case by.Is(async.CoroBegin) && isSchedule(op):
		return op.Next() != nil && op.Next().Is(async.CoroSuspend)
	}
	return by.Is(async.CoroBegin) && (op.Is(async.CoroSave) || op.Is(async.CoroFree) || op.Is(async.CoroEnd))
}

// checkEnd reports what the end needs of values from elsewhere, but for what the ramp returns: who resumes a
// coroutine does not have them.
func (c *body) checkEnd() error {
	if last := c.end.Last(); !last.Is(function.Return) {
		return last.Errorf(codeForm,
			"the block in which the suspensions end does not return").Suggest("return there")
	}
	for op := range c.end.Ops() {
		for inner := range op.Walk() {
			if !op.Is(function.Return) && !op.Is(async.CoroEnd) &&
				slices.ContainsFunc(inner.Operands(), c.isGone) {
				return inner.Errorf(codeForm,
					"the end of the coroutine uses what is not there when it is resumed").
					Suggest("use it before the suspension")
			}
		}
	}
	return nil
}

// isGone reports whether a value that the end uses is computed in another block. Of a constant the end gets a
// copy.
func (c *body) isGone(v *ir.Value) bool {
	home, made := v.ParentBlock(), v.DefiningOp()
	return home.Region() == c.end.Region() && home != c.end && (made == nil || !made.Has(ir.ConstantLike))
}
