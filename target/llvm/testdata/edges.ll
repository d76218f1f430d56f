; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@nested = constant [2 x [2 x <2 x double>]] [[2 x <2 x double>] [<2 x double> <double 0x3FF0000000000000, double 0x4000000000000000>, <2 x double> <double 0x4008000000000000, double 0x4010000000000000>], [2 x <2 x double>] [<2 x double> <double 0x4014000000000000, double 0x4018000000000000>, <2 x double> <double 0x401C000000000000, double 0x4020000000000000>]]
define i32 @dup(i1 %0, i32 %1, i32 %2) {
  br i1 %0, label %4, label %9

4:
  %5 = phi i32 [ %1, %3 ], [ %2, %9 ]
  switch i32 %5, label %6 [
    i32 1, label %10
    i32 -5, label %8
  ]

6:
  %7 = phi i32 [ %1, %4 ], [ %2, %10 ]
  ret i32 %7

8:
  unreachable

9:
  br label %4

10:
  br label %6
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

