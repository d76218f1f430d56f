package diag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
)

var (
	testExpected = diag.Register("test-expected", "a test expected something else", "Nothing to do.")
	testUnused   = diag.Register("test-unused", "a test left something unused", "")
)

// find returns the span of the first occurrence of text in f.
func find(t *testing.T, f *diag.File, text string) diag.Span {
	t.Helper()
	at := bytes.Index(f.Content, []byte(text))
	if at < 0 {
		t.Fatalf("%q is not in %s", text, f.Name)
	}
	return f.Span(at, at+len(text))
}

// renderCase is an error and the property that its text shows.
type renderCase struct {
	name string
	err  error
}

func renderCases(t *testing.T) []renderCase {
	program := diag.NewFile("pipe.mlir", []byte("func.func @f() {\n\t%0 = \"a\"(%b\t, %c)\n  return\n}\n"))
	odd := diag.NewFile("odd.mlir", []byte("a\x1b[31mb\xff \"\u65e5\u672c\" e\u0301x y\r\nlast"))
	long := diag.NewFile("long.mlir",
		[]byte("dense<"+strings.Repeat("0, ", 100)+"oops"+strings.Repeat(", 1", 100)+">"))
	ir := diag.UnloadedFile("elsewhere.py")
	at := func(f *diag.File, text string) *diag.Diagnostic {
		return diag.Errorf(testExpected, find(t, f, text), "look at %q", text)
	}
	return []renderCase{
		{"range", at(program, "func.func")},
		{"one byte", at(program, "%b")},
		{"between tabs", at(program, "%b\t,")},
		{"several lines", at(program, "%c)\n  return")},
		{"line ending", at(program, "\n")},
		{"end of file", diag.Errorf(testExpected, program.Span(len(program.Content), len(program.Content)),
			"expected more")},
		{"notes", at(program, "return").Note(find(t, program, "{"), "to end this").Note(diag.Span{},
			"nothing returns from here").
			Note(ir.At(7, 3), "made from this").Suggest("add a %s", "value")},
		{"control and wide characters", at(odd, "x y")},
		{"wide range", at(odd, "\"\u65e5\u672c\"")},
		{"carriage return", at(odd, "last").Note(find(t, odd, "y"), "the line before")},
		{"long line", at(long, "oops")},
		{"long range", at(long, "dense<"+strings.Repeat("0, ", 100))},
		{"warning", diag.Warningf(testUnused, ir.At(1, 2), "%%0 is never used")},
		{"remark", diag.Remarkf(testUnused, diag.Place{Filename: "a.npy"}.Span(), "read %d bytes", 12)},
		{"no place", diag.Errorf(testExpected, diag.Span{}, "two lines\nof text")},
		{"terminal escapes",
			diag.Errorf(testExpected, diag.Place{Filename: "\x1b[2J", Line: 1, Col: 1}.Span(),
				"\x1b]0;title\a")},
		{"plain", fs.ErrNotExist},
		{"wrapped plain", fmt.Errorf("reading x: %w", fs.ErrNotExist)},
		{"wrapped", fmt.Errorf("loading plug-in: %w", at(program, "return"))},
		{"joined", errors.Join(errors.New("first"), at(program, "return"), errors.New("third"))},
		{"list", diag.List{at(program, "return"), at(program, "%b")}},
		{"several in one sentence", fmt.Errorf("%w after %w", fs.ErrExist, fs.ErrNotExist)},
		{"nothing", nil},
	}
}

func renderAll(t *testing.T, render func(b *bytes.Buffer, err error) error) []byte {
	t.Helper()
	ar := &txtar.Archive{}
	for _, c := range renderCases(t) {
		var b bytes.Buffer
		if err := render(&b, c.err); err != nil {
			t.Fatal(err)
		}
		golden.Set(ar, c.name, b.Bytes())
	}
	return txtar.Format(ar)
}

func TestTextGolden(t *testing.T) {
	got := renderAll(t, func(b *bytes.Buffer, err error) error { return diag.Text{W: b}.Render(err) })
	golden.Compare(t, "testdata/text.txtar", got)
	if bytes.ContainsAny(got, "\x1b\a\t") {
		t.Error("control characters of the input reach the terminal")
	}
}

func TestJSONGolden(t *testing.T) {
	got := renderAll(t, func(b *bytes.Buffer, err error) error { return diag.JSON{W: b}.Render(err) })
	golden.Compare(t, "testdata/json.txtar", got)
}

// Colour adds escape sequences and nothing else.
func TestColor(t *testing.T) {
	unpaint := strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[2m", "", "\x1b[1;31m", "",
		"\x1b[1;32m", "",
		"\x1b[1;33m", "", "\x1b[1;35m", "", "\x1b[1;36m", "")
	colored := renderAll(t, func(b *bytes.Buffer, err error) error {
		return diag.Text{W: b, Color: true}.Render(err)
	})
	plain := renderAll(t, func(b *bytes.Buffer, err error) error { return diag.Text{W: b}.Render(err) })
	if !bytes.Contains(colored, []byte("\x1b[1;31merror:\x1b[0m")) {
		t.Error("no colour")
	}
	if got := unpaint.Replace(string(colored)); got != string(plain) {
		t.Errorf("without its colours the text is\n%s\ninstead of\n%s", got, plain)
	}
}

// brokenWriter fails every write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, fs.ErrClosed }

func TestRenderersReportTheWriter(t *testing.T) {
	for _, err := range []error{
		diag.Text{W: brokenWriter{}}.Render(fs.ErrExist),
		diag.JSON{W: brokenWriter{}}.Render(fs.ErrExist),
	} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("got %v, want the error of the writer", err)
		}
	}
}

// FuzzRender checks that no span, content or message makes a renderer panic, write control characters, write
// lines out of proportion, or write text that is not JSON.
func FuzzRender(f *testing.F) {
	f.Add("a.mlir", []byte("x\n\ty\r\n"), int32(2), int32(9), "message", false)
	f.Add("", []byte(nil), int32(-5), int32(1<<31-1), "", true)
	f.Add("\x1b", []byte(strings.Repeat("\u65e5\t", 300)), int32(500), int32(700), "a\nb", false)
	f.Add("b", []byte("\xf0\x9f\x98"), int32(1<<31-1), int32(-1<<31), "\xff", false)
	f.Fuzz(func(t *testing.T, name string, content []byte, start, end int32, message string, unloaded bool) {
		file := diag.NewFile(name, content)
		if unloaded {
			file = diag.UnloadedFile(name)
		}
		span := diag.Span{File: file, Start: start, End: end}
		d := diag.Errorf(testExpected, span, "%s", message).Note(span, "%s", message).Suggest("%s", message)
		checkText(t, d)
		checkJSON(t, d)
		_ = d.Span.Text() + file.Line(int(start)) + file.At(int(start), int(end)).String()
	})
}

func checkText(t *testing.T, d *diag.Diagnostic) {
	var b bytes.Buffer
	if err := (diag.Text{W: &b}).Render(d); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Fatalf("control character in %q", line)
		}
		if isSnippet := strings.Contains(line, " | "); isSnippet &&
			len(line) > 3*(len(d.Message)+len(d.Span.Place().Filename))+600*4 {
			t.Fatalf("line of %d bytes", len(line))
		}
	}
}

func checkJSON(t *testing.T, d *diag.Diagnostic) {
	var b bytes.Buffer
	if err := (diag.JSON{W: &b}).Render(d); err != nil {
		t.Fatal(err)
	}
	if bytes.Count(b.Bytes(), []byte("\n")) != 1 || !json.Valid(b.Bytes()) {
		t.Fatalf("not one line of JSON: %s", b.Bytes())
	}
}

func BenchmarkText(b *testing.B) {
	f := diag.NewFile("a.mlir", bytes.Repeat([]byte("  %0 = arith.addi %a, %b : i32\n"), 10000))
	d := diag.Errorf(testExpected, f.Span(100000, 100004), "expected %s", "')'")
	f.Position(0) // builds the index
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := (diag.Text{W: &out}).Render(d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLineIndex(b *testing.B) {
	content := bytes.Repeat([]byte("  %0 = arith.addi %a, %b : i32\n"), 10000)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		diag.NewFile("a.mlir", content).Position(1)
	}
}
