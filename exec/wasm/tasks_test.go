package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
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

// count runs a program of manyTasks and returns the number that it leaves.
func count(t testing.TB, source string, n int64, o Options) (int64, error) {
	t.Helper()
	module := passtest.Parse(t, source)
	p, err := Compile(t.Context(), module, "f")
	if err != nil {
		t.Fatal(err)
	}
	return runCount(t, module, p, n, o)
}

func runCount(t testing.TB, module *ir.Op, p *Program, n int64, o Options) (int64, error) {
	t.Helper()
	c := module.Context()
	b, err := sim.NewBuffer(c.MemRef(nil, c.I64, nil, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(t.Context(), []sim.Value{sim.Int(c.Index, n), sim.Memory(b)}, o)
	return int64(b.Data[0]) | int64(b.Data[1])<<8 | int64(b.Data[2])<<16 | int64(b.Data[3])<<24, err
}

// A hundred thousand tasks exhaust neither memory nor stacks, however they depend on each other.
func TestManyTasks(t *testing.T) {
	const n = 100_000
	for name, source := range manyTasks {
		for _, threads := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%s, %d threads", name, threads), func(t *testing.T) {
				start := time.Now()
				got, err := count(t, source, n, Options{Threads: threads, Memory: 256 << 20})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%v per task", time.Since(start)/n)
				if got != n {
					t.Errorf("%d tasks have counted, of %d", got, n)
				}
			})
		}
	}
}

var _ = context.Background
var _ = errors.New
var _ = runtime.NumGoroutine
var _ = strings.Cut
var _ diag.Code
var _ team.Job
