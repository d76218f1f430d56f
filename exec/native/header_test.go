package native

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// strangeNames are names of functions, as MLIR writes them, with the names of their companions in C.
var strangeNames = []struct{ mlir, c string }{
	{`a.b`, "a_x2Eb_2"}, // an identifier keeps its name, other names are changed
	{`a$b`, "a_x24b"},
	{`a_x2Eb`, "a_x2Eb"},
	{`f(void); static __attribute__((constructor)) void pwn(void) { puts(\22PWNED\22); } void g`, ""},
	{`x\0A#error line\0A`, ""},
	{`*/ x /*`, ""},
	{`ends with \5C`, ""},
	{`ends with ??/`, ""},
	{`\E2\80\AE\C2\9B31m\1B[2J`, ""},
	{`\00`, "_x00"},
	{`\01x`, "_x01x"},
	{`\FF`, "_xFF"},
	{`1st`, "1st"},
	{`llvm.foo`, "llvm_x2Efoo"},
	{`llvm.sin.f32`, "llvm_x2Esin_x2Ef32"},
	{`int`, "int"},
	{`class`, "class"},
	{`malloc`, "malloc"},
	{`sinf`, "sinf"},
	{`main`, "main"},
	{`inflightEntry`, "inflightEntry"},
	{`mlirAsyncRuntimeCreateToken`, "mlirAsyncRuntimeCreateToken"},
	{`_mlir_ciface_int`, "_mlir_ciface_int"},
	{`INFLIGHT_HEADER_strange`, "INFLIGHT_HEADER_strange"},
	{`f`, "f"},
	{`f_DECLARED`, "f_DECLARED"},
	{`DECLARED_f`, "DECLARED_f"},
}

// For any names of functions and arguments, the header of a library is valid C and C++, and has a declaration
// for each public function. The library has every declared function. No part of a name is treated as anything
// else.
func TestHeaderOfStrangeNames(t *testing.T) {
	clang := tools.Require(t, "clang")
	tools.Cache(t)
	folder := t.TempDir()
	var program strings.Builder
	for i, n := range strangeNames {
		fmt.Fprintf(&program,
			"func.func @\"%s\"(%%A: memref<?xf32>, %%int64_t: i64) -> (i32, memref<?xf32>) {\n"+
				"  %%n = arith.constant %d : i32\n  return %%n, %%A : i32, memref<?xf32>\n}\n", n.mlir, i)
	}
	library, header := filepath.Join(folder, "strange.so"), filepath.Join(folder, "strange.h")
	module := parse(t, program.String())
	if err := BuildLibrary(t.Context(), module, library, config.Code{}); err != nil {
		t.Fatal(err)
	}
	declared, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	main := "#include \"strange.h\"\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n"
	seen := map[string]bool{}
	for i, name := range llvm.InterfaceNames(module) {
		c := strings.TrimPrefix(name, "_mlir_ciface_")
		if want := strangeNames[i].c; want != "" && c != want || seen[c] {
			t.Errorf("%q is %q, want %q", strangeNames[i].mlir, c, want)
		}
		seen[c] = true
		main += fmt.Sprintf(
			"  { inflight_results_%[1]s r; inflight_f32_1 a = {0, 0, 0, {0}, {1}}; _mlir_ciface_%[1]s(&r, "+
				"&a, 0); if (r.result0 != %d) "+
				"{ puts(\"another function: %[1]s\"); exit(1); } }\n", c, i)
	}
	for _, c := range string(declared) {
		if c != '\n' && (c < ' ' || c > '~') {
			t.Errorf("the header has the character %U", c)
		}
	}
	for _, compiler := range [][]string{{"-x", "c", "-std=gnu17"}, {"-x", "c", "-std=gnu23"},
		{"-x", "c++", "-std=gnu++20"}} {
		if err := write(folder,
			map[string]string{"main.c": main + "  puts(\"all of them\");\n}\n"}); err != nil {
			t.Fatal(err)
		}
		args := append(compiler, "-Wall", "-Wextra", "-Werror", filepath.Join(folder, "main.c"), "-x", "none",
			library, "-Wl,-rpath,"+folder, "-o", filepath.Join(folder, "main"))
		runProgram(t, nil, clang, args...)
		if got := runProgram(t, nil, filepath.Join(folder, "main")); strings.TrimSpace(got) != "all of them" {
			t.Errorf("%v: got %q", compiler, got)
		}
	}
}

// Parameters have the names in the program, unless such a name has another meaning in C or C++, or is that of
// another parameter.
func TestHeaderParameters(t *testing.T) {
	clang := tools.Require(t, "clang")
	text, err := llvm.Header(
		parse(t,
			"func.func @f(%A: memref<4xf32>, %arg2: i64, %0: i32, %class: i8, %int64_t: i64, "+
				"%inflight_f32_1: memref<4xf32>, "+
				"%INT64_MAX: f32, %unix: i16, %_x: i1, %a.b: i64, %result: i64, %and: index, %x_1: f64) -> "+
				"memref<4xf32> {\n"+
				"  return %A : memref<4xf32>\n}\n"), "f")
	if err != nil {
		t.Fatal(err)
	}
	want := "void _mlir_ciface_f(inflight_f32_1 *result, inflight_f32_1 *A, int64_t arg2, int32_t arg3, " +
		"int8_t arg4, int64_t arg5, inflight_f32_1 *arg6, " +
		"float arg7, int16_t arg8, bool arg9, int64_t arg10, int64_t arg11, int64_t arg12, double x_1);"
	if !strings.Contains(text, want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	file := filepath.Join(t.TempDir(), "f.h")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"c", "c++"} {
		runProgram(t, nil, clang, "-x", language, "-Wall", "-Werror", "-fsyntax-only", file)
	}
}

// A function of the program is never confused with one of the C library or of a runtime that lowered programs
// call. Programs may use their names.
func TestNamesOfLibraries(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	module := parse(t, `
func.func private @sinf(%x: f32) -> f32 { return %x : f32 }
func.func private @malloc(%n: i64) -> i64 { return %n : i64 }
func.func private @mlirAsyncRuntimeCreateToken(%n: i64) -> i64 { return %n : i64 }
memref.global "public" @environ : memref<2xi64> = dense<[5, 6]>
func.func @main() -> (i64, f32) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 64 : i64
  %half = arith.constant 0.5 : f32
  %a = func.call @malloc(%n) : (i64) -> i64
  %b = func.call @mlirAsyncRuntimeCreateToken(%a) : (i64) -> i64
  %size = arith.index_cast %b : i64 to index
  %m = memref.alloc(%size) : memref<?xf32>
  %t = async.execute {
    memref.store %half, %m[%c0] : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  %x = memref.load %m[%c0] : memref<?xf32>
  %s = math.sin %x : f32
  %y = func.call @sinf(%s) : (f32) -> f32
  %env = memref.get_global @environ : memref<2xi64>
  %five = memref.load %env[%c0] : memref<2xi64>
  %r = arith.addi %b, %five : i64
  return %r, %y : i64, f32
}`)
	p, err := Compile(t.Context(), module, "main", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Run(t.Context(), nil, config.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || int64(got[0].Bits) != 69 || got[1].String() != "0.47942555" {
		t.Errorf("got %v, want 69 and the sine of 0.5", got)
	}
}
