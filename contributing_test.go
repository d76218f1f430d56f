package inflight_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Patterns for the names of environment variables. In Go and C it is a string literal that is the name, or
// begins with the name and an equals sign; in scripts it is a use or an assignment. The names of C macros are
// in no literal.
var (
	variableInText   = regexp.MustCompile(`"(INFLIGHT_[A-Z_]*[A-Z])["=]`)
	variableInScript = regexp.MustCompile(`(?:\$\{?|\b)(INFLIGHT_[A-Z_]*[A-Z])\b`)
)

// variablesOf returns the environment variables that a file reads or sets, and whether files of this kind can
// do so.
func variablesOf(path string, content []byte) (names []string, isCode bool) {
	pattern := variableInText
	switch filepath.Ext(path) {
	case ".go", ".c", ".h":
	case ".sh":
		pattern = variableInScript
	default:
		if filepath.Dir(path) != ".ci" {
			return nil, false
		}
		pattern = variableInScript
	}
	for _, m := range pattern.FindAllSubmatch(content, -1) {
		names = append(names, string(m[1]))
	}
	return names, true
}

// usedVariables returns the files that use each environment variable whose name begins with INFLIGHT_.
func usedVariables(t *testing.T) map[string][]string {
	t.Helper()
	used := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != "." && path != ".ci":
			return filepath.SkipDir
		case entry.IsDir() || path == "contributing_test.go":
			return nil
		}
		if _, isCode := variablesOf(path, nil); !isCode {
			return nil
		}
		content, err := os.ReadFile(path)
		names, _ := variablesOf(path, content)
		for _, name := range names {
			used[name] = append(used[name], filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

// The table in CONTRIBUTING.md has each environment variable that programs, tests, scripts and runtimes use,
// and each path in its second column contains a file that uses the variable.
func TestVariablesAreDocumented(t *testing.T) {
	used, quoted := usedVariables(t), regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(readFile(t, "CONTRIBUTING.md")) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `INFLIGHT_") {
			continue
		}
		name := strings.Trim(cells[1], " `")
		if used[name] == nil {
			t.Errorf("no program reads %s, or it stands in the table twice", name)
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			if !slices.ContainsFunc(used[name], func(file string) bool { return isIn(file, m[1]) }) {
				t.Errorf("%s is not in %s, but in %v", name, m[1], used[name])
			}
		}
		delete(used, name)
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		t.Errorf("CONTRIBUTING.md has no row for %s, which %v know", name, used[name])
	}
}
