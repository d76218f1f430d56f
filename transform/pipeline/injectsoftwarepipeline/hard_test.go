package injectsoftwarepipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHard pipelines the programs of testdata/hard.mlir, for each of which the result was once wrong, and
// judges the results. A program with the line "// conservative" has waits that could be weaker, because the
// analysis does not see its dependences exactly. The checker cannot follow a program with the line "//
// unchecked".
func TestHard(t *testing.T) {
	files, err := filepath.Glob("testdata/hard*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, chunk := range strings.Split(string(content), "// -----\n") {
			title, _, _ := strings.Cut(strings.TrimSpace(chunk), "\n")
			t.Run(strings.TrimPrefix(title, "// "), func(t *testing.T) {
				piped, err := transform(chunk)
				if err != nil {
					t.Fatal(err)
				}
				j := &judge{src: chunk, piped: piped, random: 8,
					exact: !strings.Contains(chunk, "// conservative\n")}
				j.unchecked = strings.Contains(chunk, "// unchecked\n")
				if err := j.run([]int64{0, 1, 2, 3, 5, 8}); err != nil {
					t.Fatalf("%v\n%s", err, printed(piped))
				}
			})
		}
	}
}
