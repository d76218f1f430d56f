package program

import (
	"bytes"
	"fmt"
	"io"
)

// kinds are the functions that a program consists of, in turn. Each writes a
// function of perFunction operations, give or take a few, with number f.
var kinds = []func(w io.Writer, f int){dotProduct, stencil, branches}

const perFunction = 50

// Write writes a program of about n operations, the same for the same n. All of
// it is valid, and half of it or more survives canonicalization.
func Write(w io.Writer, n int) error {
	e := &errWriter{w: w}
	for f := 0; f*perFunction < n; f++ {
		kinds[f%len(kinds)](e, f)
	}
	return e.err
}

// Text returns what Write writes.
func Text(n int) []byte {
	var b bytes.Buffer
	Write(&b, n) // a buffer takes everything
	return b.Bytes()
}

// errWriter remembers the first error, so that only Write needs to look.
type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) Write(text []byte) (int, error) {
	if e.err == nil {
		_, e.err = e.w.Write(text)
	}
	return len(text), nil
}

// dotProduct writes a loop over memrefs that carries a sum, with attributes of
// its own, a condition and constants.
func dotProduct(w io.Writer, f int) {
	fmt.Fprintf(w,
		`func.func @dot_%d(%%a: memref<64x?xf32>, %%b: memref<64x?xf32, strided<[?, 1], offset: ?>>, %%n: index) -> f32 {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c%d_i32 = arith.constant %d : i32
  %%zero = arith.constant 0.000000e+00 : f32
  %%sum = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%acc = %%zero) -> (f32) {
`, f, f+2, f+2)
	acc := "%acc"
	for i := range 10 {
		fmt.Fprintf(w, `    %%x%d = memref.load %%a[%%i, %%c0] : memref<64x?xf32>
    %%y%d = memref.load %%b[%%i, %%c1] : memref<64x?xf32, strided<[?, 1], offset: ?>>
    %%p%d = arith.mulf %%x%d, %%y%d {test.note = "fused"} : f32
    %%s%d = arith.addf %s, %%p%d fastmath<contract> : f32
`, i, i, i, i, i, i, acc, i)
		acc = fmt.Sprintf("%%s%d", i)
	}
	fmt.Fprintf(w, `    %%cond = arith.cmpf olt, %s, %%zero : f32
    scf.if %%cond {
      memref.store %s, %%a[%%i, %%c0] : memref<64x?xf32>
    }
    scf.yield %s : f32
  }
  return %%sum : f32
}
`, acc, acc, acc)
}

// stencil writes a nest of two affine loops with neighbouring accesses.
func stencil(w io.Writer, f int) {
	fmt.Fprintf(w, `func.func @stencil_%d(%%in: memref<128x128xf64>, %%out: memref<128x128xf64>, %%w: f64) {
  %%zero = arith.constant 0.0 : f64
  affine.for %%i = 8 to 120 {
    affine.for %%j = 8 to 120 {
`, f)
	acc := "%zero"
	for i := range 13 {
		fmt.Fprintf(w, `      %%v%d = affine.load %%in[%%i + %d, %%j - %d] : memref<128x128xf64>
      %%m%d = arith.mulf %%v%d, %%w : f64
      %%t%d = arith.addf %s, %%m%d : f64
`, i, i%5, i%7, i, i, i, acc, i)
		acc = fmt.Sprintf("%%t%d", i)
	}
	fmt.Fprintf(w, `      %%s = math.sqrt %s : f64
      affine.store %%s, %%out[%%i, %%j] : memref<128x128xf64>
    }
  }
  return
}
`, acc)
}

// branches writes a loop of blocks with arguments, integer arithmetic, casts
// and a call of the function itself.
func branches(w io.Writer, f int) {
	fmt.Fprintf(w, `func.func private @branches_%d(%%n: i64, %%p: memref<?xi32>, %%flag: i1) -> i64 {
  %%c0_i64 = arith.constant 0 : i64
  %%c1_i64 = arith.constant 1 : i64
  %%c%d_i64 = arith.constant %d : i64
  cf.br ^head(%%c0_i64, %%n : i64, i64)
^head(%%i: i64, %%acc: i64):
  %%more = arith.cmpi slt, %%i, %%n : i64
  cf.cond_br %%more, ^body(%%acc : i64), ^exit(%%acc : i64)
^body(%%x: i64):
`, f, f+2, f+2)
	acc := "%x"
	for i := range 8 {
		fmt.Fprintf(w, `  %%k%d = arith.index_cast %%i : i64 to index
  %%l%d = memref.load %%p[%%k%d] : memref<?xi32>
  %%e%d = arith.extsi %%l%d : i32 to i64
  %%a%d = arith.addi %s, %%e%d overflow<nsw> : i64
  %%r%d = arith.select %%flag, %%a%d, %%c%d_i64 : i64
`, i, i, i, i, i, i, acc, i, i, i, f+2)
		acc = fmt.Sprintf("%%r%d", i)
	}
	fmt.Fprintf(w, `  %%next = arith.addi %%i, %%c1_i64 : i64
  cf.cond_br %%flag, ^head(%%next, %s : i64, i64), ^call
^call:
  %%called = call @branches_%d(%%next, %%p, %%flag) : (i64, memref<?xi32>, i1) -> i64
  cf.br ^exit(%%called : i64)
^exit(%%result: i64):
  return %%result : i64
}
`, acc, f)
}
