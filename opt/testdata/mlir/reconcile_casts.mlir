// PASSES: --reconcile-unrealized-casts
func.func @f(%a: index, %m: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %a : index to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  %3 = builtin.unrealized_conversion_cast %2 : i64 to f64
  %4:2 = builtin.unrealized_conversion_cast %2 : i64 to f64, i1
  %5 = builtin.unrealized_conversion_cast %4#0, %4#1 : f64, i1 to i64
  %6 = builtin.unrealized_conversion_cast %4#1, %4#0 : i1, f64 to i64
  "use"(%1, %2, %5, %6) : (index, i64, i64, i64) -> ()
  %7 = builtin.unrealized_conversion_cast %3 : f64 to index
  return %7 : index
}
