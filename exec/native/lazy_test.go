package native

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// Lazy tasks give back what they hold: those that a wait, a group or another task starts, and those that
// nothing starts, with their arguments.
func TestLazyTasksAreFreed(t *testing.T) {
	program := buildLazy(t, `
async.func @keep(%v: !async.value<i64>, %n: i64) -> (!async.token, !async.value<i64>) attributes {lazy} {
  %x = async.await %v : !async.value<i64>
  %y = arith.addi %x, %n : i64
  async.return %y : i64
}
async.func @eager(%v: !async.value<i64>) -> !async.value<i64> {
  %x = async.await %v : !async.value<i64>
  async.return %x : i64
}
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c2 = arith.constant 2 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%before = %zero) -> (i64) : i64 {
    %t, %v = async.execute -> !async.value<i64> {
      async.yield %i : i64
    }
    %ta, %a = async.call @keep(%v, %one) : (!async.value<i64>, i64) -> (!async.token, !async.value<i64>)
    %tb, %b = async.call @keep(%a, %one) : (!async.value<i64>, i64) -> (!async.token, !async.value<i64>)
    %tc, %c = async.call @keep(%b, %one) : (!async.value<i64>, i64) -> (!async.token, !async.value<i64>)
    %td, %d = async.call @keep(%a, %zero) : (!async.value<i64>, i64) -> (!async.token, !async.value<i64>)
    %e = async.call @eager(%d) : (!async.value<i64>) -> !async.value<i64>
    %te, %f = async.execute [%td] (%e as %x: !async.value<i64>, %v as %y: !async.value<i64>) -> !async.value<i64> {
      %z = async.await %a : !async.value<i64>
      %w = arith.addi %x, %z : i64
      async.yield %w : i64
    }
    %g = async.create_group %c2 : !async.group
    %r0 = async.add_to_group %tb, %g : !async.token
    %r1 = async.add_to_group %te, %g : !async.token
    async.await_all %g
    %p = async.await %f : !async.value<i64>
    %q = async.await %b : !async.value<i64>
    %s = arith.addi %p, %q : i64
    %after = arith.addi %before, %s : i64
    scf.yield %after : i64
  }
  return %sum : i64
}
`)
	for _, threads := range []string{"1", "2", "8"} {
		environment := []string{"INFLIGHT_LEAKS=fail", "INFLIGHT_THREADS=" + threads}
		if got := runProgram(t, environment, program, "1000"); got != "1502500" {
			t.Errorf("%s threads: %s", threads, got)
		}
	}
}

func buildLazy(t *testing.T, source string) string {
	t.Helper()
	tools.Require(t, "clang")
	tools.Cache(t)
	program := filepath.Join(t.TempDir(), "program")
	if err := BuildExecutable(t.Context(), parse(t, source), "main", program, config.Code{}); err != nil {
		t.Fatal(err)
	}
	return program
}

// Chains of lazy tasks need a constant stack and leave nothing: each awaits the next, they are started one
// after the other, or they are forsaken one by the other. The stack of the program is small.
func TestLazyChainsNeedNoStack(t *testing.T) {
	n := "100000"
	if os.Getenv("INFLIGHT_NIGHTLY") != "" {
		n = "10000000"
	}
	for title, source := range randlazy.Programs() {
		t.Run(title, func(t *testing.T) {
			program := buildLazy(t, source)
			for _, threads := range []string{"1", "4"} {
				cmd := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -s 256 && exec "+program+" "+n)
				cmd.Env = append(os.Environ(), "INFLIGHT_LEAKS=fail", "INFLIGHT_THREADS="+threads)
				out, err := cmd.CombinedOutput()
				if err != nil || string(out) != n+"\n" {
					t.Errorf("%s threads: %v\n%s", threads, err, out)
				}
			}
		})
	}
}

// A task whose assertion fails ends alone, also if the assertion stands in a function that it calls: the
// program goes on, and ends in the error.
func TestFailedTasksEndAlone(t *testing.T) {
	for title, source := range randlazy.Failing() {
		t.Run(title, func(t *testing.T) {
			program := buildLazy(t, source)
			for _, threads := range []string{"1", "4"} {
				cmd := exec.CommandContext(t.Context(), program, "50")
				cmd.Env = append(os.Environ(), "INFLIGHT_THREADS="+threads)
				out, err := cmd.Output()
				var ended *exec.ExitError
				if !errors.As(err, &ended) || !strings.Contains(string(ended.Stderr), "it fails") {
					t.Errorf("%s threads: the program ends by %v", threads, err)
				}
				if lines := strings.Count(string(out), "\n"); lines < 50 {
					t.Errorf("%s threads: %d of 50 iterations have ended\n%s", threads, lines, out)
				}
			}
		})
	}
}
