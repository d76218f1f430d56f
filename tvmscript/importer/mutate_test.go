package importer_test

import (
	"math/rand"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/ir"
)

var token = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9.]*|[0-9]+|"[^"\n]*"|[^\s]`)

// mutate changes a few tokens or lines of a program for those of another place.
func mutate(r *rand.Rand, src string) string {
	for range 1 + r.Intn(3) {
		if r.Intn(3) == 0 {
			lines := strings.Split(src, "\n")
			i, j := r.Intn(len(lines)), r.Intn(len(lines))
			switch r.Intn(3) {
			case 0:
				lines[i] = ""
			case 1:
				lines[i] = lines[j]
			default:
				lines[i], lines[j] = lines[j], lines[i]
			}
			src = strings.Join(lines, "\n")
			continue
		}
		at := token.FindAllStringIndex(src, -1)
		from, to := at[r.Intn(len(at))], at[r.Intn(len(at))]
		src = src[:to[0]] + src[from[0]:from[1]] + src[to[1]:]
	}
	return src
}

// No mutation of a golden makes the importer panic, and every module that it makes is valid.
func TestMutations(t *testing.T) {
	paths, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	r := rand.New(rand.NewSource(1))
	modules := 0
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			src := mutate(r, string(ar.Files[0].Data))
			module, diags := load("in.py", []byte(src))
			if module == nil && !diags.HasErrors() {
				t.Fatalf("neither a module nor an error:\n%s", src)
			}
			if module == nil {
				continue
			}
			modules++
			if errs := ir.Verify(module); errs.HasErrors() {
				t.Fatalf("the module is not valid: %v\n%s", errs, src)
			}
		}
	}
	if modules < 100 {
		t.Errorf("only %d mutations were programs", modules)
	}
}
