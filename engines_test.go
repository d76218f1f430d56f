package inflight_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
)

// otherWords lists the files in which the name of an engine has another meaning.
var otherWords = map[string]string{
	"cmd/inflight/build.go":        "the kind of file that inflight build writes",
	"tvmscript/importer/buffer.go": "a device, as TVM names it",
}

// No package compares the name of an engine, except the packages of engines and the programs beside the
// product, which run the command. exec.Description has the differences between engines instead. The test
// looks for the names as string literals: code without such a literal cannot compare a name.
func TestEnginesDescribeThemselves(t *testing.T) {
	used := map[string]bool{}
	for dir, pkg := range packages(t) {
		if isIn(dir, "exec") || isIn(dir, "bench") || isTestSupport(dir, pkg) {
			continue
		}
		for _, file := range pkg.GoFiles {
			name := path.Join(dir, file)
			for _, where := range engineNames(t, name) {
				if used[name] = true; otherWords[name] == "" {
					t.Errorf(
						"%s has the name of an engine: ask Engine.Describe for what makes the difference",
						where)
				}
			}
		}
	}
	for name, meaning := range otherWords {
		if !used[name] {
			t.Errorf("%s does not have the word for %s any more", name, meaning)
		}
	}
}

// engineNames returns the places in a file of string literals that are names of engines.
func engineNames(t *testing.T, file string) []string {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if word, _ := strconv.Unquote(lit.Value); slices.Contains(exec.Names(), strings.TrimSpace(word)) {
				found = append(found, files.Position(lit.Pos()).String())
			}
		}
		return true
	})
	return found
}
