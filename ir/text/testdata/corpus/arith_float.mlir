// Covers the floating-point ops of arith and every fast-math flag.

func.func @plain(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.maxnumf %a, %b : f32
  %8 = arith.minimumf %a, %b : f32
  %9 = arith.minnumf %a, %b : f32
  return
}

func.func @fastmath(%a: f64, %b: f64) {
  // none is the default and is not printed.
  %0 = arith.addf %a, %b fastmath<none> : f64
  %1 = arith.addf %a, %b fastmath<reassoc> : f64
  %2 = arith.subf %a, %b fastmath<nnan> : f64
  %3 = arith.mulf %a, %b fastmath<ninf> : f64
  %4 = arith.divf %a, %b fastmath<nsz> : f64
  %5 = arith.remf %a, %b fastmath<arcp> : f64
  %6 = arith.negf %a fastmath<contract> : f64
  %7 = arith.maximumf %a, %b fastmath<afn> : f64
  %8 = arith.maxnumf %a, %b fastmath<fast> : f64
  // Any order and any spacing in, bit order out.
  %9 = arith.minimumf %a, %b fastmath<contract,nnan,reassoc> : f64
  %10 = arith.minnumf %a, %b fastmath< nnan , ninf > : f64
  // All seven spelled out are the group "fast".
  %11 = arith.addf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f64
  %12 = arith.cmpf olt, %a, %b fastmath<nnan,ninf> : f64
  %13 = arith.mulf %a, %b fastmath<fast> {doc.note = "with a dictionary"} : f64
  return
}

func.func @types(%h: f16, %b: bf16, %q: f128, %x: f80, %v: vector<4xf32>, %t: tensor<2x?xf64>, %e: vector<16xf8E4M3FN>) {
  %0 = arith.addf %h, %h : f16
  %1 = arith.addf %b, %b : bf16
  %2 = arith.addf %q, %q : f128
  %3 = arith.addf %x, %x : f80
  %4 = arith.addf %v, %v : vector<4xf32>
  %5 = arith.addf %t, %t : tensor<2x?xf64>
  %6 = arith.addf %e, %e : vector<16xf8E4M3FN>
  return
}
