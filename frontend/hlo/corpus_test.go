package hlo_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// corpus returns the files of a folder of testdata, by name.
func corpus(t testing.TB, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", folder, "*.hlo"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	files := map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(content)
	}
	return files
}

// TestCorpus prints each module of the corpus as it is written, and finds nothing wrong with it.
func TestCorpus(t *testing.T) {
	files := corpus(t, "corpus")
	if len(files) < 300 {
		t.Errorf("the corpus has %d modules", len(files))
	}
	for name, text := range files {
		m, errs := hlo.Parse(context.Background(), diag.NewFile(name, []byte(text)))
		if len(errs) > 0 {
			t.Error(errs)
			continue
		}
		if d := cmp.Diff(text, m.String()); d != "" {
			t.Errorf("%s: printed differently (-written +printed):\n%s", name, d)
		}
		for _, d := range hlo.Verify(m) {
			t.Error(d)
		}
	}
}

// TestPurposes holds that the first line of each module says a purpose that no other has, and that at most
// 100 modules are generated. Two modules that differ in nothing but opcodes and element types count as
// generated, and the first line of all that are says so.
func TestPurposes(t *testing.T) {
	files := corpus(t, "corpus")
	alike := map[string]int{}
	for _, text := range files {
		alike[formOf(text)]++
	}
	generated := 0
	for name, text := range files {
		first, _, _ := strings.Cut(text, "\n")
		is := strings.HasPrefix(first, "// Generated: ")
		if is {
			generated++
		}
		if n := alike[formOf(text)]; is != (n > 1) {
			t.Errorf("%s: %d modules have its form, and its first line is %q", name, n, first)
		}
	}
	if generated > 100 {
		t.Errorf("%d modules are generated", generated)
	}
	maps.Copy(files, corpus(t, "wrong"))
	purposes := map[string]string{}
	for name, text := range files {
		purpose, _, _ := strings.Cut(text, "\n")
		if !strings.HasPrefix(purpose, "// ") || purposes[purpose] != "" {
			t.Errorf("%s: the first line says no purpose of its own: %s (%s)", name, purpose,
				purposes[purpose])
		}
		purposes[purpose] = name
	}
}

var (
	elementType = regexp.MustCompile(`\b(pred|[su]\d+|bf16|f\d+(e\w+)?|c\d+)\[`)
	opcodeOf    = regexp.MustCompile(` [a-z][a-z0-9-]*\(`)
)

// formOf returns a module without its first line, its opcodes and its element types.
func formOf(text string) string {
	_, text, _ = strings.Cut(text, "\n")
	return opcodeOf.ReplaceAllString(elementType.ReplaceAllString(text, "["), "(")
}

// TestCorpusHasEveryOpcode finds each opcode of XLA's list in the corpus.
func TestCorpusHasEveryOpcode(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range corpus(t, "corpus") {
		for _, c := range parse(t, text).All() {
			for _, in := range c.Instructions {
				seen[in.Opcode] = true
			}
		}
	}
	for _, opcode := range hlo.Opcodes() {
		if !seen[opcode] {
			t.Errorf("no module has the opcode %s", opcode)
		}
	}
}

// expectation is a comment in a module that is wrong: the severity, how many lines below, and the message.
var expectation = regexp.MustCompile(`^\s*// expected-(error|warning) @\+(\d+) \{\{(.*)\}\}$`)

// expected returns the diagnostics that the comments of a text expect, as severity:line: message.
func expected(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	for i, line := range strings.Split(text, "\n") {
		m := expectation.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		below, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s:%d: %s", m[1], i+1+below, m[3]))
	}
	slices.Sort(all)
	return all
}

// TestWrong finds in each module that breaks a rule what its comments expect, and nothing else.
func TestWrong(t *testing.T) {
	codes := map[diag.Code]bool{}
	for name, text := range corpus(t, "wrong") {
		m, found := hlo.Parse(context.Background(), diag.NewFile(name, []byte(text)))
		if m != nil {
			found = hlo.Verify(m)
		}
		var got []string
		for _, d := range found {
			codes[d.Code] = true
			got = append(got, fmt.Sprintf("%s:%d: %s [%s]", d.Severity, d.Span.Place().Line, d.Message,
				d.Code))
		}
		slices.Sort(got)
		if d := cmp.Diff(expected(t, text), got); d != "" {
			t.Errorf("%s (-expected +found):\n%s", name, d)
		}
	}
	for _, info := range diag.Codes() {
		if strings.HasPrefix(string(info.Code), "hlo-") && !codes[info.Code] && info.Code != "hlo-binary" {
			t.Errorf("no module breaks the rule of %s", info.Code)
		}
	}
}
