package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// exitTime is the exit status of a command whose time was up, as that of timeout(1).
const exitTime = 124

// signaled is why a context ends when a signal comes.
type signaled struct{ signal syscall.Signal }

func (s signaled) Error() string { return s.signal.String() }

// status is what a shell calls a process that the signal has ended.
func (s signaled) status() int { return 128 + int(s.signal) }

// onSignal returns a context that the first SIGINT or SIGTERM ends. The second ends the process, whatever it
// does.
func onSignal(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				if ctx.Err() != nil {
					os.Exit(signaled{s.(syscall.Signal)}.status())
				}
				cancel(signaled{s.(syscall.Signal)})
			case <-done:
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}

// grace is how long work that does not look at its context, in a part that is not ours, may go on when that
// has ended.
const grace = 200 * time.Millisecond

// tidyTime is how long it may take then to put away what it holds: files, and other processes.
const tidyTime = 10 * time.Second

// untilEnded does work that ends with a context: when it has ended, or soon after the context has, whatever
// the work does then. The process is to end in that case.
func (a *app) untilEnded(work func(ctx context.Context) error) error {
	ctx, stop := onSignal(context.Background())
	defer stop()
	ctx, holds := interrupt.WithHolds(ctx)
	a.expired = make(chan struct{})
	done := make(chan error, 1)
	go func() { done <- guarded(func() error { return work(ctx) }) }()
	select {
	case err := <-done:
		return a.ended(ctx, err)
	case <-ctx.Done():
	case <-a.expired:
	}
	select {
	case err := <-done:
		return a.ended(ctx, err)
	case <-time.After(grace):
	}
	select {
	case err := <-done:
		return a.ended(ctx, err)
	case <-holds.Free():
	case <-time.After(tidyTime):
	}
	return a.ended(ctx, errAbandoned)
}

// errAbandoned is the error of work that is still going on when the process ends.
var errAbandoned = errors.New("the work goes on")

// ended replaces the error of work that was ended by what ended it.
func (a *app) ended(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	early := interruption{}
	if s, ok := errors.AsType[signaled](context.Cause(ctx)); ok {
		early = interruption{exitStatus(s.status()), interrupt.Error(ctx)}
	} else if a.hasExpired() {
		early = interruption{exitTime, timeIsUp(a.timeLimit)}
	} else {
		return err
	}
	if _, said := errors.AsType[exitStatus](err); said {
		early.why = nil
	}
	return early
}

func (a *app) hasExpired() bool {
	select {
	case <-a.expired:
		return true
	default:
		return false
	}
}

// interruption is the end of a command before it was done; why is nil if that was said already.
type interruption struct {
	status exitStatus
	why    *diag.Diagnostic
}

func (i interruption) Error() string { return i.status.Error() }

func timeIsUp(limit time.Duration) *diag.Diagnostic {
	return diag.Errorf(interrupt.CodeLimit, diag.Span{}, "the command has not ended within %v", limit).
		Suggest("raise --time-limit if it needs more")
}

// limitTime adds the flag that limits the time of every command.
func (a *app) limitTime(root *cobra.Command) {
	root.PersistentFlags().DurationVar(&a.timeLimit, "time-limit", 0,
		"`time` that the command may take in all, such as 10s:\nthen its exit status is 124 (default: no "+
			"limit)")
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		switch {
		case a.timeLimit < 0:
			return usagef("--time-limit %v: expected a duration that is not negative", a.timeLimit)
		case a.timeLimit == 0:
			return nil
		}
		ctx, cancel := context.WithCancelCause(c.Context())
		time.AfterFunc(a.timeLimit, func() {
			cancel(timeIsUp(a.timeLimit))
			close(a.expired)
		})
		c.SetContext(ctx)
		return nil
	}
}
