package wasm

import (
	"io"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/value"
)

// Chains of lazy tasks need no stack on the engine wasm, and nothing refers to any of them at the end:
// whether each awaits the next, one starts the other, or nothing starts them. Those of an iteration give
// their memory back to the next iteration.
func TestLazyTasksAreFreed(t *testing.T) {
	n := int64(100_000)
	switch {
	case os.Getenv("INFLIGHT_NIGHTLY") != "":
		n = 10_000_000
	case testing.Short():
		n = 5_000
	}
	for name, source := range randlazy.Programs() {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, source)
			p, err := Compile(t.Context(), module, "main", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			for _, threads := range []int{1, 4} {
				limits := config.Limits{Threads: threads}
				if strings.Contains(source, "iter_args(%sum") { // an iteration leaves nothing
					limits.Memory = 1 << 20
				}
				r := &run{Program: p, options: config.Run{Limits: limits}, caller: t.Context(),
					limited: t.Context()}
				if err := r.instantiate(); err != nil {
					t.Fatal(err)
				}
				got, err := r.call([]value.Value{value.Int(module.Context().I64, n)})
				if err != nil {
					t.Fatal(err)
				}
				if text := got[0].String(); text != strconv.FormatInt(n, 10) {
					t.Errorf("%d threads: %s, want %d", threads, text, n)
				}
				if left := r.tasks.team.Left(); left != 0 {
					t.Errorf("%d threads: %d tokens and values are left", threads, left)
				}
				r.close()
			}
		})
	}
}

// A task that fails gives its stack's memory back, and ends alone: the program goes on, and has the error at
// its end. It also does if the assertion stands in a function that the task calls.
func TestFailedTasksAreFreed(t *testing.T) {
	programs := randlazy.Failing()
	maps.Copy(programs, randlazy.Dividing())
	for name, fails := range programs {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, fails)
			p, err := Compile(t.Context(), module, "main", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			const n = 50
			var text strings.Builder
			r := &run{Program: p, caller: t.Context(), limited: t.Context(), options: config.Run{
				Limits: config.Limits{Threads: 1, Memory: 1 << 20},
				Output: printed.NewOutput(&text, io.Discard)}}
			if err := r.instantiate(); err != nil {
				t.Fatal(err)
			}
			defer r.close()
			_, err = r.call([]value.Value{value.Int(module.Context().I64, n)})
			if err == nil || !strings.Contains(err.Error(), "it fails") &&
				!strings.Contains(err.Error(), "division by zero") &&
				!strings.Contains(err.Error(), "the quotient does not fit") {
				t.Errorf("the run ends by %v", err)
			}
			if lines := strings.Count(text.String(), "\n"); lines != n {
				t.Errorf("%d of %d iterations have ended", lines, n)
			}
			if left := r.tasks.team.Left(); left != 0 {
				t.Errorf("%d tokens and values are left", left)
			}
		})
	}
}
