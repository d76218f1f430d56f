// Package expandmath has the pass expand-math: functions of math become arithmetic, for targets without a
// library.
//
// A function is written once, as arithmetic on values of any shape (calculator.go): exponential.go,
// logarithm.go, power.go, trigonometric.go, arc.go, hyperbolic.go, errorfunction.go and root.go have those of
// floats, each for two precisions. The narrow one serves f16, bf16 and f32: it computes in f64 with about 45
// correct digits, so that rounding to f32 nearly always gives the number nearest to the true value. The wide
// one serves f64, where needed with pairs of numbers (doubleword.go). coefficients.go holds the polynomials,
// fitted by fit_test.go.
//
// Start reading at expandmath.go.
package expandmath

//go:generate env INFLIGHT_UPDATE=1 go test -run TestCoefficients .
