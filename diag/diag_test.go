package diag_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/diag"
)

func TestPosition(t *testing.T) {
	f := diag.NewFile("f", []byte("ab\n\ncd\r\ne"))
	for _, c := range []struct {
		off       int32
		line, col int
	}{{-7, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {7, 3, 4}, {8, 4, 1}, {9, 4, 2}, {99, 4, 2}} {
		if line, col := f.Position(c.off); line != c.line || col != c.col {
			t.Errorf("Position(%d) = %d:%d, want %d:%d", c.off, line, col, c.line, c.col)
		}
	}
	for n, want := range []string{"", "ab", "", "cd", "e", ""} {
		if got := f.Line(n); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
}

// At and Position are inverse to each other wherever both name a byte of a line.
func TestAtInvertsPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SliceOf(rapid.SampledFrom([]byte("ab\n"))).Draw(t, "content")
		f := diag.NewFile("f", content)
		off := int32(rapid.IntRange(0, len(content)).Draw(t, "off"))
		line, col := f.Position(off)
		if got := f.At(line, col); got.Start != off || got.End != off {
			t.Fatalf("At(%d, %d) = %d, want %d", line, col, got.Start, off)
		}
		if want := strings.Count(string(content[:off]), "\n") + 1; line != want {
			t.Fatalf("line %d, want %d", line, want)
		}
	})
}

// The line index is built once even if several goroutines report into one file.
func TestPositionConcurrently(t *testing.T) {
	f := diag.NewFile("f", []byte(strings.Repeat("line\n", 1000)))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if line, _ := f.Position(int32(5 * i)); line != i+1 {
				t.Errorf("line %d, want %d", line, i+1)
			}
		})
	}
	wg.Wait()
}

func TestSpan(t *testing.T) {
	f, other := diag.NewFile("f", []byte("abcdef")), diag.NewFile("g", []byte("abcdef"))
	unloaded := diag.UnloadedFile("u")
	for _, c := range []struct{ got, want any }{
		{f.Span(1, 3).Text(), "bc"},
		{f.Span(4, 99).Text(), "ef"},
		{f.Span(3, 1).Text(), ""},
		{unloaded.At(1, 2).Text(), ""},
		{f.Span(1, 2).To(f.Span(3, 4)), f.Span(1, 4)},
		{f.Span(1, 2).To(other.Span(3, 4)), f.Span(1, 2)},
		{unloaded.At(1, 2).To(unloaded.At(3, 4)), unloaded.At(1, 2)},
		{f.Span(1<<40, 1<<40).Place(), diag.Place{Filename: "f", Line: 1, Col: 7}},
		{f.Span(1, 2).EndPlace(), diag.Place{Filename: "f", Line: 1, Col: 3}},
		{diag.Span{}.IsKnown(), false},
		{f.Span(0, 0).IsKnown(), true},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// A place that becomes a span and a place again is unchanged, and prints all that is known of it.
func TestPlace(t *testing.T) {
	for want, p := range map[string]diag.Place{
		"":        {},
		"a":       {Filename: "a"},
		"a:3":     {Filename: "a", Line: 3},
		"a:3:4":   {Filename: "a", Line: 3, Col: 4},
		"-:3:4":   {Line: 3, Col: 4},
		"-:3":     {Line: 3},
		"b c:1:1": {Filename: "b c", Line: 1, Col: 1},
	} {
		if got := p.Span().Place(); got != p {
			t.Errorf("%+v came back as %+v", p, got)
		}
		if got := p.Span().String(); got != want {
			t.Errorf("%+v prints as %q, want %q", p, got, want)
		}
	}
}

func TestErrorText(t *testing.T) {
	f := diag.NewFile("a.mlir", []byte("x\ny"))
	for want, d := range map[string]*diag.Diagnostic{
		"a.mlir:2:1: error: no y [test-expected]": diag.Errorf(testExpected, f.Span(2, 3), "no %s", "y"),
		"warning: no place [test-unused]":         diag.Warningf(testUnused, diag.Span{}, "no place"),
		"error: no code":                          {Message: "no code"},
	} {
		if got := d.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestListIsAnError(t *testing.T) {
	var l diag.List
	l.Add(nil, diag.Warningf(testUnused, diag.Span{}, "w"))
	if l.HasErrors() || l.Err() != nil {
		t.Error("a list without errors is an error")
	}
	l.Add(diag.Errorf(testExpected, diag.Span{}, "e").Because(fs.ErrNotExist))
	err := fmt.Errorf("wrapped: %w", l.Err())
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != testUnused {
		t.Errorf("errors.As finds %v, want the first diagnostic", d)
	}
	if got, want := l.Error(), "warning: w [test-unused]\nerror: e [test-expected]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FromError does not write its notes into diagnostics that other code holds.
func TestFromErrorLeavesItsArgumentAlone(t *testing.T) {
	d := diag.Errorf(testExpected, diag.Span{}, "m").Note(diag.Span{}, "own")
	d.Notes = slices.Grow(d.Notes, 4)
	first := diag.FromError(fmt.Errorf("one: %w", d))
	second := diag.FromError(fmt.Errorf("two: %w", d))
	if len(d.Notes) != 1 || first[0].Notes[1].Message != "in: one" ||
		second[0].Notes[1].Message != "in: two" {
		t.Errorf("notes %v, %v and %v run into each other", d.Notes, first[0].Notes, second[0].Notes)
	}
}

// Sort gives the same order for every order in which parallel work may add diagnostics, even if a file was
// loaded twice.
func TestSortIsDeterministic(t *testing.T) {
	content := []byte("one\ntwo\nthree\n")
	files := []*diag.File{diag.NewFile("b", content), diag.NewFile("b", content), diag.NewFile("a", content)}
	var sorted diag.List
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 { // few choices each, so that many diagnostics differ in one respect only
		d := diag.Errorf(testExpected, files[r.IntN(3)].Span(r.IntN(3), 3+r.IntN(2)), "m%d", r.IntN(2))
		d.Severity = diag.Severity(r.IntN(2))
		sorted.Add(d.Note(files[0].Span(r.IntN(2), 9), "n%d", r.IntN(2)))
	}
	sorted.Sort()
	want := render(t, sorted)
	for seed := range uint64(50) {
		shuffled := slices.Clone(sorted)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		shuffled.Sort()
		if got := render(t, shuffled); got != want {
			t.Fatalf("seed %d gives another order:\n%s\nwant\n%s", seed, got, want)
		}
	}
}

func render(t *testing.T, err error) string {
	t.Helper()
	var b strings.Builder
	if err := (diag.Text{W: &b}).Render(err); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRegistry(t *testing.T) {
	codes := diag.Codes()
	if !slices.IsSortedFunc(codes, func(a, b diag.CodeInfo) int {
		return strings.Compare(string(a.Code), string(b.Code))
	}) {
		t.Error("the table is not sorted")
	}
	info, ok := diag.Lookup(testExpected)
	if !ok || info.Summary != "a test expected something else" || info.Help != "Nothing to do." {
		t.Errorf("got %+v, %v", info, ok)
	}
	if !slices.Contains(codes, info) {
		t.Error("a registered code is not in the table")
	}
	if _, ok := diag.Lookup("test-nobody"); ok {
		t.Error("an unknown code is found")
	}
}

func TestRegisterRefuses(t *testing.T) {
	for _, c := range [][2]string{{"test-expected", "taken"}, {"test", "one word"},
		{"Test-upper", "upper case"},
		{"test--dash", "two dashes"}, {"test-", "open end"}, {"1test-number", "begins with a digit"},
		{"", "empty"}, {"test-fine", ""}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q (%s) was accepted", c[0], c[1])
				}
			}()
			diag.Register(c[0], c[1], "")
		}()
	}
}
