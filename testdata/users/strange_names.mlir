// Only read and printed: a module with passes' attributes, hexadecimal data and strange names.
module @"a name" attributes {"quoted.key" = dense<"0x0000803F00000040"> : tensor<2xf32>, user.d = {a = 1 : i8, b = array<i32: 1, 2>}} {
  func.func private @"weird-name$1"(%arg0: i32 {llvm.noundef, user.x}, %arg1: tensor<?x3xf32>) -> (i32 {user.r = 3})
  func.func @f(%a: i32, %t: tensor<?x3xf32>) -> i32 attributes {user.flag} {
    %r = call @"weird-name$1"(%a, %t) : (i32, tensor<?x3xf32>) -> i32
    return %r : i32
  }
}
