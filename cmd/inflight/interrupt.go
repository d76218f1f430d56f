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

// exitTime is the exit status of a command that has reached its time limit, as that of timeout(1).
const exitTime = 124

// signaled is the cause with which a signal cancels a context.
type signaled struct{ signal syscall.Signal }

func (s signaled) Error() string { return s.signal.String() }

// status returns the exit status that shells report for a process that the signal has ended.
func (s signaled) status() int { return 128 + int(s.signal) }

// onSignal returns a context that the first SIGINT or SIGTERM cancels. The second signal ends the process at
// once.
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

// grace is how long work may go on after its context has ended. Code of other modules does not look at the
// context.
const grace = 200 * time.Millisecond

// tidyTime is how long the command may take after that to remove its files and to end its other processes.
const tidyTime = 10 * time.Second

// untilEnded runs work until it has ended, or until shortly after its context has ended. In the second case
// the work may still be running, and the process must exit.
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

// errAbandoned is the error of work that has not ended when the process exits.
var errAbandoned = errors.New("the work goes on")

// ended replaces the error of interrupted work by the reason for the interruption: the signal or the time
// limit.
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

// interruption is the error of a command that was interrupted. why is nil if the reason is already written.
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
