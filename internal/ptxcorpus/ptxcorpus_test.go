package ptxcorpus

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

const folder = "../../" + Folder

func read(t *testing.T) []*Variant {
	t.Helper()
	variants, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	return variants
}

// The PTX of the folder is what clang makes of the kernels, and there is no other.
func TestPTXIsCurrent(t *testing.T) {
	clang := tools.Require(t, "clang")
	variants := read(t)
	files, err := filepath.Glob(folder + "/ptx/*")
	if err != nil || len(files) != len(variants) {
		t.Fatalf("%d files for %d variants: %v", len(files), len(variants), err)
	}
	for _, v := range variants {
		t.Run(v.File(), func(t *testing.T) {
			t.Parallel()
			want, err := Compile(t.Context(), clang, folder, "-O2", v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(folder, v.File()))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("not what clang makes; run 'go run ./bench/corpus -compile' (%v)", err)
			}
		})
	}
}

// Every mistake changes the instructions, and some instruction comes from a line that is marked for it.
func TestMistakesAreInTheText(t *testing.T) {
	right := map[string]string{}
	for _, v := range read(t) {
		text, err := os.ReadFile(filepath.Join(folder, v.File()))
		if err != nil {
			t.Fatal(err)
		}
		instructions := withoutLines(string(text))
		if v.Right() {
			right[v.Name] = instructions
			continue
		}
		if instructions == right[v.Name] {
			t.Errorf("%s is the kernel without the mistake", v.File())
		}
		found := map[int]bool{}
		for _, line := range SourceLines(v, string(text)) {
			found[line] = true
		}
		for _, line := range v.Lines {
			if !found[line] {
				t.Errorf("%s: nothing comes from line %d, which is marked", v.File(), line)
			}
		}
	}
	if len(right) < 30 {
		t.Errorf("%d kernels", len(right))
	}
}

// withoutLines returns a text without the lines that say where others come from.
func withoutLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !location.MatchString(line) && !strings.HasPrefix(line, "\t.section") {
			out.WriteString(line)
		}
	}
	return out.String()
}
