// Functions in modules within modules, and visibilities.
module @outer attributes {user.note = "kept", user.list = [1, 2.5, "x", unit, @sym]} {
  func.func private @one() -> i32 {
    %c = arith.constant 1 : i32
    return %c : i32
  }
  func.func @main() {
    %x = call @one() : () -> i32
    vector.print %x : i32
    return
  }
}
