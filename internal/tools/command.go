package tools

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"
)

// patience is how long what a test waits for may take: far more than anything needs on a machine that is
// busy, and less than the limit at which the go command ends all tests of a package without saying what was
// waited for.
const patience = 5 * time.Minute

// Command returns a program with arguments, to be run by a test. If it has not ended after some minutes it is
// killed, and the test fails and says which program that was.
func Command(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	return command(t, patience, name, args...)
}

func command(t testing.TB, limit time.Duration, name string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second // for children that keep its output open
	cmd.Cancel = func() error {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("killed, because it has not ended within %v: %v", limit, cmd)
		}
		return cmd.Process.Kill()
	}
	return cmd
}

// Context returns a context for what a test waits for itself, such as the run of a program. It ends after
// some minutes, and the test then fails and says so.
func Context(t testing.TB) context.Context {
	t.Helper()
	return limited(t, patience)
}

func limited(t testing.TB, limit time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("ended, because it takes more than %v", limit)
		}
	})
	t.Cleanup(func() {
		stop()
		cancel()
	})
	return ctx
}
