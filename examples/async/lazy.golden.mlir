module {
  func.func private @printI64(i64)
  func.func private @printNewline()
  async.func private @line(%arg0: i64) -> !async.value<i64> attributes {lazy} {
    func.call @printI64(%arg0) : (i64) -> ()
    func.call @printNewline() : () -> ()
    %0 = arith.muli %arg0, %arg0 : i64
    return %0 : i64
  }
  func.func @main() -> i64 {
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %0 = async.call @line(%c1_i64) : (i64) -> !async.value<i64>
    %1 = async.call @line(%c2_i64) : (i64) -> !async.value<i64>
    %2 = async.await %1 : !async.value<i64>
    %3 = async.await %0 : !async.value<i64>
    %4 = async.await %1 : !async.value<i64>
    %5 = arith.addi %2, %3 : i64
    %6 = arith.addi %5, %4 : i64
    return %6 : i64
  }
}

