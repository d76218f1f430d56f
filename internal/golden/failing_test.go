package golden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// runCase runs TestFailingCase on a file in a process of its own, because a failing subtest fails the test
// around it.
func runCase(t *testing.T, content, update string) (output string, failed bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.txtar")
	if content != "" {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := tools.Command(t, os.Args[0], "-test.run=^TestFailingCase$")
	cmd.Env = append(os.Environ(), caseVariable+"="+path, "INFLIGHT_UPDATE="+update)
	out, err := cmd.CombinedOutput()
	return string(out), err != nil
}

// A case fails if an output differs or has no section, if there is no case, or if an output cannot be stored.
func TestTxtarFails(t *testing.T) {
	for _, c := range []struct{ name, content, update, want string }{
		{"differs", caseFile + "XYZ\n", "", "differs"},
		{"no section", "-- in --\nabc\n", "", "has no section out"},
		{"no case", "", "", "no file matches"},
		{"no input", "-- out --\n", "1", "no section in"},
		{"separator", "-- in --\nabc\ncut\n-- out --\n", "1", "contains a line"},
	} {
		if out, failed := runCase(t, c.content, c.update); !failed || !strings.Contains(out, c.want) {
			t.Errorf("%s: failed is %v, output:\n%s", c.name, failed, out)
		}
	}
	if out, failed := runCase(t, caseFile+"ABC\n", ""); failed {
		t.Errorf("a case that is right failed:\n%s", out)
	}
}
