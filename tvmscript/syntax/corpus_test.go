package syntax_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// parse parses a text that must be accepted.
func parse(t testing.TB, src string) *syntax.File {
	t.Helper()
	f, diags := syntax.Parse(diag.NewFile("source.py", []byte(src)))
	if f == nil {
		t.Fatalf("%v\nin:\n%s", diags, src)
	}
	return f
}

// The programs of the corpus have the trees that stand beside them.
func TestCorpus(t *testing.T) {
	golden.Txtar(t, "testdata/corpus/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		golden.Set(ar, "tree", []byte(dump(parse(t, string(golden.Get(t, ar, "source.py"))))))
	})
}

// corpus returns the programs of the corpus.
func corpus(t testing.TB) []string {
	t.Helper()
	var sources []string
	files, err := os.ReadDir("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile("testdata/corpus/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(golden.Get(t, ar, "source.py")))
	}
	return sources
}

// Every kind of node is in the grammar and in the tree of some program of the corpus.
func TestEveryNodeIsCovered(t *testing.T) {
	grammar, err := os.ReadFile("grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	var trees string
	for _, src := range corpus(t) {
		trees += dump(parse(t, src))
	}
	for _, name := range nodeTypes(t) {
		word := regexp.MustCompile(`\b` + name + `\b`)
		if !word.Match(grammar) {
			t.Errorf("grammar.txt does not mention %s", name)
		}
		if name != "File" && !regexp.MustCompile(`\(`+name+`\b`).MatchString(trees) {
			t.Errorf("no program of the corpus has a %s", name)
		}
	}
}

// nodeTypes returns the names of the types in ast.go that embed At.
func nodeTypes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "ast.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok && len(s.Fields.List) > 0 {
			if first, ok := s.Fields.List[0].Type.(*ast.Ident); ok && first.Name == "At" &&
				len(s.Fields.List[0].Names) == 0 {
				names = append(names, spec.Name.Name)
			}
		}
		return true
	})
	if len(names) < 50 {
		t.Fatalf("only %d types of nodes found", len(names))
	}
	return names
}
