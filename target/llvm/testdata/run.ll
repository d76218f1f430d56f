; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@weights = internal constant [4 x i32] [i32 3, i32 5, i32 7, i32 11]
define i64 @collatz(i64 %0) {
  br label %2

2:
  %3 = phi i64 [ %0, %1 ], [ %11, %6 ], [ %9, %14 ]
  %4 = phi i64 [ 0, %1 ], [ %12, %6 ], [ %12, %14 ]
  %5 = icmp eq i64 %3, 1
  br i1 %5, label %13, label %6

6:
  %7 = and i64 %3, 1
  %8 = trunc i64 %7 to i1
  %9 = lshr i64 %3, 1
  %10 = mul i64 %3, 3
  %11 = add i64 %10, 1
  %12 = add i64 %4, 1
  br i1 %8, label %2, label %14

13:
  ret i64 %4

14:
  br label %2
}

define i32 @main() {
  %1 = call i64 @collatz(i64 27)
  %2 = trunc i64 %1 to i32
  %3 = getelementptr [4 x i32], ptr @weights, i32 0, i32 3
  %4 = load i32, ptr %3
  %5 = add i32 %2, %4
  ret i32 %5
}

