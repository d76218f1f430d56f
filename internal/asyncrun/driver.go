package asyncrun

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// prelude is what the drivers call. Function @inflight_fill numbers bytes as passtest.Simulate does, and
// @inflight_hash is what Hash is.
const prelude = `
func.func private @printI64(i64)
func.func private @printNewline()
func.func private @inflightSettle()
func.func private @inflight_fill(%m: memref<?xi32>, %first: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  %zero = arith.constant 0 : i32
  %byte = arith.constant 255 : i32
  %n = memref.dim %m, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.for %b = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (i32) {
      %at = arith.muli %i, %c4 : index
      %which = arith.addi %at, %b : index
      %k = arith.index_cast %which : index to i32
      %times = arith.muli %k, %seven : i32
      %sum = arith.addi %times, %first : i32
      %low = arith.andi %sum, %byte : i32
      %b32 = arith.index_cast %b : index to i32
      %by = arith.muli %b32, %eight : i32
      %shifted = arith.shli %low, %by : i32
      %next = arith.ori %acc, %shifted : i32
      scf.yield %next : i32
    }
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
func.func private @inflight_hash(%m: memref<?xi32>, %h: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %prime = arith.constant 1099511628211 : i64
  %n = memref.dim %m, %c0 : memref<?xi32>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %h) -> (i64) {
    %x = memref.load %m[%i] : memref<?xi32>
    %wide = arith.extui %x : i32 to i64
    %mixed = arith.xori %acc, %wide : i64
    %next = arith.muli %mixed, %prime : i64
    scf.yield %next : i64
  }
  return %all : i64
}
`

// Hash returns what a driver prints for the memory that its program leaves, the arguments of @main in order.
func Hash(memory []value.Value) int64 {
	h := uint64(14695981039346656037)
	for _, v := range memory {
		if v.Buffer == nil {
			continue
		}
		for i := range v.Buffer.Len() {
			h = (h ^ v.Buffer.At(i)) * 1099511628211
		}
	}
	return int64(h)
}

// Join returns one module with all programs. Each has a function @main over one-dimensional memory of 32-bit
// integers, all of constant size, and booleans, which get the value condition. The new @main calls one after
// the other, and prints a line with the hash of its memory for each. Memory is never freed, because a program
// may end before its tasks.
func Join(t testing.TB, programs []string, condition bool) string {
	t.Helper()
	var b, main strings.Builder
	b.WriteString(prelude)
	for i, p := range programs {
		prefix := fmt.Sprintf("@p%d_", i)
		b.WriteString(strings.ReplaceAll(p, "@", prefix))
		driver(&b, i, inputs(t, p), condition)
		fmt.Fprintf(&main, "  call @drive%d() : () -> ()\n", i)
	}
	fmt.Fprintf(&b,
		"func.func @main() -> i32 {\n%s  call @inflightSettle() : () -> ()\n  %%ok = arith.constant 0 : "+
			"i32\n  return %%ok : i32\n}\n", main.String())
	return b.String()
}

// inputs returns the types of the arguments of @main.
func inputs(t testing.TB, program string) []ir.Type {
	t.Helper()
	main := ir.NewSymbolTables().Lookup(passtest.Parse(t, program), "main")
	if main == nil {
		t.Fatalf("no @main in\n%s", program)
	}
	return main.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
}

// driver writes a function that runs one program and prints a hash.
func driver(b *strings.Builder, n int, types []ir.Type, condition bool) {
	var args, texts []string
	hash := "%h"
	var after strings.Builder
	fmt.Fprintf(b, "func.func private @drive%d() {\n  %%h = arith.constant %d : i64\n", n, Hash(nil))
	for i, typ := range types {
		arg := fmt.Sprintf("%%a%d", i)
		args, texts = append(args, arg), append(texts, fmt.Sprint(typ))
		if _, isMemory := typ.(*ir.MemRefType); !isMemory {
			fmt.Fprintf(b, "  %s = arith.constant %v\n", arg, condition)
			continue
		}
		fmt.Fprintf(b, "  %s = memref.alloc() : %v\n  %s_any = memref.cast %s : %v to memref<?xi32>\n", arg,
			typ, arg, arg, typ)
		fmt.Fprintf(b, "  %s_first = arith.constant %d : i32\n", arg, i)
		fmt.Fprintf(b, "  call @inflight_fill(%s_any, %s_first) : (memref<?xi32>, i32) -> ()\n", arg, arg)
		fmt.Fprintf(&after, "  %%h%d = call @inflight_hash(%s_any, %s) : (memref<?xi32>, i64) -> i64\n", i,
			arg, hash)
		hash = fmt.Sprintf("%%h%d", i)
	}
	fmt.Fprintf(b, "  call @p%d_main(%s) : (%s) -> ()\n", n, strings.Join(args, ", "),
		strings.Join(texts, ", "))
	fmt.Fprintf(b, "%s  call @printI64(%s) : (i64) -> ()\n  call @printNewline() : () -> ()\n  return\n}\n",
		after.String(), hash)
}
