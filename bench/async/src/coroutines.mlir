// What upstream and Inflight compile and the programs of programs.c call.

// Recursive Fibonacci with a coroutine per call. The lowering runs an async.func inside its caller up to the first await: nothing is
// scheduled unless it has to wait.

async.func @fib(%n: i64) -> !async.value<i64> {
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^leaf, ^call
^leaf:
  return %n : i64
^call:
  %a = arith.subi %n, %one : i64
  %b = arith.subi %n, %two : i64
  %l = async.call @fib(%a) : (i64) -> !async.value<i64>
  %r = async.call @fib(%b) : (i64) -> !async.value<i64>
  %x = async.await %l : !async.value<i64>
  %y = async.await %r : !async.value<i64>
  %s = arith.addi %x, %y : i64
  return %s : i64
}

func.func @fibOf(%n: i64) -> i64 {
  %v = async.call @fib(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}

// The same with a task per call.
func.func private @task(%n: i64) -> !async.value<i64> {
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %small = arith.cmpi slt, %n, %two : i64
  %t, %v = async.execute -> !async.value<i64> {
    %result = scf.if %small -> i64 {
      scf.yield %n : i64
    } else {
      %a = arith.subi %n, %one : i64
      %b = arith.subi %n, %two : i64
      %l = func.call @task(%a) : (i64) -> !async.value<i64>
      %r = func.call @task(%b) : (i64) -> !async.value<i64>
      %x = async.await %l : !async.value<i64>
      %y = async.await %r : !async.value<i64>
      %s = arith.addi %x, %y : i64
      scf.yield %s : i64
    }
    async.yield %result : i64
  }
  return %v : !async.value<i64>
}

func.func @fibOfTasks(%n: i64) -> i64 {
  %v = func.call @task(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}

// Chains of eight tasks, one after the other.
func.func @chainOf(%links: i64) {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  scf.for %i = %c0 to %links step %c8 : i64 {
    %t0 = async.execute {
      async.yield
    }
    %t1 = async.execute [%t0] {
      async.yield
    }
    %t2 = async.execute [%t1] {
      async.yield
    }
    %t3 = async.execute [%t2] {
      async.yield
    }
    %t4 = async.execute [%t3] {
      async.yield
    }
    %t5 = async.execute [%t4] {
      async.yield
    }
    %t6 = async.execute [%t5] {
      async.yield
    }
    %t7 = async.execute [%t6] {
      async.yield
    }
    async.await %t7 : !async.token
  }
  return
}
