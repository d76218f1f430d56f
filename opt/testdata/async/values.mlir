// A task that makes a number is awaited by the host, by a task within another, and as an operand.
// printed: 42
// printed: 2.5
// printed: 5
// printed: 52

func.func @main() {
  %t0, %v0 = async.execute -> !async.value<i64> {
    %x = arith.constant 42 : i64
    async.yield %x : i64
  }
  %a = async.await %v0 : !async.value<i64>
  vector.print %a : i64

  %t1, %v1 = async.execute [%t0] -> !async.value<f32> {
    %t2, %v2 = async.execute -> !async.value<f32> {
      %x = arith.constant 2.5 : f32
      async.yield %x : f32
    }
    %b = async.await %v2 : !async.value<f32>
    async.yield %b : f32
  }
  %c = async.await %v1 : !async.value<f32>
  vector.print %c : f32

  %t3, %v3:2 = async.execute [%t1] (%v1 as %x : !async.value<f32>, %v0 as %n : !async.value<i64>)
      -> (!async.value<f32>, !async.value<i64>) {
    %two = arith.constant 2.0 : f32
    %ten = arith.constant 10 : i64
    %y = arith.mulf %x, %two : f32
    %m = arith.addi %n, %ten : i64
    async.yield %y, %m : f32, i64
  }
  async.await %t3 : !async.token
  %d = async.await %v3#0 : !async.value<f32>
  %e = async.await %v3#1 : !async.value<i64>
  vector.print %d : f32
  vector.print %e : i64
  return
}
