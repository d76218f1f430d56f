package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
)

// recorder stands in for a test and remembers what it was told.
type recorder struct {
	testing.TB
	messages []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Error(args ...any)   { r.messages = append(r.messages, fmt.Sprint(args...)) }
func (r *recorder) Fatal(args ...any)   { r.Error(args...); runtime.Goexit() }
func (r *recorder) Errorf(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); runtime.Goexit() }

// record returns what a function says to its test, in one string.
func record(run func(t testing.TB)) string {
	r, done := &recorder{}, make(chan bool)
	go func() {
		defer close(done)
		run(r)
	}()
	<-done
	return strings.Join(r.messages, "\n")
}

func compare(path, got string) string {
	return record(func(t testing.TB) { golden.Compare(t, path, []byte(got)) })
}

func TestCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "a.txt")
	t.Setenv("INFLIGHT_UPDATE", "")
	if got := compare(path, "one\n"); !strings.Contains(got, "does not exist") {
		t.Errorf("a missing golden: %q", got)
	}
	t.Setenv("INFLIGHT_UPDATE", "1")
	if got := compare(path, "one\n"); got != "" {
		t.Errorf("an update: %q", got)
	}
	t.Setenv("INFLIGHT_UPDATE", "")
	if got := compare(path, "one\n"); got != "" {
		t.Errorf("the same: %q", got)
	}
	if got := compare(path, "two\n"); !strings.Contains(got, "differs") || !strings.Contains(got, "two") {
		t.Errorf("a difference: %q", got)
	}
	if got := compare(filepath.Dir(path), ""); got == "" {
		t.Error("a folder was taken for a golden")
	}
}

// An update leaves what is right untouched, down to the time of its last change.
func TestCompareDoesNotTouchWhatIsRight(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("x"), 0o444); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("INFLIGHT_UPDATE", "1")
	golden.Compare(t, path, []byte("x"))
	if after, err := os.Stat(path); err != nil || after.ModTime() != before.ModTime() {
		t.Errorf("the file was written again: %v", err)
	}
}

const caseFile = "What the case shows.\n-- in --\nabc\n-- out --\n"

// shout is a case: its output is its input in capitals, with "cut" for a line that ends a section.
func shout(t *testing.T, ar *txtar.Archive) {
	in := strings.ReplaceAll(string(golden.Get(t, ar, "in")), "cut", "-- x --")
	golden.Set(ar, "out", []byte(strings.TrimSpace(strings.ToUpper(in))))
}

// Under INFLIGHT_UPDATE=1 a case gets its outputs; without, it passes because it has them.
func TestTxtar(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txtar")
	if err := os.WriteFile(path, []byte(caseFile), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("INFLIGHT_UPDATE", "1")
	golden.Txtar(t, filepath.Join(dir, "*.txtar"), shout)
	content, err := os.ReadFile(path)
	if want := caseFile + "ABC\n"; err != nil || string(content) != want {
		t.Errorf("got %q, %v, want %q", content, err, want)
	}
	t.Setenv("INFLIGHT_UPDATE", "")
	golden.Txtar(t, filepath.Join(dir, "*.txtar"), shout)
}

func TestSections(t *testing.T) {
	ar := txtar.Parse([]byte(caseFile))
	golden.Set(ar, "new", []byte("n"))
	if !golden.Has(ar, "new") || golden.Has(ar, "none") || string(golden.Get(t, ar, "new")) != "n\n" {
		t.Errorf("got %+v", ar)
	}
	if got := record(func(t testing.TB) {
		golden.Get(t, ar, "none")
	}); !strings.Contains(got, "no section none") {
		t.Errorf("a missing section: %q", got)
	}
	if golden.Set(ar, "out", nil); len(golden.Get(t, ar, "out")) != 0 {
		t.Error("an empty section got a line")
	}
}

// caseVariable hands the file of a failing case to the process that runs it.
const caseVariable = "INFLIGHT_GOLDEN_CASE"

// TestFailingCase is run by TestTxtarFails in a process of its own.
func TestFailingCase(t *testing.T) {
	pattern := os.Getenv(caseVariable)
	if pattern == "" {
		t.Skip("only runs as a part of TestTxtarFails")
	}
	golden.Txtar(t, pattern, shout)
}
