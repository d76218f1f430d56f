package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
)

// Each program of testdata/bad.txtar is rejected with the code, the place and
// the message that its last line expects.
func TestBadPrograms(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range archive.Files {
		t.Run(section.Name, func(t *testing.T) {
			source, expect, ok := bytes.Cut(section.Data, []byte("// expect: "))
			if !ok {
				t.Fatal("the section expects nothing")
			}
			want := strings.Split(strings.TrimSpace(string(expect)), "|")
			first := rejected(t, source)
			pattern := "^in.mlir" + regexp.QuoteMeta(want[0]) + ".*error: .*" + want[2] + `.*\[` + want[1] + `\]$`
			if !regexp.MustCompile(pattern).MatchString(first) {
				t.Errorf("got %q, want %s", first, pattern)
			}
		})
	}
}

// rejected runs a program that is wrong, and returns the first line of the
// message.
func rejected(t *testing.T, source []byte) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("in.mlir", source, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"run", "in.mlir"}, strings.NewReader(""), &out, &errs); status != exitError {
		t.Errorf("exit status %d, want %d", status, exitError)
	}
	if out.Len() > 0 {
		t.Errorf("something on stdout:\n%s", out.String())
	}
	first, _, _ := strings.Cut(errs.String(), "\n")
	return first
}

// What is no text at all, or nests without end, is rejected at a place and at once.
func TestMonsters(t *testing.T) {
	random := make([]byte, 4096)
	r := rand.NewChaCha8([32]byte{77})
	if _, err := r.Read(random); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{
		"random bytes":       string(random),
		"zero bytes":         strings.Repeat("\x00", 4096),
		"nested regions":     strings.Repeat("module {\n", 50000) + strings.Repeat("}\n", 50000),
		"nested types":       "func.func private @f() -> " + strings.Repeat("tuple<", 50000),
		"nested attributes":  "module attributes {a.b = " + strings.Repeat("[", 50000),
		"nested maps":        "#m = affine_map<(d0) -> (" + strings.Repeat("(", 50000),
		"nested locations":   "module {} loc(" + strings.Repeat("fused[", 50000),
		"an endless name":    "%" + strings.Repeat("x", 1<<20),
		"an endless string":  `module attributes {a.b = "` + strings.Repeat("x", 1<<20),
		"an endless comment": "//" + strings.Repeat("x", 1<<20) + "\nfoo",
	} {
		t.Run(name, func(t *testing.T) {
			first := rejected(t, []byte(source))
			if !regexp.MustCompile(`^in.mlir:\d+:\d+: error: .* \[[a-z-]+\]$`).MatchString(first) {
				t.Errorf("got %q", first)
			}
		})
	}
}

// A byte changed or cut anywhere in an example is never more than a diagnostic.
func TestMutilatedExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/rfc77/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	r := rand.New(rand.NewPCG(1, 77))
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			mutilated := bytes.Clone(content)
			at := r.IntN(len(mutilated))
			if r.IntN(2) == 0 {
				mutilated = mutilated[:at]
			} else {
				mutilated[at] = byte(r.IntN(256))
			}
			var out, errs bytes.Buffer
			status := run([]string{"check", "-"}, bytes.NewReader(mutilated), &out, &errs)
			if status != exitOK && status != exitError || strings.Contains(errs.String(), "internal") {
				t.Errorf("%s, %s: status %d\n%s", file, fmt.Sprintf("byte %d", at), status, errs.String())
			}
		}
	}
}

// A panic becomes a diagnostic that asks for a report.
func TestPanic(t *testing.T) {
	err := guarded(func() error { panic("broken") })
	list := diag.FromError(err)
	if len(list) != 1 || list[0].Code == "" || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
}
