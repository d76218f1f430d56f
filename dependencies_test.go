package inflight_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readFile returns the text of a file of the repository.
func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// firstCells returns the quoted names in the first cells of a document's tables.
func firstCells(document string) []string {
	quoted := regexp.MustCompile("`([^`]+)`")
	var names []string
	for line := range strings.Lines(document) {
		cell, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !isRow || !strings.HasPrefix(line, "| `") {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// modules returns the modules that go.mod requires directly, and those of its tools.
func modules(t *testing.T) []string {
	t.Helper()
	text := readFile(t, "go.mod")
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^tool (\S+?)/cmd/`).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// debianPackages returns the packages that scripts/install-tools.sh installs.
func debianPackages(t *testing.T) []string {
	t.Helper()
	text := readFile(t, "scripts/install-tools.sh")
	var names []string
	for _, m := range regexp.MustCompile(`(?m)packages\+?=\((.*)\)$`).FindAllStringSubmatch(text, -1) {
		names = append(names, strings.Fields(m[1])...)
	}
	return names
}

// Each module that Inflight depends on, and each package of Debian that it installs, has its reason in
// docs/rationale.md, and nothing else has a row there.
func TestDependenciesHaveReasons(t *testing.T) {
	text := readFile(t, "docs/rationale.md")
	_, text, _ = strings.Cut(text, "### Dependencies")
	text, _, _ = strings.Cut(text, "\n### ")
	rows := firstCells(text)
	wanted := slices.Concat(modules(t), debianPackages(t))
	isOf := func(row, name string) bool { return row == name || strings.HasPrefix(row, name+"/") }
	for _, name := range wanted {
		if !slices.ContainsFunc(rows, func(row string) bool { return isOf(row, name) }) {
			t.Errorf("docs/rationale.md has no reason for %s", name)
		}
	}
	for _, row := range rows {
		if !slices.ContainsFunc(wanted, func(name string) bool { return isOf(row, name) }) {
			t.Errorf("docs/rationale.md has a reason for %s, which nothing needs", row)
		}
	}
	if len(wanted) < 20 {
		t.Errorf("only %d dependencies were found", len(wanted))
	}
}
