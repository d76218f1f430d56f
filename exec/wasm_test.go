package exec_test

import (
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
)

// Every error in a program on the engine wasm is a diagnostic with its own code, at the operation.
func TestWasmFailures(t *testing.T) {
	failures(t, "wasm", map[string]failure{
		"an assertion": {
			source: "func.func @f(%n: index) {\n  %c = arith.constant 5 : index\n  %ok = arith.cmpi slt, " +
				"%n, %c : index\n" +
				"  cf.assert %ok, \"n is \\22small\\22\"\n  return\n}", code: "wasm-assert",
			message: `n is "small"`, line: 4},
		"a task": {
			source: "func.func @f(%n: index) {\n  %t = async.execute {\n    %c = arith.constant 5 : index\n" +
				"    %ok = arith.cmpi slt, %n, %c : index\n    cf.assert %ok, \"small\"\n    async.yield\n " +
				" " +
				"}\n  async.await %t : !async.token\n  return\n}",
			code: "wasm-async-error", message: "small", line: 8},
		"an access": {
			source: "func.func @f(%m: memref<4xi32>) -> i32 {\n  %c = arith.constant 100000000000 : index\n" +
				"  %v = memref.load %m[%c] : memref<4xi32>\n  return %v : i32\n}", code: "wasm-out-of-bounds",
			message: "out of bounds", line: 3},
		"an access in a loop": {
			source: "func.func @f(%m: memref<?xi32>, %n: index) {\n  %c0 = arith.constant 0 : index\n  %c1 " +
				"= arith.constant 1 : index\n" +
				"  %z = arith.constant 0 : i32\n  scf.for %i = %c0 to %n step %c1 {\n    memref.store %z, " +
				"%m[%i] : memref<?xi32>\n  }\n  return\n}",
			code: "wasm-out-of-bounds", message: "out of bounds", line: 6,
			args: map[string]string{"n": "17"}},
		"a division": {
			source: "func.func @f(%a: i32, %b: i32) -> i32 {\n  %q = arith.divsi %a, %b : i32\n  return %q " +
				": i32\n}",
			code: "wasm-arithmetic", message: "division by zero", line: 2,
			args: map[string]string{"b": "0"}},
		"a quotient": {
			source: "func.func @f(%a: i8, %b: i8) -> i8 {\n  %q = arith.floordivsi %a, %b : i8\n  return " +
				"%q : i8\n}",
			code: "wasm-arithmetic", message: "does not fit", line: 2,
			args: map[string]string{"a": "-128", "b": "-1"}},
		"a step": {
			source: "func.func @f(%n: index, %m: memref<8xi32>) {\n  %c0 = arith.constant 0 : index\n  %c8 " +
				"= arith.constant 8 : index\n" +
				"  %z = arith.constant 0 : i32\n  scf.for %i = %c0 to %c8 step %n {\n    memref.store %z, " +
				"%m[%i] : memref<8xi32>\n  }\n  return\n}",
			code: "wasm-arithmetic", message: "the step is not positive", line: 5,
			args: map[string]string{"n": "0"}},
		"a position": {
			source: "func.func @f(%x: i32, %n: index) -> i32 {\n  %v = arith.constant dense<[1, 2, 3, 4]> " +
				": vector<4xi32>\n" +
				"  %r = vector.extract %v[%n] : i32 from vector<4xi32>\n  return %r : i32\n}",
			code: "wasm-arithmetic", message: "outside of the vector",
			line: 3, args: map[string]string{"n": "4"}},
		"time": {source: endless, code: "wasm-limit-time", message: "has not ended within", line: 1,
			options: exec.Options{Limits: exec.Limits{Time: 200 * time.Millisecond}}},
		"memory": {
			source: "func.func @f() -> memref<?xi8> {\n  %n = arith.constant 1000000000 : index\n  %m = " +
				"memref.alloc(%n) : memref<?xi8>\n" +
				"  return %m : memref<?xi8>\n}", code: "wasm-limit-memory", message: "used up its memory",
			line: 3, options: exec.Options{Limits: exec.Limits{Memory: 100 << 20}}},
		"memory bit by bit": {
			source: "func.func @f(%n: index) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 " +
				": index\n  %z = arith.constant 1 : i8\n  scf.for %i = %c0 to %n step %c1 {\n" +
				"    %m = memref.alloc() : memref<1000xi8>\n    memref.store %z, %m[%c0] : " +
				"memref<1000xi8>\n  " +
				"}\n  return\n}",
			code: "wasm-limit-memory", message: "used up its memory", line: 6,
			options: exec.Options{Limits: exec.Limits{Memory: 1 << 20}},
			args:    map[string]string{"n": "100000"}},
		"the stack": {
			source: "func.func @f(%n: index) -> index {\n  %r = func.call @f(%n) : (index) -> index\n  %s " +
				"= arith.addi %r, %n : index\n  return %s : index\n}",
			code: "wasm-limit-stack", message: "stack", line: 1},
		"memory of the stack": {
			source: "func.func @f(%m: memref<64xi64>) -> i64 {\n  %r = func.call @deep(%m) : " +
				"(memref<64xi64>) -> i64\n  return %r : i64\n}\n" +
				"func.func private @deep(%m: memref<64xi64>) -> i64 {\n  %own = memref.alloca() : " +
				"memref<64xi64>\n  %c = arith.constant 3 : index\n" +
				"  %x = memref.load %m[%c] : memref<64xi64>\n  memref.store %x, %own[%c] : memref<64xi64>\n" +
				"  %r = func.call @deep(%own) : (memref<64xi64>) -> i64\n  memref.store %r, %m[%c] : " +
				"memref<64xi64>\n" +
				"  %y = memref.load %own[%c] : memref<64xi64>\n  %s = arith.muli %r, %y : i64\n  return %s " +
				": " +
				"i64\n}",
			code: "wasm-limit-stack", message: "stack", line: 6},
		"a function that is missing": {
			source: "func.func @f() {\n  func.call @nowhere() : () -> ()\n  return\n}\nfunc.func private " +
				"@nowhere()",
			code: "wasm-unsupported", message: "nothing defines the function '@nowhere'", line: 2},
		"a loop with two entries": {
			source: "func.func @f(%a: i1, %b: i1) {\n  cf.cond_br %a, ^x, ^y\n^x:\n  func.call @g() : () " +
				"-> ()\n  cf.cond_br %b, ^y, ^z\n" +
				"^y:\n  func.call @g() : () -> ()\n  cf.cond_br %b, ^x, ^z\n^z:\n  return\n}\nfunc.func " +
				"private @g() {\n  return\n}",
			code: "wasm-irreducible", message: "middle of a loop", line: 8},
		"a GPU": {source: "func.func @f() {\n  nvvm.cp.async.commit.group\n  return\n}",
			code: "wasm-unsupported", message: "nvvm", line: 2},
		"a type": {
			source: "func.func @f(%t: i32) -> vector<4xi32> {\n  %v = vector.broadcast %t : i32 to " +
				"vector<4xi32>\n  return %v : vector<4xi32>\n}",
			code: "wasm-signature", message: "vector<4xi32>", line: 1},
		"a wide integer": {
			source: "func.func @f(%a: i64) -> i64 {\n  %w = arith.extsi %a : i64 to i65\n  %x = arith.muli " +
				"%w, %w : i65\n  %r = arith.trunci %x : i65 to i64\n  return %r : i64\n}",
			code: "wasm-unsupported", message: "i65", line: 2},
	})
}
