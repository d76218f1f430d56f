package llvm_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/samellvm"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/llvm"
)

func parse(t testing.TB, file *diag.File) *ir.Op {
	t.Helper()
	c := all.NewContext()
	c.AllowUnregistered = true
	m, diags := text.Parse(c, file, text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

// programs calls test with every program of testdata, and what is printed for it.
func programs(t *testing.T, test func(t *testing.T, file string, source, printed []byte)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			printed, diags := llvm.Append(nil, parse(t, diag.NewFile(file, source)))
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			test(t, file, source, printed)
		})
	}
}

// The text of every program is the golden beside it.
func TestGolden(t *testing.T) {
	programs(t, func(t *testing.T, file string, _, printed []byte) {
		golden.Compare(t, strings.TrimSuffix(file, ".mlir")+".ll", printed)
	})
}

// LLVM accepts what is printed, and it is the program that MLIR's own translation makes. A program with the
// word DIFFERS says why not.
func TestLikeMLIR(t *testing.T) {
	programs(t, func(t *testing.T, _ string, source, printed []byte) {
		if bytes.Contains(source, []byte("DIFFERS")) {
			source = nil
		}
		samellvm.Check(t, source, printed, "verify")
	})
}

// A program gives the same answer whoever translates it.
func TestRun(t *testing.T) {
	lli := tools.Require(t, "lli")
	programs(t, func(t *testing.T, _ string, source, printed []byte) {
		if !bytes.Contains(source, []byte("@main")) {
			return
		}
		c := tools.Command(t, lli, "-")
		c.Stdin = bytes.NewReader(printed)
		err := c.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 111+11 {
			t.Errorf("ended in %v, want status 122", err)
		}
	})
}

// What LLVM IR cannot hold is an error at its place, and nothing is printed.
func TestErrors(t *testing.T) {
	content, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range strings.Split(string(content), "// -----\n") {
		first, _, _ := strings.Cut(source, "\n")
		code, message, ok := strings.Cut(strings.TrimPrefix(first, "// "), ": ")
		if !ok {
			t.Fatalf("nothing is expected of\n%s", source)
		}
		out, diags := llvm.Append([]byte("before"), parse(t, diag.NewFile("in.mlir", []byte(source))))
		if string(out) != "before" || len(diags) == 0 || string(diags[0].Code) != code ||
			!strings.Contains(diags[0].Message, message) ||
			!diags[0].Span.IsKnown() {
			t.Errorf("got %q, %v, want %s: %s", out, diags, code, message)
		}
	}
}

// A chain of blocks that is as long as a large program's takes no stack, and an aggregate that is put
// together member by member no more than linear time.
func TestLarge(t *testing.T) {
	race.Skip(t, "more code is not more goroutines")
	const n = 50_000
	out, diags := llvm.Append(nil, parse(t, diag.NewFile("in.mlir", []byte(large(n)))))
	if len(diags) > 0 || bytes.Count(out, []byte(" = phi ")) != n+1 {
		t.Errorf("%v, %d bytes", diags, len(out))
	}
}

// large returns a program of n blocks, and an aggregate of n members.
func large(n int) string {
	var b strings.Builder
	b.WriteString("llvm.func @f(%x: i32) -> i32 {\n  llvm.br ^b0(%x : i32)\n")
	for i := range n {
		next := i + 1
		b.WriteString(strings.NewReplacer("I", strconv.Itoa(i), "N",
			strconv.Itoa(next)).Replace("^bI(%aI: i32):\n  llvm.br ^bN(%aI : i32)\n"))
	}
	b.WriteString("^b" + strconv.Itoa(n) + "(%r: i32):\n  llvm.return %r : i32\n}\n")
	b.WriteString("llvm.mlir.global internal @g() : !llvm.array<" + strconv.Itoa(n) +
		" x i32> {\n  %c = llvm.mlir.constant(1 : i32) : i32\n" +
		"  %v0 = llvm.mlir.undef : !llvm.array<" + strconv.Itoa(n) + " x i32>\n")
	for i := range n {
		b.WriteString("  %v" + strconv.Itoa(i+1) + " = llvm.insertvalue %c, %v" + strconv.Itoa(i) + "[" +
			strconv.Itoa(i) + "] : !llvm.array<" + strconv.Itoa(n) + " x i32>\n")
	}
	b.WriteString("  llvm.return %v" + strconv.Itoa(n) + " : !llvm.array<" + strconv.Itoa(n) + " x i32>\n}\n")
	return b.String()
}

// BenchmarkAppend prints a program of 60,000 operations.
func BenchmarkAppend(b *testing.B) {
	m := parse(b, diag.NewFile("in.mlir", []byte(large(30_000))))
	for b.Loop() {
		if _, diags := llvm.Append(nil, m); len(diags) > 0 {
			b.Fatal(diags)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/60_000, "ns/operation")
}
