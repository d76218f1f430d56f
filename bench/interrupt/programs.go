package main

import (
	"fmt"
	"strings"
)

// oneFunction returns a function of n operations, all of which stay.
func oneFunction(n int) string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%x: i64, %m: memref<4xi64>) {\n  %c0 = arith.constant 0 : index\n  %v0 = arith.addi " +
			"%x, %x : i64\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  %%v%d = arith.muli %%v%d, %%v%d : i64\n", i, i-1, i/2)
	}
	fmt.Fprintf(&b, "  memref.store %%v%d, %%m[%%c0] : memref<4xi64>\n  return\n}\n", n-1)
	return b.String()
}

// manyFunctions returns functions of n operations.
func manyFunctions(count, n int) string {
	var b strings.Builder
	for i := range count {
		b.WriteString(strings.ReplaceAll(oneFunction(n), "@f", fmt.Sprintf("@f%d", i)))
	}
	return b.String()
}
