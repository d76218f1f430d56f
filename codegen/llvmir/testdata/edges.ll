; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@nested = constant [2 x [2 x <2 x double>]] [[2 x <2 x double>] [<2 x double> <double 0x3FF0000000000000, double 0x4000000000000000>, <2 x double> <double 0x4008000000000000, double 0x4010000000000000>], [2 x <2 x double>] [<2 x double> <double 0x4014000000000000, double 0x4018000000000000>, <2 x double> <double 0x401C000000000000, double 0x4020000000000000>]]
define i32 @dup(i1 %0, i32 %1, i32 %2) {
  br i1 %0, label %5, label %4

4:
  br label %5

5:
  %6 = phi i32 [ %1, %3 ], [ %2, %4 ]
  switch i32 %6, label %9 [
    i32 1, label %8
    i32 -5, label %7
  ]

7:
  unreachable

8:
  br label %9

9:
  %10 = phi i32 [ %1, %5 ], [ %2, %8 ]
  ret i32 %10
}

@x = internal global i64 0
@table = internal global [2 x { ptr, i64 }] [{ ptr, i64 } { ptr null, i64 ptrtoint (ptr @x to i64) }, { ptr, i64 } { ptr getelementptr inbounds (i32, ptr @x, i32 1), i64 0 }]
define i32 @unreached(i32 %0) {
  ret i32 %0

2:
  %3 = freeze i32 poison
  ret i32 %3
}

define i32 @asm(i32 %0) {
  %2 = call i32 asm sideeffect "mov $1, $0", "=r,r"(i32 %0)
  ret i32 %2
}

