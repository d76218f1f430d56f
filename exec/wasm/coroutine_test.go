package wasm

import (
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/value"
)

const lazyFunctions = `
async.func @down(%n: i64) -> !async.value<i64> attributes {lazy} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %end -> i64 {
    scf.yield %zero : i64
  } else {
    %m = arith.subi %n, %one : i64
    %v = async.call @down(%m) : (i64) -> !async.value<i64>
    %x = async.await %v : !async.value<i64>
    %y = arith.addi %x, %one : i64
    scf.yield %y : i64
  }
  async.return %r : i64
}
async.func @next(%v: !async.value<i64>) -> !async.value<i64> attributes {lazy} {
  %one = arith.constant 1 : i64
  %x = async.await %v : !async.value<i64>
  %y = arith.addi %x, %one : i64
  async.return %y : i64
}
async.func @next_of(%t: !async.token, %v: !async.value<i64>) -> !async.value<!async.value<i64>> attributes {lazy} {
  async.await %t : !async.token
  async.return %v : !async.value<i64>
}
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %start = async.call @down(%zero) : (i64) -> !async.value<i64>
`

// lazyPrograms are programs that make about n lazy tasks and return n.
var lazyPrograms = map[string]string{
	"each awaits the next": `
  %v = async.call @down(%n) : (i64) -> !async.value<i64>
  %x = async.await %v : !async.value<i64>
  return %x : i64
}`,
	"one starts the other": `
  %last = scf.for %i = %zero to %n step %one iter_args(%u = %start) -> (!async.value<i64>) : i64 {
    %a = async.call @next(%u) : (!async.value<i64>) -> !async.value<i64>
    scf.yield %a : !async.value<i64>
  }
  %x = async.await %last : !async.value<i64>
  return %x : i64
}`,
	"nothing starts them": `
  %never = scf.for %i = %zero to %n step %one iter_args(%u = %start) -> (!async.value<i64>) : i64 {
    %a = async.call @next(%u) : (!async.value<i64>) -> !async.value<i64>
    scf.yield %a : !async.value<i64>
  }
  return %n : i64
}`,
	"in a loop": `
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.await %a : !async.value<i64>
    %c = arith.addi %sum, %b : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
	"by groups and tasks": `
  %c2 = arith.constant 2 : index
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.call @next(%a) : (!async.value<i64>) -> !async.value<i64>
    %unused = async.call @next(%b) : (!async.value<i64>) -> !async.value<i64>
    %t, %v = async.execute (%a as %x: !async.value<i64>) -> !async.value<i64> {
      async.yield %x : i64
    }
    %g = async.create_group %c2 : !async.group
    %r0 = async.add_to_group %b, %g : !async.value<i64>
    %r1 = async.add_to_group %t, %g : !async.token
    async.await_all %g
    %y = async.await %v : !async.value<i64>
    %c = arith.addi %sum, %y : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
	"values of values": `
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %t = async.execute { async.yield }
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.call @next_of(%t, %a) : (!async.token, !async.value<i64>) -> !async.value<!async.value<i64>>
    %u = async.await %b : !async.value<!async.value<i64>>
    %y = async.await %u : !async.value<i64>
    %c = arith.addi %sum, %y : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
}

// Chains of lazy tasks need no stack on the engine wasm, and nothing refers to any of them at the end:
// whether each awaits the next, one starts the other, or nothing starts them. Those of an iteration give
// their memory back to the next iteration.
func TestLazyTasksAreFreed(t *testing.T) {
	n := int64(100_000)
	if os.Getenv("INFLIGHT_NIGHTLY") != "" {
		n = 10_000_000
	}
	for name, source := range lazyPrograms {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, lazyFunctions+source)
			p, err := Compile(t.Context(), module, "f", config.Code{})
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

// failing are programs whose tasks fail, with the lines of lazyFunctions around them. Each task has 80,000
// bytes of its own.
var failing = map[string]string{
	"an assertion": `
      cf.assert %no, "it fails"`,
	"an assertion in a loop": `
      scf.for %j = %zero to %n step %one : i64 {
        %b = memref.alloca() : memref<10xi64>
        memref.store %j, %b[%c0] : memref<10xi64>
        %last = arith.cmpi slt, %j, %n1 : i64
        cf.assert %last, "it fails"
      }`,
	"a wait": `
      %v = async.call @fails(%n) : (i64) -> !async.value<i64>
      %x = async.await %v : !async.value<i64>
      memref.store %x, %a[%c0] : memref<10000xi64>`,
	"a function": `
      %x = func.call @checked(%n) : (i64) -> i64
      memref.store %x, %a[%c0] : memref<10000xi64>`,
}

const failingFunctions = `
async.func @lazily(%n: i64) -> !async.value<i64> attributes {lazy} {
  async.return %n : i64
}
func.func private @checked(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<10000xi64>
  memref.store %n, %a[%c0] : memref<10000xi64>
  %ok = arith.cmpi eq, %n, %zero : i64
  cf.assert %ok, "it fails"
  %x = memref.load %a[%c0] : memref<10000xi64>
  return %x : i64
}
async.func @fails(%n: i64) -> !async.value<i64> {
  %x = func.call @checked(%n) : (i64) -> i64
  async.return %x : i64
}
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %n1 = arith.subi %n, %one : i64
  %no = arith.cmpi eq, %n, %zero : i64
  scf.for %i = %zero to %n step %one : i64 {
    %failed = async.execute {
      %a = memref.alloca() : memref<10000xi64>
      memref.store %i, %a[%c0] : memref<10000xi64>
      %t = async.execute { async.yield }
      async.await %t : !async.token`

// A task that fails gives its stack's memory back, and ends alone: the program goes on, and has the error at
// its end. It also does if the assertion stands in a function that the task calls.
func TestFailedTasksAreFreed(t *testing.T) {
	for name, fails := range failing {
		t.Run(name, func(t *testing.T) {
			module := passtest.Parse(t, failingFunctions+fails+`
      async.yield
    }
    %u = async.execute { async.yield }
    async.await %u : !async.token
    %v = async.call @lazily(%i) : (i64) -> !async.value<i64>
    %x = async.await %v : !async.value<i64>
    vector.print %x : i64
  }
  return %n : i64
}`)
			p, err := Compile(t.Context(), module, "f", config.Code{})
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
			if err == nil || !strings.Contains(err.Error(), "it fails") {
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
