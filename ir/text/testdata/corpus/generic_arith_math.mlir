// Covers the generic form of arith and math: enumerations as integers or attributes, defaults left out, given or in the dictionary.

func.func @constants() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "arith.constant"() {value = 1.5 : f64} : () -> f64
  %2 = "arith.constant"() <{value = dense<2> : vector<4xi8>}> {doc.note} : () -> vector<4xi8>
  %3 = "arith.constant"() <{value = true}> : () -> i1
  %4 = "arith.constant"() <{value = 7 : index}> : () -> index
  return
}

func.func @integers(%a: i32, %b: i32, %w: i64) {
  // Flags left out take their default, and the generic form prints them.
  %0 = "arith.addi"(%a, %b) : (i32, i32) -> i32
  %1 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %2 = "arith.subi"(%a, %b) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
  %3 = "arith.muli"(%a, %b) {overflowFlags = #arith.overflow<nuw>, doc.note} : (i32, i32) -> i32
  %4 = "arith.divsi"(%a, %b) <{isExact}> : (i32, i32) -> i32
  %5 = "arith.shrui"(%a, %b) {isExact} : (i32, i32) -> i32
  %6:2 = "arith.addui_extended"(%a, %b) : (i32, i32) -> (i32, i1)
  %7:2 = "arith.mulsi_extended"(%a, %b) : (i32, i32) -> (i32, i32)
  %8 = "arith.trunci"(%w) <{overflowFlags = #arith.overflow<nsw>}> : (i64) -> i32
  %9 = "arith.cmpi"(%a, %b) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %10 = "arith.cmpi"(%a, %b) <{predicate = 9 : i64}> : (i32, i32) -> i1
  %11 = "arith.cmpi"(%a, %b) {predicate = 4} : (i32, i32) -> i1
  %12 = "arith.select"(%9, %a, %b) : (i1, i32, i32) -> i32
  %13 = "arith.index_cast"(%a) : (i32) -> index
  %14 = "arith.extsi"(%a) : (i32) -> i64
  return
}

func.func @floats(%a: f32, %b: f32, %w: f64, %s: f8E8M0FNU) {
  %0 = "arith.addf"(%a, %b) : (f32, f32) -> f32
  %1 = "arith.mulf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
  %2 = "arith.divf"(%a, %b) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f32, f32) -> f32
  %3 = "arith.negf"(%a) {fastmath = #arith.fastmath<fast>} : (f32) -> f32
  %4 = "arith.cmpf"(%a, %b) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
  %5 = "arith.cmpf"(%a, %b) <{predicate = 15 : i64}> : (f32, f32) -> i1
  %6 = "arith.truncf"(%w) : (f64) -> f32
  %7 = "arith.truncf"(%w) <{roundingmode = 1 : i32}> : (f64) -> f32
  %8 = "arith.truncf"(%w) <{fastmath = #arith.fastmath<contract>, roundingmode = 4 : i32}> : (f64) -> f32
  %9 = "arith.extf"(%a) : (f32) -> f64
  %10 = "arith.extf"(%a) <{fastmath = #arith.fastmath<none>}> : (f32) -> f64
  %11 = "arith.scaling_truncf"(%a, %s) <{roundingmode = 0 : i32}> : (f32, f8E8M0FNU) -> f4E2M1FN
  %12 = "arith.scaling_extf"(%11, %s) : (f4E2M1FN, f8E8M0FNU) -> f32
  return
}

func.func @math(%x: f32, %n: i32) {
  %0 = "math.exp"(%x) : (f32) -> f32
  %1 = "math.exp"(%x) <{fastmath = #arith.fastmath<afn>}> : (f32) -> f32
  %2 = "math.fma"(%x, %x, %x) {fastmath = #arith.fastmath<none>, doc.note} : (f32, f32, f32) -> f32
  %3 = "math.clampf"(%x, %0, %1) : (f32, f32, f32) -> f32
  %4:2 = "math.sincos"(%x) <{fastmath = #arith.fastmath<fast>}> : (f32) -> (f32, f32)
  %5 = "math.isnan"(%x) : (f32) -> i1
  %6 = "math.ctlz"(%n) : (i32) -> i32
  %7 = "math.fpowi"(%x, %n) : (f32, i32) -> f32
  return
}

// The ops that have nothing of their own to show.
func.func @others(%a: i32, %b: i32, %x: f32, %y: f32, %i: index) {
  %0 = "arith.andi"(%a, %b) : (i32, i32) -> i32
  %1 = "arith.ceildivsi"(%a, %b) : (i32, i32) -> i32
  %2 = "arith.ceildivui"(%a, %b) : (i32, i32) -> i32
  %3 = "arith.divui"(%a, %b) : (i32, i32) -> i32
  %4 = "arith.floordivsi"(%a, %b) : (i32, i32) -> i32
  %5 = "arith.maxsi"(%a, %b) : (i32, i32) -> i32
  %6 = "arith.maxui"(%a, %b) : (i32, i32) -> i32
  %7 = "arith.minsi"(%a, %b) : (i32, i32) -> i32
  %8 = "arith.minui"(%a, %b) : (i32, i32) -> i32
  %9 = "arith.ori"(%a, %b) : (i32, i32) -> i32
  %10 = "arith.remsi"(%a, %b) : (i32, i32) -> i32
  %11 = "arith.remui"(%a, %b) : (i32, i32) -> i32
  %12 = "arith.shli"(%a, %b) : (i32, i32) -> i32
  %13 = "arith.shrsi"(%a, %b) : (i32, i32) -> i32
  %14 = "arith.xori"(%a, %b) : (i32, i32) -> i32
  %15 = "arith.maxnumf"(%x, %y) : (f32, f32) -> f32
  %16 = "arith.maximumf"(%x, %y) : (f32, f32) -> f32
  %17 = "arith.minnumf"(%x, %y) : (f32, f32) -> f32
  %18 = "arith.minimumf"(%x, %y) : (f32, f32) -> f32
  %19 = "arith.remf"(%x, %y) : (f32, f32) -> f32
  %20 = "arith.subf"(%x, %y) : (f32, f32) -> f32
  %21:2 = "arith.mului_extended"(%a, %b) : (i32, i32) -> (i32, i32)
  %22 = "arith.bitcast"(%a) : (i32) -> f32
  %23 = "arith.extui"(%a) : (i32) -> i64
  %24 = "arith.fptosi"(%x) : (f32) -> i8
  %25 = "arith.fptoui"(%x) : (f32) -> i8
  %26 = "arith.sitofp"(%a) : (i32) -> f64
  %27 = "arith.uitofp"(%a) : (i32) -> f64
  %28 = "arith.index_castui"(%i) : (index) -> i32
  %29 = "math.absf"(%x) : (f32) -> f32
  %30 = "math.acos"(%x) : (f32) -> f32
  %31 = "math.acosh"(%x) : (f32) -> f32
  %32 = "math.asin"(%x) : (f32) -> f32
  %33 = "math.asinh"(%x) : (f32) -> f32
  %34 = "math.atan"(%x) : (f32) -> f32
  %35 = "math.atanh"(%x) : (f32) -> f32
  %36 = "math.cbrt"(%x) : (f32) -> f32
  %37 = "math.ceil"(%x) : (f32) -> f32
  %38 = "math.cos"(%x) : (f32) -> f32
  %39 = "math.cosh"(%x) : (f32) -> f32
  %40 = "math.erf"(%x) : (f32) -> f32
  %41 = "math.erfc"(%x) : (f32) -> f32
  %42 = "math.exp2"(%x) : (f32) -> f32
  %43 = "math.expm1"(%x) : (f32) -> f32
  %44 = "math.floor"(%x) : (f32) -> f32
  %45 = "math.log10"(%x) : (f32) -> f32
  %46 = "math.log1p"(%x) : (f32) -> f32
  %47 = "math.log2"(%x) : (f32) -> f32
  %48 = "math.log"(%x) : (f32) -> f32
  %49 = "math.roundeven"(%x) : (f32) -> f32
  %50 = "math.round"(%x) : (f32) -> f32
  %51 = "math.rsqrt"(%x) : (f32) -> f32
  %52 = "math.sin"(%x) : (f32) -> f32
  %53 = "math.sinh"(%x) : (f32) -> f32
  %54 = "math.sqrt"(%x) : (f32) -> f32
  %55 = "math.tan"(%x) : (f32) -> f32
  %56 = "math.tanh"(%x) : (f32) -> f32
  %57 = "math.trunc"(%x) : (f32) -> f32
  %58 = "math.atan2"(%x, %y) : (f32, f32) -> f32
  %59 = "math.copysign"(%x, %y) : (f32, f32) -> f32
  %60 = "math.powf"(%x, %y) : (f32, f32) -> f32
  %61 = "math.absi"(%a) : (i32) -> i32
  %62 = "math.cttz"(%a) : (i32) -> i32
  %63 = "math.ctpop"(%a) : (i32) -> i32
  %64 = "math.ipowi"(%a, %b) : (i32, i32) -> i32
  %65 = "math.isfinite"(%x) : (f32) -> i1
  %66 = "math.isinf"(%x) : (f32) -> i1
  %67 = "math.isnormal"(%x) : (f32) -> i1
  return
}
