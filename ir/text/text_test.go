package text_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestNesting nests each construct that can be nested more deeply than the limit.
func TestNesting(t *testing.T) {
	const depth = 100_000
	for name, src := range map[string]string{
		"regions":     strings.Repeat(`"a.b"() ({`, depth),
		"types":       `"a.b"() {a = ` + strings.Repeat("tuple<", depth),
		"functions":   `"a.b"() {a = ` + strings.Repeat("(", depth),
		"arrays":      `"a.b"() {a = ` + strings.Repeat("[", depth),
		"dicts":       `"a.b"() {a = ` + strings.Repeat("{a = ", depth),
		"dense":       `"a.b"() {a = dense<` + strings.Repeat("[", depth),
		"locations":   `"a.b"() {a = loc(` + strings.Repeat(`"n"(`, depth),
		"expressions": `"a.b"() {a = affine_map<(d0) -> (` + strings.Repeat("(", depth),
		"negations":   `"a.b"() {a = affine_map<(d0) -> (` + strings.Repeat("-", depth),
		"sums":        `"a.b"() {a = affine_map<(d0) -> (d0` + strings.Repeat(" + d0 mod 3", depth),
		"loops":       "func.func @f(%a: index) {" + strings.Repeat("affine.for %i = 0 to 1 {", depth),
	} {
		m, diags := text.Parse(newContext(), newFile(src), text.Options{})
		if m != nil || len(diags) != 1 || diags[0].Code != "parse-nesting" {
			if name == "loops" && len(diags) == 1 && diags[0].Code == "parse-value" {
				continue // %i is already defined when the nesting becomes too deep
			}
			t.Errorf("%s: %.200v", name, diags)
		}
	}
}

// TestLongInputs parses inputs that would take very long if the parser were not linear in them.
func TestLongInputs(t *testing.T) {
	const n = 50_000
	var attrs, uses, blocks bytes.Buffer
	for i := range n {
		attrs.WriteString("a")
		attrs.WriteString(strings.Repeat("b", i%7))
		attrs.WriteString(itoa(i) + ", ")
		uses.WriteString("%later#" + itoa(i) + ", ")
		blocks.WriteString("^b" + itoa(i) + ":\n")
	}
	types := strings.Repeat("i32, ", n) + "i32"
	for name, src := range map[string]string{
		"attributes": `"a.b"() {` + attrs.String() + `z} : () -> ()`,
		"properties": `"a.b"() <{` + attrs.String() + `z}> {` + attrs.String() + `z} : () -> ()`,
		"forward": `"a.b"(` + uses.String() + `%later#` + itoa(n) + `) : (` + types + `) -> ()` +
			"\n%later:" + itoa(n+1) + ` = "a.c"() : () -> (` + types + `)`,
		"blocks": `"a.b"() ({` + blocks.String() + `}) : () -> ()`,
		"array":  `"a.b"() {a = [` + strings.Repeat("1, ", n) + `1]} : () -> ()`,
	} {
		m := parse(t, newContext(), name, src)
		if len(text.Append(nil, m, text.PrintOptions{})) < n {
			t.Errorf("%s: something is lost", name)
		}
	}
}

func itoa(i int) string { return string(appendInt(nil, i)) }

func appendInt(dst []byte, i int) []byte {
	if i >= 10 {
		dst = appendInt(dst, i/10)
	}
	return append(dst, byte('0'+i%10))
}

// TestPrintNested prints an operation of a program with the names that it has in the whole program.
func TestPrintNested(t *testing.T) {
	m := parse(t, newContext(), "nested.mlir", `
func.func @f(%n: index, %m: memref<?xf32, affine_map<(d0) -> (d0 * 2)>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xf32, affine_map<(d0) -> (d0 * 2)>>
    scf.yield
  }
  return
}`)
	for op := range m.Walk() {
		if op.Name() != "memref.load" {
			continue
		}
		want := "%0 = memref.load %arg1[%arg2] : memref<?xf32, affine_map<(d0) -> (d0 * 2)>>"
		if got := text.String(op, text.PrintOptions{}); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestPrintOptions checks the options that the corpus does not use.
func TestPrintOptions(t *testing.T) {
	m := parse(t, newContext(), "options.mlir",
		`"a.b"() {d = dense<[1, 2, 3]> : tensor<3xi8>, m = affine_map<(d0) -> (d0)>} : () -> ()`)
	if got := text.String(m, text.PrintOptions{LocalScope: true}); strings.Contains(got, "#map") ||
		!strings.Contains(got, "affine_map") {
		t.Errorf("aliases in\n%s", got)
	}
	if got := text.String(m, text.PrintOptions{ElideLarge: 2}); !strings.Contains(got,
		"d = dense_resource<__elided__> : tensor<3xi8>") {
		t.Errorf("not elided in\n%s", got)
	}
	if got := text.String(m, text.PrintOptions{ElideLarge: 3}); !strings.Contains(got, "dense<[1, 2, 3]>") {
		t.Errorf("elided in\n%s", got)
	}
}

// TestPrintToWriter checks that Print writes the text that Append returns, in several writes, and returns the
// writer's error.
func TestPrintToWriter(t *testing.T) {
	m := parse(t, newContext(), "print.mlir", string(program.Text(10_000)))
	var b bytes.Buffer
	if err := text.Print(&b, m, text.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), text.Append(nil, m, text.PrintOptions{})) {
		t.Error("Print and Append differ")
	}
	if err := text.Print(broken{}, m, text.PrintOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

// TestPrintInParallelTheSameNumbers checks that an attribute has the same number in functions that are far
// apart.
func TestPrintInParallelTheSameNumbers(t *testing.T) {
	var b strings.Builder
	for f := range 2000 {
		fmt.Fprintf(&b, "func.func private @f%d() attributes {doc.a = distinct[%d]<>}\n", f, f/16%7)
	}
	m := parse(t, newContext(), "numbers.mlir", b.String())
	var got bytes.Buffer
	if err := text.Print(&got, m, text.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	if want := text.Append(nil, m, text.PrintOptions{}); !bytes.Equal(got.Bytes(), want) {
		t.Error("functions printed in parallel have other numbers than those printed one by one")
	}
}

// TestPrintInParallel checks that Print, which prints functions in parallel, writes the same text as Append,
// also if attributes are numbered over functions, if other operations stand between the functions, and if
// functions are large.
func TestPrintInParallel(t *testing.T) {
	var b strings.Builder
	b.WriteString("module {\n")
	for f := range 300 {
		attrs := ""
		if f%29 == 0 {
			attrs = fmt.Sprintf(
				" attributes {doc.a = distinct[%d]<>, doc.b = dense_resource<r%d> : tensor<1xi8>}", 300-f,
				f%58)
		}
		fmt.Fprintf(&b,
			"func.func @f%d(%%a: i32, %%b: memref<?xi32, affine_map<(d0) -> (d0 * 2)>>)%s {\n  cf.br "+
				"^b(%%a : i32)\n^b(%%c: i32):\n  return\n}\n", f, attrs)
		if f%70 == 0 {
			fmt.Fprintf(&b, "func.func @large%d()%s {\n%s  builtin.module {\n", f, attrs,
				strings.Repeat("  \"test.op\"() {a = distinct[0]<>} : () -> ()\n", 2500))
			for g := range 60 {
				fmt.Fprintf(&b, "    func.func private @g%d(i32)\n", g)
			}
			b.WriteString("  }\n  return\n}\n")
		}
		if f%100 == 99 {
			b.WriteString("module {\n  func.func private @g()\n}\n\"test.op\"() : () -> ()\n")
		}
	}
	b.WriteString("}\n{-# dialect_resources: {builtin: {r0: \"0x0100000001\", r29: \"0x0100000002\"}} #-}\n")
	c := newContext()
	c.AllowUnregistered = true
	m := parse(t, c, "parallel.mlir", b.String())
	for _, options := range []text.PrintOptions{{}, {Generic: true}, {DebugInfo: true}} {
		var printed bytes.Buffer
		if err := text.Print(&printed, m, options); err != nil {
			t.Fatal(err)
		}
		if want := text.Append(nil, m, options); !bytes.Equal(printed.Bytes(), want) {
			t.Errorf("%+v: Print and Append differ", options)
		}
	}
}

type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// TestConcurrent parses and prints in one context from several goroutines.
func TestConcurrent(t *testing.T) {
	c := newContext()
	src := program.Text(1_000)
	want := string(text.Append(nil, parse(t, c, "a.mlir", string(src)), text.PrintOptions{}))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			m, diags := text.Parse(c, diag.NewFile("a.mlir", src), text.Options{})
			if diags != nil {
				t.Error(diags)
				return
			}
			if string(text.Append(nil, m, text.PrintOptions{})) != want {
				t.Error("printed differently")
			}
		})
	}
	wg.Wait()
}

// TestUndefinedValues checks that every value without a definition is reported by name.
func TestUndefinedValues(t *testing.T) {
	_, diags := text.Parse(newContext(),
		newFile("\"a.b\"(%x, %y#1) : (i32, i32) -> ()\n%y = \"a.c\"() : () -> i32"), text.Options{})
	if len(diags) != 1 || !strings.Contains(diags[0].Message, "invalid result number 1 of '%y'") {
		t.Errorf("got %v", diags)
	}
	_, diags = text.Parse(newContext(), newFile(`"a.b"(%x, %y) : (i32, i32) -> ()`), text.Options{})
	if len(diags) != 2 || !strings.Contains(diags[0].Message, "'%x'") ||
		!strings.Contains(diags[1].Message, "'%y'") {
		t.Errorf("got %v", diags)
	}
}

// TestKeepTopLevel wraps a module in a module.
func TestKeepTopLevel(t *testing.T) {
	m, diags := text.Parse(newContext(), newFile("module @inner {}"), text.Options{KeepTopLevel: true})
	if m == nil {
		t.Fatal(diags)
	}
	var inner []*ir.Op
	for op := range m.Walk() {
		inner = append(inner, op)
	}
	if len(inner) != 2 || inner[1].SymbolName() != "inner" {
		t.Errorf("%d operations", len(inner))
	}
}
