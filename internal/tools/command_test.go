package tools

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// failures stands in for a test and remembers what it was told.
type failures struct {
	testing.TB
	text chan string
}

func (f *failures) Helper()                           {}
func (f *failures) Errorf(format string, args ...any) { f.text <- fmt.Sprintf(format, args...) }

// A program that does not end is killed, with the children that hold its output, and the test says which it
// was; one that ends is not.
func TestCommand(t *testing.T) {
	f := &failures{t, make(chan string, 1)}
	begin := time.Now()
	if out, err := command(f, 50*time.Millisecond, "sh", "-c",
		"echo begun; sleep 60; echo ended").CombinedOutput(); err == nil {
		t.Errorf("it ended: %s", out)
	}
	text := <-f.text
	if took := time.Since(begin); took > 30*time.Second || !strings.Contains(text, "within 50ms") ||
		!strings.Contains(text, "sleep 60") {
		t.Errorf("after %v: %q", took, text)
	}
	if out, err := Command(f, "echo", "a", "b").Output(); err != nil || string(out) != "a b\n" ||
		len(f.text) > 0 {
		t.Errorf("%q, %v", out, err)
	}
}

// A context that a test waits for too long fails it; others do not.
func TestContext(t *testing.T) {
	f := &failures{t, make(chan string, 1)}
	<-limited(f, time.Millisecond).Done()
	if text := <-f.text; !strings.Contains(text, "more than 1ms") {
		t.Errorf("got %q", text)
	}
	t.Run("in time", func(t *testing.T) {
		f.TB = t
		_ = limited(f, time.Hour)
	})
	if len(f.text) > 0 {
		t.Errorf("a test that ended failed: %q", <-f.text)
	}
}
