package inflight_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)

// Every file that a document links to exists.
func TestLinksLeadSomewhere(t *testing.T) {
	for _, file := range documents(t) {
		if filepath.Ext(file) != ".md" {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(content), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s links to %s, which does not exist", file, m[1])
			}
		}
	}
}

// quotedPath matches a path in the repository that a text names: `folder/file`.
var quotedPath = regexp.MustCompile("`([a-z]+/[A-Za-z0-9_./*-]+)`")

// Paths that documents name exist, where their first folder does; testdata is that of any package. A word in
// capitals stands for the reader's own.
func TestNamedPathsExist(t *testing.T) {
	placeholder := regexp.MustCompile(`(^|/)[A-Z]+(\.|/|$)`)
	found := 0
	for _, file := range documents(t) {
		if filepath.Ext(file) != ".md" || strings.Contains(file, "testdata") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedPath.FindAllStringSubmatch(string(content), -1) {
			first, _, _ := strings.Cut(m[1], "/")
			if _, err := os.Stat(first); err != nil || first == "testdata" || placeholder.MatchString(m[1]) {
				continue
			}
			found++
			if files, err := filepath.Glob(m[1]); err != nil || len(files) == 0 {
				t.Errorf("%s names %s, which does not exist", file, m[1])
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d paths were found", found)
	}
}
