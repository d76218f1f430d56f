package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/value"
)

// manyTasks are programs @f(n) that have about n tasks and return a number that they compute.
var manyTasks = map[string]string{
	"a chain": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %first = async.execute { async.yield }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> !async.token {
    %u = async.execute [%t] {
      %x = memref.load %m[] : memref<i64>
      %y = arith.addi %x, %one : i64
      memref.store %y, %m[] : memref<i64>
      async.yield
    }
    scf.yield %u : !async.token
  }
  async.await %last : !async.token
  return
}`,
	"a chain of awaits": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %first = async.execute { async.yield }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> !async.token {
    %u = async.execute {
      async.await %t : !async.token
      %x = memref.load %m[] : memref<i64>
      %y = arith.addi %x, %one : i64
      memref.store %y, %m[] : memref<i64>
      async.yield
    }
    scf.yield %u : !async.token
  }
  async.await %last : !async.token
  return
}`,
	"a group": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %u = async.execute {
      %old = memref.atomic_rmw addi %one, %m[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %r = async.add_to_group %u, %g : !async.token
  }
  async.await_all %g
  return
}`,
	"tasks that nothing awaits": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 {
    %u = async.execute {
      %old = memref.atomic_rmw addi %one, %m[] : (i64, memref<i64>) -> i64
      async.yield
    }
  }
  return
}`,
	"values": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[] : memref<i64>
    %u, %v = async.execute -> !async.value<i64> {
      %y = arith.addi %x, %one : i64
      async.yield %y : i64
    }
    %z = async.await %v : !async.value<i64>
    memref.store %z, %m[] : memref<i64>
  }
  return
}`,
	"a slow task that all others await": `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %k = arith.constant 30000000 : index
  %zero = arith.constant 0 : i64
  %s, %slow = async.execute -> !async.value<i64> {
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%a = %zero) -> i64 {
      %b = arith.xori %a, %one : i64
      %d = arith.muli %b, %b : i64
      scf.yield %d : i64
    }
    async.yield %r : i64
  }
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %u = async.execute {
      %v = async.await %slow : !async.value<i64>
      %w = arith.ori %v, %one : i64
      %old = memref.atomic_rmw addi %w, %m[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %r = async.add_to_group %u, %g : !async.token
  }
  async.await_all %g
  return
}`,
}

// count runs a program of manyTasks and returns its number.
func count(t testing.TB, source string, n int64, o config.Run) (int64, error) {
	t.Helper()
	module := passtest.Parse(t, source)
	p, err := Compile(t.Context(), module, "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	return runCount(t.Context(), t, module, p, n, o)
}

func runCount(ctx context.Context, t testing.TB, module *ir.Op, p *Program, n int64, o config.Run) (int64,
	error) {
	t.Helper()
	c := module.Context()
	b, err := value.NewBuffer(c.MemRef(nil, c.I64, nil, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(ctx, []value.Value{value.Int(c.Index, n), value.Memory(b)}, o)
	return int64(b.Data[0]) | int64(b.Data[1])<<8 | int64(b.Data[2])<<16 | int64(b.Data[3])<<24, err
}

// A hundred thousand tasks exhaust neither memory nor stacks, however they depend on each other.
func TestManyTasks(t *testing.T) {
	for name, source := range manyTasks {
		for _, threads := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%s, %d threads", name, threads), func(t *testing.T) {
				n := int64(10_000)
				if threads == 2 {
					n = 100_000
				}
				start := time.Now()
				got, err := count(t, source, n,
					config.Run{Limits: config.Limits{Threads: threads, Memory: 64 << 20}})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%v per task", time.Since(start)/time.Duration(n))
				if got != n {
					t.Errorf("%d tasks have counted, of %d", got, n)
				}
			})
		}
	}
}

// Tasks that call themselves, and await those calls.
func TestRecursiveTasks(t *testing.T) {
	const source = `async.func private @fib(%n: index) -> !async.value<i64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %small = arith.cmpi slt, %n, %c2 : index
  %r = scf.if %small -> i64 {
    %i = arith.index_cast %n : index to i64
    scf.yield %i : i64
  } else {
    %a = arith.subi %n, %c1 : index
    %b = arith.subi %n, %c2 : index
    %x = async.call @fib(%a) : (index) -> !async.value<i64>
    %y = async.call @fib(%b) : (index) -> !async.value<i64>
    %p = async.await %x : !async.value<i64>
    %q = async.await %y : !async.value<i64>
    %s = arith.addi %p, %q : i64
    scf.yield %s : i64
  }
  return %r : i64
}
func.func @f(%n: index, %m: memref<i64>) {
  %v = async.call @fib(%n) : (index) -> !async.value<i64>
  %x = async.await %v : !async.value<i64>
  memref.store %x, %m[] : memref<i64>
  return
}`
	for _, threads := range []int{1, 2, 8} {
		start := time.Now()
		got, err := count(t, source, 19, config.Run{Limits: config.Limits{Threads: threads, Memory: 1 << 20}})
		if err != nil || got != 4181 {
			t.Errorf("%d threads: fib(19) is %d, %v", threads, got, err)
		}
		t.Logf("%d threads: %v per task", threads, time.Since(start)/13529)
	}
}

// taskFailures are programs @f(n, m) with tasks that end in errors. Each has the place and the message of its
// error, which are the same for any number of threads.
var taskFailures = map[string]struct {
	source, message, note string
	code                  diag.Code
	line                  int
	options               config.Run
}{
	"awaited by the entry": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %no = arith.constant false
  %t = async.execute {
    cf.assert %no, "first"
    async.yield
  }
  %u = async.execute [%t] {
    cf.assert %no, "second"
    async.yield
  }
  %v, %x = async.execute -> !async.value<i64> {
    async.await %u : !async.token
    %c = arith.constant 1 : i64
    async.yield %c : i64
  }
  %w = async.execute (%x as %y: !async.value<i64>) {
    async.yield
  }
  async.await %w : !async.token
  return
}`, code: codeAsyncError, line: 19,
		message: "what is awaited here has ended in an error: assertion failed: first",
		note:    "the first cause is here"},
	"a task that waits for itself, while the entry waits for the end": {
		source: `func.func @f(%n: index, %m: memref<i64>) {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    async.await_all %g
    async.yield
  }
  %i = async.add_to_group %t, %g : !async.token
  return
}`, code: codeStuck, line: 5,
		message: "the wait cannot end: the operation that it waits for is blocked as well"},
	"a group of no tasks": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  async.await_all %g
  return
}`, code: codeStuck, line: 4, message: "the wait cannot end: the group waits for 2 tokens, but is given 0"},
	"awaited by nothing": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %no = arith.constant false
  %t = async.execute {
    %i = async.execute {
      cf.assert %no, "inner"
      async.yield
    }
    async.yield
  }
  %u = async.execute {
    cf.assert %no, "outer"
    async.yield
  }
  return
}`, code: codeAssert, line: 5, message: "assertion failed: inner",
		note: "in the task issued here, which the program does not await"},
	"in a group": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %no = arith.constant false
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    cf.assert %no, "one"
    async.yield
  }
  %u = async.execute {
    cf.assert %no, "other"
    async.yield
  }
  %i = async.add_to_group %u, %g : !async.token
  %j = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}`, code: codeAsyncError, line: 15, message: "assertion failed: other"},
	"an access": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %a = memref.alloc() : memref<4xi64>
  %t, %x = async.execute -> !async.value<i64> {
    %v = memref.load %a[%n] : memref<4xi64>
    async.yield %v : i64
  }
  %y = async.await %x : !async.value<i64>
  return
}`, code: codeBounds, line: 4, message: "out of bounds", note: "in a task that is awaited here"},
	"a group that is not filled": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    async.yield
  }
  %j = async.add_to_group %t, %g : !async.token
  %u = async.execute {
    async.await_all %g
    async.yield
  }
  async.await %u : !async.token
  return
}`, code: codeStuck, line: 9, message: "the group waits for 2 tokens, but is given 1"},
	"a group that is full": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    async.yield
  }
  %i = async.add_to_group %t, %g : !async.token
  %j = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}`, code: codeGroupFull, line: 8, message: "more tokens than it waits for"},
	"memory": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %c = arith.constant 100000000 : index
  %t = async.execute {
    %a = memref.alloc(%c) : memref<?xi64>
    memref.dealloc %a : memref<?xi64>
    async.yield
  }
  async.await %t : !async.token
  return
}`, code: codeMemory, line: 4, message: "memory",
		options: config.Run{Limits: config.Limits{Memory: 1 << 20}}},
	"memory of the stack": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %t = async.execute {
    %c = arith.constant 3 : index
    %z = arith.constant 0 : i64
    %a = memref.alloca() : memref<1000000xi64>
    memref.store %z, %a[%c] : memref<1000000xi64>
    %x = memref.load %a[%n] : memref<1000000xi64>
    memref.store %x, %m[] : memref<i64>
    async.yield
  }
  async.await %t : !async.token
  return
}`, code: codeStack, line: 5, message: "stack"},
	"recursion": {source: `async.func private @deep(%n: index) -> !async.value<index> {
  %v = async.call @deep(%n) : (index) -> !async.value<index>
  %x = async.await %v : !async.value<index>
  return %x : index
}
func.func @f(%n: index, %m: memref<i64>) {
  %v = async.call @deep(%n) : (index) -> !async.value<index>
  %x = async.await %v : !async.value<index>
  return
}`, code: codeStack, line: 2, message: "too many tasks"},
	"time": {source: `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1000000000000000 : index
  %t = async.execute {
    %r = scf.for %i = %c0 to %k step %c1 iter_args(%a = %n) -> index {
      %b = arith.xori %a, %i : index
      scf.yield %b : index
    }
    %c = arith.index_cast %r : index to i64
    memref.store %c, %m[] : memref<i64>
    async.yield
  }
  %u = async.execute [%t] {
    async.yield
  }
  async.await %u : !async.token
  return
}`, code: codeTime, line: 1, message: "has not ended within",
		options: config.Run{Limits: config.Limits{Time: 50 * time.Millisecond}}},
}

// Every error in a task is a diagnostic, the same for all numbers of threads, and no goroutine of the run is
// left.
func TestTaskFailures(t *testing.T) {
	for name, f := range taskFailures {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 2, 8} {
				before := runtime.NumGoroutine()
				f.options.Threads = threads
				_, err := count(t, f.source, 5, f.options)
				d, ok := errors.AsType[*diag.Diagnostic](err)
				if !ok || d.Code != f.code || d.Span.Place().Line != f.line ||
					!strings.Contains(d.Message, f.message) {
					t.Errorf("%d threads: got %v, want %q in line %d", threads, err, f.message, f.line)
				} else if f.note != "" &&
					(len(d.Notes) == 0 || !strings.Contains(d.Notes[0].Message, f.note)) {
					t.Errorf("%d threads: the notes are %v, want %q", threads, d.Notes, f.note)
				}
				noneLeft(t, before)
			}
		})
	}
}

// noneLeft fails if there are more goroutines than before, also after some time.
func noneLeft(t *testing.T, before int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left", runtime.NumGoroutine()-before)
}

// A program ends soon after its context, with all its tasks: running, waiting and not begun.
func TestTasksEndWithTheirContext(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	module := passtest.Parse(t, taskFailures["time"].source)
	p, err := Compile(ctx, module, "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	start := time.Now()
	_, err = runCount(ctx, t, module, p, 5, config.Run{Limits: config.Limits{Threads: 2}})
	if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != interrupt.Code {
		t.Errorf("the run ends with %v", err)
	}
	if took := time.Since(start); took > latest {
		t.Errorf("the run ends after %v", took)
	}
	noneLeft(t, before)
}

// overlapping has two tasks that take some time.
const overlapping = `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t, %x = async.execute -> !async.value<index> {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> index {
      %b = arith.xori %a, %i : index
      scf.yield %b : index
    }
    async.yield %r : index
  }
  %u, %y = async.execute -> !async.value<index> {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> index {
      %b = arith.ori %a, %i : index
      scf.yield %b : index
    }
    async.yield %r : index
  }
  %v = async.execute (%x as %p: !async.value<index>, %y as %q: !async.value<index>) {
    %s = arith.addi %p, %q : index
    %i = arith.index_cast %s : index to i64
    memref.store %i, %m[] : memref<i64>
    async.yield
  }
  async.await %v : !async.token
  return
}`

// Two tasks run at the same time if there are two threads, and one after the other if there is one, as the
// trace tells. The trace has the waits. On a computer with other load the second thread may start late, but
// not always.
func TestTasksOverlap(t *testing.T) {
	for range 3 {
		if overlap := overlapOf(t, 1); overlap > 0 {
			t.Errorf("with one thread, tasks run at the same time for %d µs", overlap)
		}
	}
	for range 20 {
		if overlap := overlapOf(t, 2); overlap > 0 {
			t.Logf("with two threads, tasks run at the same time for %d µs", overlap)
			return
		}
	}
	t.Error("with two threads, tasks run one after the other")
}

// overlapOf returns the number of microseconds during which the two tasks run at the same time. It is
// negative if they do not.
func overlapOf(t *testing.T, threads int) int64 {
	tl := &timeline.Timeline{}
	if _, err := count(t, overlapping, 10_000_000,
		config.Run{Limits: config.Limits{Threads: threads}, Trace: tl}); err != nil {
		t.Fatal(err)
	}
	var first, second timeline.Event
	waits := 0
	for _, e := range tl.Events {
		switch {
		case e.Label == "in.mlir:4":
			first = e
		case e.Label == "in.mlir:11":
			second = e
		case e.Kind == timeline.Wait && e.Label == "wait in.mlir:24":
			waits++
		}
	}
	if first.End == 0 || second.End == 0 || waits != 1 {
		t.Fatalf("%d threads: the trace is %+v", threads, tl.Events)
	}
	return min(first.End, second.End) - max(first.Start, second.Start)
}

// sharing are programs with four tasks that change the same memory n times, and count their correct changes.
var sharing = map[string]string{
	"memory that is allocated": `
      %a = memref.alloc(%size) : memref<?xi64>
      %b = memref.alloc() : memref<3xi64>
      memref.store %me, %a[%c0] : memref<?xi64>
      memref.store %me, %b[%c0] : memref<3xi64>
      %u = memref.load %a[%c0] : memref<?xi64>
      memref.dealloc %a : memref<?xi64>
      %v = memref.load %b[%c0] : memref<3xi64>
      memref.dealloc %b : memref<3xi64>
      %same = arith.cmpi eq, %u, %v : i64
      %right = arith.extui %same : i1 to i64
      %own = arith.cmpi eq, %u, %me : i64
      %right2 = arith.extui %own : i1 to i64
      %one2 = arith.andi %right, %right2 : i64
      %old = memref.atomic_rmw addi %one2, %m[] : (i64, memref<i64>) -> i64`,
	"memory of the stack": `
      %a = memref.alloca() : memref<100xi64>
      memref.store %me, %a[%k] : memref<100xi64>
      %u = memref.load %a[%k] : memref<100xi64>
      %own = arith.cmpi eq, %u, %me : i64
      %right = arith.extui %own : i1 to i64
      %old = memref.atomic_rmw addi %right, %m[] : (i64, memref<i64>) -> i64`,
	"an atomic operation": `
      %old = memref.atomic_rmw addi %one, %m[] : (i64, memref<i64>) -> i64`,
	"a generic atomic operation": `
      %old = memref.generic_atomic_rmw %m[] : memref<i64> {
      ^bb0(%was: i64):
        %is = arith.addi %was, %one : i64
        memref.atomic_yield %is : i64
      }`,
}

// Tasks that run at the same time allocate memory, and change the same element by atomic operations.
func TestTasksShareMemory(t *testing.T) {
	for name, body := range sharing {
		t.Run(name, func(t *testing.T) {
			source := `func.func @f(%n: index, %m: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i64
  %g = async.create_group %c4 : !async.group
  scf.for %k = %c0 to %c4 step %c1 {
    %t = async.execute {
      scf.for %i = %c0 to %n step %c1 {
      %hash = arith.muli %i, %c4 : index
      %me0 = arith.addi %hash, %k : index
      %me = arith.index_cast %me0 : index to i64
      %size = arith.addi %k, %c1 : index` + body + `
      }
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}`
			const n = 1_000_000
			got, err := count(t, source, n, config.Run{Limits: config.Limits{Threads: 4, Memory: 1 << 20}})
			if err != nil || got != 4*n {
				t.Errorf("%d of %d times, %v", got, 4*n, err)
			}
		})
	}
}
