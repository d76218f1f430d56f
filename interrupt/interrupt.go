package interrupt

import (
	"context"
	"errors"
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
)

// Code is the code of work that was ended before it was done.
var Code = diag.Register("run-interrupted", "the work was ended before it was done",
	"The context of the call ended: its caller canceled it, or Ctrl-C did. Nothing was written.")

// CodeLimit is the code of work whose time was up.
var CodeLimit = diag.Register("run-limit-time", "the time that --time-limit allows is used up",
	"The limit holds for all that a command does: reading, passes, judging, compiling and running. Nothing "+
		"was written. "+
		"Raise the limit if the command needs more.")

// stride is how many steps are taken between two looks at the context. A step is short: some microseconds at
// most.
const stride = 256

// Poll counts the steps of one goroutine's work. A nil Poll belongs to work that nothing ends.
type Poll struct {
	ctx    context.Context
	stride int32 // steps from look to look
	left   int32 // steps until the next look
}

// NewPoll returns a poll of a context, which looks at it in the first step. It is nil for a context that
// never ends.
func NewPoll(ctx context.Context) *Poll {
	if ctx == nil || ctx.Done() == nil {
		return nil
	}
	p := &Poll{ctx: ctx, stride: stride}
	if LooksEachStep(ctx) {
		p.stride = 0
	}
	return p
}

type eachStep struct{}

// EachStep returns a context at which polls look in each step, and not now and then: a test with a context
// that counts looks can end work wherever it polls.
func EachStep(ctx context.Context) context.Context { return context.WithValue(ctx, eachStep{}, true) }

// LooksEachStep reports whether a context is one of EachStep, or made of one.
func LooksEachStep(ctx context.Context) bool { return ctx.Value(eachStep{}) != nil }

// Context returns the context of the poll.
func (p *Poll) Context() context.Context {
	if p == nil {
		return context.Background()
	}
	return p.ctx
}

// Step counts a step of work. Where the context has ended, it leaves the work by a panic for Caught.
func (p *Poll) Step() {
	if p == nil {
		return
	}
	if p.left--; p.left < 0 {
		p.look()
	}
}

// Steps counts steps of work at once.
func (p *Poll) Steps(n int) {
	if p == nil {
		return
	}
	if p.left -= int32(min(n, stride)); p.left < 0 {
		p.look()
	}
}

// look looks at the context.
func (p *Poll) look() {
	p.left = p.stride
	Leave(p.ctx)
}

// Leave leaves the work by a panic for Caught if the context has ended.
func Leave(ctx context.Context) {
	if why := Error(ctx); why != nil {
		panic(&left{why})
	}
}

// left is what a poll panics with.
type left struct{ why *diag.Diagnostic }

// Caught returns why a poll has left the work, nil if cause, which was recovered from a panic, is something
// else.
func Caught(cause any) *diag.Diagnostic {
	if l, ok := cause.(*left); ok {
		return l.why
	}
	return nil
}

// Catch is to be deferred by whoever begins work with a poll: it sets the error if the poll has left the
// work, and lets other panics go on.
func Catch(err *error) {
	cause := recover()
	if cause == nil {
		return
	}
	why := Caught(cause)
	if why == nil {
		panic(cause)
	}
	*err = why
}

// Error says why a context has ended, as a diagnostic that wraps its cause; nil if it has not.
func Error(ctx context.Context) *diag.Diagnostic {
	if ctx.Err() == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if d, ok := errors.AsType[*diag.Diagnostic](cause); ok {
		return d
	}
	return diag.Errorf(Code, diag.Span{}, "%s", said(cause)).Because(cause)
}

// said words the cause of an interruption.
func said(cause error) string {
	if errors.Is(cause, context.Canceled) {
		return "interrupted"
	}
	return fmt.Sprintf("interrupted: %v", cause)
}

// Is reports whether an error says that work was ended before it was done.
func Is(err error) bool {
	for _, d := range diag.FromError(err) {
		if d.Code == Code || d.Code == CodeLimit {
			return true
		}
	}
	return false
}
