package exec_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// printers are the engines that print.
var printers = append([]string{"sim"}, compilers...)

// printedBy runs a program without arguments. It returns the printed text and the text on the error output.
func printedBy(t *testing.T, engine, source string) (text, notes string) {
	t.Helper()
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	o := exec.Options{Output: exec.NewOutput(&out, &errs), Limits: exec.Limits{Threads: 2}}
	if _, err := runEntry(context.Background(), e, passtest.Parse(t, source), "main", exec.Code{}, nil,
		o); err != nil {
		t.Fatalf("%s: %v\n%s", engine, err, source)
	}
	return out.String(), errs.String()
}

// The printed text of programs, on each engine. X stands for an address.
func TestPrints(t *testing.T) {
	for _, c := range []struct{ name, source, want, notes string }{
		{"awaited value", `func.func @main() {
  %t, %v = async.execute -> !async.value<f32> {
    %c = arith.constant 42.0 : f32
    async.yield %c : f32
  }
  %x = async.await %v : !async.value<f32>
  vector.print %x : f32
  return
}`, "42\n", ""},
		{"memory, one element of it written", `func.func private @printMemrefF32(memref<*xf32>)
func.func @main() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<2xf32>
  memref.store %f, %m[%c0] : memref<2xf32>
  %s = memref.subview %m[0] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1]>>
  %u = memref.cast %s : memref<1xf32, strided<[1]>> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<2xf32>
  return
}`, "Unranked Memref base@ = X rank = 1 offset = 0 sizes = [1] strides = [1] data = \n[1]\n", ""},
		{"marks and strings", `func.func @main() {
  %c = arith.constant 7 : i8
  vector.print %c : i8 punctuation <comma>
  vector.print punctuation <open>
  vector.print str "a\0Ab"
  vector.print %c : i8 punctuation <close>
  vector.print %c : i8 punctuation <no_punctuation>
  vector.print punctuation <newline>
  return
}`, "7, ( a\nb7 )7\n", ""},
		{"functions of numbers", `func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printF16(i16)
func.func private @printBF16(i16)
func.func private @printComma()
func.func private @printOpen()
func.func private @printClose()
func.func private @printNewline()
func.func @main() {
  %i = arith.constant -1 : i64
  %f = arith.constant 1.0e20 : f32
  %d = arith.constant -0.0 : f64
  %h = arith.constant 16256 : i16
  call @printOpen() : () -> ()
  call @printI64(%i) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%i) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF32(%f) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF64(%d) : (f64) -> ()
  call @printComma() : () -> ()
  call @printF16(%h) : (i16) -> ()
  call @printComma() : () -> ()
  call @printBF16(%h) : (i16) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
  return
}`, "( -1, 18446744073709551615, 1e+20, -0, 1.875, 1 )\n", ""},
		{"a line goes on in a task", `func.func @main() {
  vector.print str "begun "
  %t = async.execute {
    vector.print str "in the task\0A"
    async.yield
  }
  async.await %t : !async.token
  vector.print str "unfinished"
  return
}`, "begun in the task\nunfinished", ""},
		{"a parallel loop prints in order", `func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    vector.print %i : index punctuation <comma>
  }
  vector.print punctuation <newline>
  return
}`, "0, 1, 2, 3, 4, \n", ""},
		{"a parallel loop that is worth tasks prints in order", `func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  %m = arith.constant 20000 : index
  %x = arith.constant 1.0 : f32
  %A = memref.alloc() : memref<8x20000xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %m step %c1 {
      memref.store %x, %A[%i, %j] : memref<8x20000xf32>
    }
    vector.print %i : index punctuation <comma>
  }
  vector.print punctuation <newline>
  memref.dealloc %A : memref<8x20000xf32>
  return
}`, "0, 1, 2, 3, 4, 5, 6, 7, \n", ""},
	} {
		for _, engine := range printers {
			t.Run(engine+"/"+c.name, func(t *testing.T) {
				require(t, engine)
				text, notes := printedBy(t, engine, c.source)
				if text = addresses.ReplaceAllString(text, "base@ = X"); text != c.want || notes != c.notes {
					t.Errorf("printed %q and %q, want %q and %q", text, notes, c.want, c.notes)
				}
			})
		}
	}
}

var addresses = regexp.MustCompile(`base@ = 0x[0-9a-f]+`)

// The functions that print to the error output.
func TestPrintsNotes(t *testing.T) {
	const source = `func.func private @printFlops(f64)
func.func private @verifyMemRefI32(memref<*xi32>, memref<*xi32>) -> i64
func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %a = memref.alloc() : memref<1xi32>
  %b = memref.alloc() : memref<1xi32>
  memref.store %x, %a[%c0] : memref<1xi32>
  memref.store %y, %b[%c0] : memref<1xi32>
  %u = memref.cast %a : memref<1xi32> to memref<*xi32>
  %v = memref.cast %b : memref<1xi32> to memref<*xi32>
  %n = call @verifyMemRefI32(%u, %v) : (memref<*xi32>, memref<*xi32>) -> i64
  vector.print %n : i64
  %f = arith.constant 2.5e9 : f64
  call @printFlops(%f) : (f64) -> ()
  memref.dealloc %a : memref<1xi32>
  memref.dealloc %b : memref<1xi32>
  return
}`
	for _, engine := range printers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			if text, notes := printedBy(t, engine, source); text != "1\n" ||
				notes != "3 != 4 offset = 0\n2.500000 GFLOPS\n" {
				t.Errorf("printed %q and %q", text, notes)
			}
		})
	}
}

// verified are types of elements, with numbers that are equal to the expected ones, nearly equal, or
// different.
var verified = []struct{ typ, name, values string }{
	{"i8", "I8", "1 1 127 -128"}, {"i16", "I16", "1 1 32767"}, {"i32", "I32", "3 3 -2147483648"},
	{"i64", "I64", "3 3 9223372036854775807"},
	{"index", "Ind", "3 3 5"}, {"f16", "F16", "1.0 1.0 1.000977 0x7C00 0x7E00 0.0 0x8000"},
	{"bf16", "BF16", "1.0 1.0 1.0078 0x7F80 0x7FC0"},
	{"f32", "F32",
		"1.0 1.0 1.0000001 1.00001 0x7F800000 0x7FC00000 0x00000001 0.0 -0.0 100000.0 99999.9921875"},
	{"f64", "F64", "1.0 1.0 1.0000000000001 1.00001 0x7FF0000000000000 0x7FF8000000000000 0.0 -0.0 5.0e-324"},
}

// verifyPrograms compares memory of all types and two shapes, with the same memory and with other memory.
func verifyPrograms(r *rand.Rand) string {
	declared, body := "", ""
	for n, typ := range verified {
		values := strings.Fields(typ.values)
		for k, shape := range []string{"12", "3x4", "4x3"} {
			name := fmt.Sprintf("%d_%d", n, k)
			for _, side := range []string{"x", "y"} {
				var list []string
				for i := range 12 {
					if i < 6 { // nearly equal
						list = append(list, values[0])
						continue
					}
					list = append(list, values[r.IntN(len(values))])
				}
				flat := fmt.Sprintf("memref<12x%s>", typ.typ)
				body += fmt.Sprintf(
					"%%%s%s = arith.constant dense<[%s]> : vector<12x%s>\n%%%[1]sm%[2]s = memref.alloc() : "+
						"%[5]s\n"+
						"vector.store %%%[1]s%[2]s, %%%[1]sm%[2]s[%%c0] : %[5]s, vector<12x%[4]s>\n", side,
					name,
					strings.Join(list, ", "), typ.typ, flat)
				from, memory := fmt.Sprintf("%%%sm%s", side, name), flat
				if k > 0 && (k == 1 || side == "y") {
					memory = fmt.Sprintf("memref<%sx%s>", shape, typ.typ)
					body += fmt.Sprintf(
						"%%%se%s = memref.expand_shape %s [[0, 1]] output_shape [%s] : %s into %s\n", side,
						name, from,
						strings.ReplaceAll(shape, "x", ", "), flat, memory)
					from = fmt.Sprintf("%%%se%s", side, name)
				}
				body += fmt.Sprintf("%%%su%s = memref.cast %s : %s to memref<*x%s>\n", side, name, from,
					memory, typ.typ)
			}
			call := fmt.Sprintf(
				"func.call @verifyMemRef%s(%%xu%s, %%yu%[2]s) : (memref<*x%[3]s>, memref<*x%[3]s>) -> i64",
				typ.name, name, typ.typ)
			body += fmt.Sprintf("%%n%s = %s\nvector.print %%n%[1]s : i64\n", name, call)
		}
		declared += fmt.Sprintf(
			"func.func private @verifyMemRef%s(memref<*x%s>, memref<*x%[2]s>) -> i64 attributes "+
				"{llvm.emit_c_interface}\n", typ.name, typ.typ)
	}
	return declared + "func.func @main() {\n%c0 = arith.constant 0 : index\n" + body + "return\n}\n"
}

// Memory is compared on every engine as MLIR's library does it, with the same notes.
func TestVerifies(t *testing.T) {
	runner, opt := tools.Require(t, "mlir-runner"), tools.Require(t, "mlir-opt")
	source := verifyPrograms(rand.New(rand.NewPCG(4, 2)))
	want, wantNotes := upstreamPrints(t, opt, runner, source)
	if strings.Count(wantNotes, " != ") < 20 || strings.Count(want, "-1") < 9 {
		t.Errorf("too little differs:\n%s%s", want, wantNotes)
	}
	for _, engine := range printers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			text, notes := printedBy(t, engine, source)
			if hidden := addresses.ReplaceAllString(notes, "base@ = X"); text != want ||
				hidden != addresses.ReplaceAllString(wantNotes, "base@ = X") {
				t.Errorf("printed\n%s%s\nmlir-runner prints\n%s%s", text, notes, want, wantNotes)
			}
		})
	}
}

// Random numbers are those that MLIR's library returns, on every engine.
func TestRandomNumbers(t *testing.T) {
	runner, opt := tools.Require(t, "mlir-runner"), tools.Require(t, "mlir-opt")
	source := `func.func private @rtsrand(index) -> !llvm.ptr
func.func private @rtrand(!llvm.ptr, index) -> index
func.func private @rtdrand(!llvm.ptr) -> ()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 700 : index
`
	for k, seed := range []string{"0", "42", "-1", "4294967338"} {
		source += fmt.Sprintf(
			"%%s%d = arith.constant %s : index\n%%g%[1]d = call @rtsrand(%%s%[1]d) : (index) -> "+
				"!llvm.ptr\nscf.for %%i = %%c0 to %%n step %%c1 {\n", k, seed)
		for j, most := range []string{"0", "1", "5", "1000", "3000000000", "4294967294", "4294967295",
			"4294967296", "123456789012345678", "-1"} {
			source += fmt.Sprintf(
				"%%m%d = arith.constant %s : index\n%%x%[1]d = func.call @rtrand(%%g%[3]d, %%m%[1]d) : "+
					"(!llvm.ptr, index) -> index\n"+
					"vector.print %%x%[1]d : index\n", j, most, k)
		}
		source += fmt.Sprintf("}\ncall @rtdrand(%%g%d) : (!llvm.ptr) -> ()\n", k)
	}
	source += "return\n}\n"
	want, _ := upstreamPrints(t, opt, runner, source)
	for _, engine := range printers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			if text, _ := printedBy(t, engine, source); text != want {
				t.Errorf("other numbers than those of mlir-runner, of %d and %d bytes", len(text), len(want))
			}
		})
	}
}

// A generator of random numbers that was freed is an error on engines that protect memory, and so are too
// many generators.
func TestGeneratorsEnd(t *testing.T) {
	const declared = `func.func private @rtsrand(i64) -> !llvm.ptr
func.func private @rtrand(!llvm.ptr, i64) -> i64
func.func private @rtdrand(!llvm.ptr) -> ()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4097 : index
  %s = arith.constant 7 : i64
`
	for want, body := range map[string]string{
		"or no longer": `
  %g = call @rtsrand(%s) : (i64) -> !llvm.ptr
  call @rtdrand(%g) : (!llvm.ptr) -> ()
  %x = call @rtrand(%g, %s) : (!llvm.ptr, i64) -> i64
  vector.print %x : i64`,
		"more than 4096": `
  scf.for %i = %c0 to %n step %c1 {
    %g = func.call @rtsrand(%s) : (i64) -> !llvm.ptr
  }`,
	} {
		for _, engine := range []string{"sim", "wasm"} {
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			_, err = runEntry(context.Background(), e, passtest.Parse(t, declared+body+"\n  return\n}\n"),
				"main", exec.Code{},
				nil, exec.Options{})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", engine, err, want)
			}
		}
	}
}

// Memory of complex numbers is printed on every engine, and compared on native, as MLIR's library does it.
// The other engines say which one compares it.
func TestPrintsComplexNumbers(t *testing.T) {
	runner, opt := tools.Require(t, "mlir-runner"), tools.Require(t, "mlir-opt")
	hidden := func(s string) string { return addresses.ReplaceAllString(s, "base@ = X") }
	compared, shown := complexPrints(true), complexPrints(false)
	for source, engines := range map[string][]string{compared: {"native"}, shown: printers} {
		want, wantNotes := upstreamPrints(t, opt, runner, source)
		for _, engine := range engines {
			if text, notes := printedBy(t, engine, source); hidden(text) != hidden(want) ||
				hidden(notes) != hidden(wantNotes) {
				t.Errorf("%s printed\n%s%s\nmlir-runner prints\n%s%s", engine, text, notes, want, wantNotes)
			}
		}
	}
	for _, engine := range []string{"sim", "wasm"} {
		e, err := exec.Lookup(engine)
		if err != nil {
			t.Fatal(err)
		}
		_, err = runEntry(context.Background(), e, passtest.Parse(t, compared), "main", exec.Code{}, nil,
			exec.Options{})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !d.Span.IsKnown() {
			t.Errorf("%s: %v, want an error with a place", engine, err)
		}
	}
}

// complexPrints returns a program that prints memory of complex numbers, and also compares it if compare is
// set.
func complexPrints(compare bool) string {
	source, body := "", ""
	for name, elem := range map[string]string{"C32": "complex<f32>", "C64": "complex<f64>"} {
		source += fmt.Sprintf(
			`memref.global constant @x%[1]s : memref<2x2x%[2]s> = dense<[[(1.0, 2.0), (-0.0, 1.0e20)], [(0.1, 3.0), (4.5, -6.0)]]>
memref.global constant @y%[1]s : memref<2x2x%[2]s> = dense<[[(1.0, 2.0), (-0.0, 1.0e20)], [(0.25, 3.0), (4.5, 6.0)]]>
memref.global constant @s%[1]s : memref<3x%[2]s> = dense<(1.5, -2.0)>
func.func private @printMemref%[1]s(memref<*x%[2]s>) attributes {llvm.emit_c_interface}
func.func private @printMemrefShape%[1]s(memref<*x%[2]s>) attributes {llvm.emit_c_interface}
func.func private @verifyMemRef%[1]s(memref<*x%[2]s>, memref<*x%[2]s>) -> i64 attributes {llvm.emit_c_interface}
`, name, elem)
		body += fmt.Sprintf(`  %%x%[1]s = memref.get_global @x%[1]s : memref<2x2x%[2]s>
  %%s%[1]s = memref.get_global @s%[1]s : memref<3x%[2]s>
  %%u%[1]s = memref.cast %%x%[1]s : memref<2x2x%[2]s> to memref<*x%[2]s>
  %%w%[1]s = memref.cast %%s%[1]s : memref<3x%[2]s> to memref<*x%[2]s>
  call @printMemref%[1]s(%%u%[1]s) : (memref<*x%[2]s>) -> ()
  call @printMemref%[1]s(%%w%[1]s) : (memref<*x%[2]s>) -> ()
  call @printMemrefShape%[1]s(%%u%[1]s) : (memref<*x%[2]s>) -> ()
`, name, elem)
		if compare {
			body += fmt.Sprintf(`  %%y%[1]s = memref.get_global @y%[1]s : memref<2x2x%[2]s>
  %%v%[1]s = memref.cast %%y%[1]s : memref<2x2x%[2]s> to memref<*x%[2]s>
  %%n%[1]s = call @verifyMemRef%[1]s(%%u%[1]s, %%v%[1]s) : (memref<*x%[2]s>, memref<*x%[2]s>) -> i64
  vector.print %%n%[1]s : i64
`, name, elem)
		}
	}
	return source + "func.func @main() {\n" + body + "  return\n}\n"
}

// Lines that tasks print piece by piece do not mix.
func TestPrintedLinesAreWhole(t *testing.T) {
	const task = `  %%t%[1]d = async.execute {
    scf.for %%i = %%c0 to %%c20 step %%c1 {
      scf.for %%j = %%c0 to %%c20 step %%c1 {
        vector.print str "%[1]d"
      }
      vector.print punctuation <newline>
    }
    async.yield
  }
`
	source := "func.func @main() {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  " +
		"%c20 = arith.constant 20 : index\n"
	for i := range 4 {
		source += fmt.Sprintf(task, i)
	}
	for i := range 4 {
		source += fmt.Sprintf("  async.await %%t%d : !async.token\n", i)
	}
	source += "  return\n}\n"
	for _, engine := range printers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			text, _ := printedBy(t, engine, source)
			lines := map[string]int{}
			for line := range strings.Lines(text) {
				lines[line]++
			}
			for i := range 4 {
				if n := lines[strings.Repeat(fmt.Sprint(i), 20)+"\n"]; n != 20 {
					t.Errorf("task %d has %d whole lines of 20 in\n%s", i, n, text)
				}
			}
		})
	}
}

// Random programs that print vectors and memory of all types, within loops and tasks, print the same text on
// every engine, and without tasks the same as mlir-runner.
func TestPropertyPrints(t *testing.T) {
	runner, opt := tools.Require(t, "mlir-runner"), tools.Require(t, "mlir-opt")
	for seed := range uint64(passtest.Programs(2)) {
		plain, tasks := randomPrints(rand.New(rand.NewPCG(seed, 17)))
		printed, _ := upstreamPrints(t, opt, runner, plain)
		want := addresses.ReplaceAllString(printed, "base@ = X")
		for _, engine := range printers {
			t.Run(fmt.Sprintf("%d/%s", seed, engine), func(t *testing.T) {
				require(t, engine)
				text, _ := printedBy(t, engine, tasks)
				if got := addresses.ReplaceAllString(text, "base@ = X"); got != want {
					t.Errorf("printed\n%s\nmlir-runner prints\n%s\n%s", got, want, tasks)
				}
			})
		}
	}
}

// upstreamPrints returns the text that a program prints when mlir-opt lowers it and mlir-runner runs it, and
// the text on the error output.
func upstreamPrints(t *testing.T, opt, runner, source string) (text, notes string) {
	t.Helper()
	lower := tools.Command(t, opt,
		strings.Fields(
			"--convert-linalg-to-loops --convert-vector-to-scf --convert-scf-to-cf "+
				"--expand-strided-metadata "+
				"--lower-affine --convert-vector-to-llvm --convert-arith-to-llvm --finalize-memref-to-llvm "+
				"--convert-cf-to-llvm --convert-ub-to-llvm --convert-func-to-llvm "+
				"--reconcile-unrealized-casts")...)
	lower.Stdin = strings.NewReader(source)
	lowered, err := lower.Output()
	if err != nil {
		t.Fatalf("mlir-opt: %v\n%s", err, source)
	}
	libraries := strings.Join(
		[]string{tools.Require(t, "libmlir_runner_utils"), tools.Require(t, "libmlir_c_runner_utils"),
			tools.Require(t, "libmlir_float16_utils")}, ",")
	run := tools.Command(t, runner, "-e", "main", "--entry-point-result=void", "-shared-libs="+libraries)
	run.Stdin = bytes.NewReader(lowered)
	var out, errs bytes.Buffer
	run.Stdout, run.Stderr = &out, &errs
	if err := run.Run(); err != nil {
		t.Fatalf("mlir-runner: %v\n%s\n%s", err, errs.String(), source)
	}
	return out.String(), errs.String()
}

// printedTypes are types of elements, with their names in functions, and values with special texts.
var printedTypes = []struct{ typ, name, values string }{
	{"i1", "", "true false"}, {"i8", "I8", "-128 65 127 48"}, {"i16", "I16", "-32768 7"},
	{"i32", "I32", "-2147483648 12 0"},
	{"i64", "I64", "-9223372036854775808 9223372036854775807 3"}, {"index", "Ind", "-1 5"},
	{"i7", "", "-64 63"},
	{"f16", "F16", "1.5 0x7E00 0xFE00 0x7C00 0xFC00 0x8000 0x0001 65504.0 0.1"},
	{"bf16", "BF16", "1.5 0x7FC0 0xFFC0 0x7F80 0xFF80 0x8000 0x0001 3.0e38"},
	{"f32", "F32",
		"1.0 0x7FC00000 0xFFC00000 0x7F800000 0xFF800000 -0.0 0x00000001 1.0e20 123456.0 1234567.0 0.0001 " +
			"0.00001 3.14159274"},
	{"f64", "F64",
		"1.0 0x7FF8000000000000 0xFFF8000000000000 0xFFF0000000000000 -0.0 0x0000000000000001 1.0e300 " +
			"999999.5 0.1"},
}

// randomPrints returns a program that prints, and the same program with parts of it in tasks that are awaited
// at once.
func randomPrints(rng *rand.Rand) (plain, tasks string) {
	declared, used := "", map[string]bool{}
	body, inTasks := "", ""
	for n := range 12 {
		typ := printedTypes[rng.IntN(len(printedTypes))]
		values := strings.Fields(typ.values)
		var shape []string
		count := 1
		for range rng.IntN(4) {
			extent := 1 + rng.IntN(3)
			shape, count = append(shape, fmt.Sprint(extent)), count*extent
		}
		vector := fmt.Sprintf("vector<%s>", strings.Join(append(shape, typ.typ), "x"))
		flat := make([]string, count)
		for i := range flat {
			flat[i] = values[rng.IntN(len(values))]
		}
		part := fmt.Sprintf("%%v%d = arith.constant dense<%s> : vector<%dx%s>\n", n,
			"["+strings.Join(flat, ", ")+"]", count, typ.typ)
		part += fmt.Sprintf("%%w%d = vector.shape_cast %%v%[1]d : vector<%dx%s> to %s\n", n, count, typ.typ,
			vector)
		if memory := strings.Replace(vector, "vector", "memref", 1); typ.name != "" && rng.IntN(2) == 0 &&
			len(shape) > 0 {
			function := []string{"printMemref", "printMemrefShape"}[rng.IntN(2)] + typ.name
			if strings.Contains(function, "Shape") && strings.Contains("I16 F16 BF16", typ.name) {
				function = "printMemref" + typ.name
			}
			if !used[function] {
				declared += fmt.Sprintf(
					"func.func private @%s(memref<*x%s>) attributes {llvm.emit_c_interface}\n", function,
					typ.typ)
				used[function] = true
			}
			flatType := fmt.Sprintf("memref<%dx%s>", count, typ.typ)
			part += fmt.Sprintf("%%f%d = memref.alloc() : %s\n", n, flatType)
			part += fmt.Sprintf("vector.store %%v%d, %%f%[1]d[%%c0] : %s, vector<%dx%s>\n", n, flatType,
				count, typ.typ)
			part += fmt.Sprintf(
				"%%m%d = memref.expand_shape %%f%[1]d [[%s]] output_shape [%s] : %s into %s\n", n,
				strings.Join([]string{"0", "1", "2"}[:len(shape)], ", "), strings.Join(shape, ", "), flatType,
				memory)
			part += fmt.Sprintf("%%u%d = memref.cast %%m%[1]d : %s to memref<*x%s>\n", n, memory, typ.typ)
			part += fmt.Sprintf("func.call @%s(%%u%d) : (memref<*x%s>) -> ()\n", function, n, typ.typ)
			part += fmt.Sprintf("memref.dealloc %%f%d : %s\n", n, flatType)
		} else {
			mark := []string{"", " punctuation <comma>", " punctuation <newline>", " punctuation <close>",
				" punctuation <no_punctuation>"}[rng.IntN(5)]
			part += fmt.Sprintf("vector.print %%w%d : %s%s\n", n, vector, mark)
		}
		if rng.IntN(3) == 0 {
			part = fmt.Sprintf("scf.for %%i%d = %%c0 to %%c3 step %%c1 {\n%svector.print %%i%[1]d : index "+
				"punctuation <open>\n}\n", n, part)
		}
		body += part
		if rng.IntN(3) == 0 {
			part = fmt.Sprintf("%%t%d = async.execute {\n%sasync.yield\n}\nasync.await %%t%[1]d : "+
				"!async.token\n", n, part)
		}
		inTasks += part
	}
	begin := declared +
		"func.func @main() {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c3 = " +
		"arith.constant 3 : index\n"
	return begin + body + "return\n}\n", begin + inTasks + "return\n}\n"
}
