package inflight_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/inflight-compiler/inflight/accepted"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/opt"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/ptx/judge"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Every code has a summary and sentences of help. (That no code is registered twice, Register sees to.)
func TestCodesAreExplained(t *testing.T) {
	for _, c := range diag.Codes() {
		if strings.HasSuffix(c.Summary, ".") {
			t.Errorf("%s: the summary %q ends with a full stop", c.Code, c.Summary)
		}
		if len(c.Help) < 30 || !strings.HasSuffix(c.Help, ".") {
			t.Errorf("%s: the help %q does not say what the code means and what to do", c.Code, c.Help)
		}
	}
}

var (
	citedCode    = regexp.MustCompile(`\[([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\]`)
	citedSubject = regexp.MustCompile(`inflight explain ([a-z][a-z0-9-]+)`)
)

// The codes, passes and dialects that documents and examples name exist. Names that begin with "my-" stand
// for the reader's own.
func TestCitedCodesExist(t *testing.T) {
	isCode := func(name string) bool { _, ok := diag.Lookup(diag.Code(name)); return ok }
	isDialect := func(name string) bool {
		return slices.ContainsFunc(all.Dialects(), func(d *ir.Dialect) bool { return d.Name == name })
	}
	found := 0
	for _, file := range documents(t) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range citedCode.FindAllStringSubmatch(string(content), -1) {
			if found++; !isCode(m[1]) {
				t.Errorf("%s: no code %s", file, m[1])
			}
		}
		for _, m := range citedSubject.FindAllStringSubmatch(string(content), -1) {
			if found++; !isCode(m[1]) && pass.Lookup(m[1]) == nil && !isDialect(m[1]) &&
				!strings.HasPrefix(m[1], "my-") {
				t.Errorf("%s: neither a code, a pass nor a dialect: %s", file, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("nothing was checked")
	}
}

// documents returns the Markdown files of all folders, and the examples.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case filepath.Ext(path) == ".md",
			strings.HasPrefix(path, "examples") &&
				slices.Contains([]string{".mlir", ".py", ".txt"}, filepath.Ext(path)):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
