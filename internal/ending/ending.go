// Package ending has contexts that end in the middle of work: at a look that the work itself takes at them.
// So the moment is a place in the work, and no time.
package ending

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/interrupt"
)

// Never is a look that no work gets to.
const Never = 1 << 60

// Context ends when it is looked at for a certain time.
type Context struct {
	context.Context
	at, looks atomic.Int64
	once      sync.Once
	done      chan struct{}
}

// At returns a context that ends when it is looked at for the at-th time: whoever calls Err looks.
func At(at int64) *Context {
	c := &Context{Context: context.Background(), done: make(chan struct{})}
	c.at.Store(at)
	return c
}

// Looks returns how often the context was looked at.
func (c *Context) Looks() int64 { return c.looks.Load() }

// Done implements context.Context.
func (c *Context) Done() <-chan struct{} { return c.done }

// Err implements context.Context.
func (c *Context) Err() error {
	if c.looks.Add(1) < c.at.Load() {
		return nil
	}
	c.once.Do(func() { close(c.done) })
	return context.Canceled
}

// Everywhere does work again and again, with contexts that end one look later each time, at first, and then
// so much later that the work is done about steps times. Work that polls looks in each step. It hands the
// error of each to check, and the last one, of work that was not ended, to the caller.
func Everywhere(steps int64, work func(ctx context.Context) error, check func(look int64, err error)) error {
	whole := At(Never)
	if err := work(interrupt.EachStep(whole)); err != nil {
		return err
	}
	for look := int64(1); look <= whole.Looks(); look += 1 + look/steps {
		check(look, work(interrupt.EachStep(At(look))))
	}
	return nil
}
