package inflight_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// link matches the target of a link: a file, a section, or both.
var link = regexp.MustCompile(`\]\(([^)#]*)(?:#([^)]*))?\)`)

// heading matches a line that begins a section.
var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// anchors returns the names by which links refer to the sections of a document.
func anchors(document string) map[string]bool {
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(document, -1) {
		var name strings.Builder
		for _, r := range strings.ToLower(m[1]) {
			switch {
			case r == ' ':
				name.WriteByte('-')
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				name.WriteRune(r)
			}
		}
		found[name.String()] = true
	}
	return found
}

// Every file and every section that a document links to exists.
func TestLinksLeadSomewhere(t *testing.T) {
	sections := 0
	for _, file := range documents(t) {
		if filepath.Ext(file) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(readFile(t, file), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which does not exist", file, m[1])
				continue
			}
			if m[2] == "" {
				continue
			}
			if sections++; !anchors(readFile(t, target))[m[2]] {
				t.Errorf("%s links to the section %s of %s, which does not exist", file, m[2], target)
			}
		}
	}
	if sections < 30 {
		t.Errorf("only %d links to sections were found", sections)
	}
}

// quotedPath matches a path in the repository that a text names: `folder/file`.
var quotedPath = regexp.MustCompile("`([a-z]+/[A-Za-z0-9_./*-]+)`")

// exportedName matches the name behind a package's path, as in ir/text.PrintOptions.
var exportedName = regexp.MustCompile(`\.[A-Z][A-Za-z0-9]*$`)

// A path that a document names exists if its first folder does; testdata may stand in any package. A word in
// capitals stands for the reader's own name. Of a name in a package, the package exists.
func TestNamedPathsExist(t *testing.T) {
	placeholder := regexp.MustCompile(`(^|/)[A-Z]+(\.|/|$)`)
	found := 0
	for _, file := range documents(t) {
		if filepath.Ext(file) != ".md" || strings.Contains(file, "testdata") {
			continue
		}
		for _, m := range quotedPath.FindAllStringSubmatch(readFile(t, file), -1) {
			first, _, _ := strings.Cut(m[1], "/")
			if _, err := os.Stat(first); err != nil || first == "testdata" || placeholder.MatchString(m[1]) {
				continue
			}
			found++
			if files, err := filepath.Glob(exportedName.ReplaceAllString(m[1], "")); err != nil ||
				len(files) == 0 {
				t.Errorf("%s names %s, which does not exist", file, m[1])
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d paths were found", found)
	}
}
