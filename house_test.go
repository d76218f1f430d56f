package inflight_test

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/inflight-compiler/inflight"

// layers returns the rows of the table in ARCHITECTURE.md, from top to bottom: the packages, or patterns of
// packages, of each.
func layers(t *testing.T) [][]string {
	t.Helper()
	content, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	var rows [][]string
	for line := range strings.Lines(string(content)) {
		cell, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !strings.HasPrefix(line, "| `") || !isRow {
			continue
		}
		var row []string
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			row = append(row, m[1])
		}
		rows = append(rows, row)
	}
	if len(rows) < 10 {
		t.Fatalf("ARCHITECTURE.md has a table of %d rows", len(rows))
	}
	return rows
}

// layerOf returns the row of a package: the row that names it, else the first row with a pattern that
// matches. It returns -1 if there is none.
func layerOf(rows [][]string, pkg string) int {
	if i := slices.IndexFunc(rows, func(row []string) bool { return slices.Contains(row, pkg) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(rows, func(row []string) bool {
		return slices.ContainsFunc(row, func(pattern string) bool {
			ok, _ := path.Match(pattern, pkg)
			return ok
		})
	})
}

// packages returns the packages of the module by their paths in it; the root is ".".
func packages(t *testing.T) map[string]*build.Package {
	t.Helper()
	found := map[string]*build.Package{}
	err := filepath.WalkDir(".", func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); dir != "." &&
			(name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		pkg, err := build.ImportDir(dir, 0)
		if noGo := new(build.NoGoError); errors.As(err, &noGo) {
			return nil
		}
		found[filepath.ToSlash(dir)] = pkg
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// local returns the imports that are packages of the module, by their paths in it.
func local(imports []string) []string {
	var own []string
	for _, path := range imports {
		if path == module {
			own = append(own, ".")
		} else if rest, ok := strings.CutPrefix(path, module+"/"); ok {
			own = append(own, rest)
		}
	}
	return own
}

// isTestSupport reports whether only tests and measurements may import the package.
func isTestSupport(dir string, pkg *build.Package) bool {
	return strings.HasPrefix(dir, "internal/") || slices.Contains(pkg.Imports, "testing")
}

// Imports go down in the table of ARCHITECTURE.md, and every package has a place in it.
func TestImportsGoDown(t *testing.T) {
	rows, pkgs := layers(t), packages(t)
	for dir, pkg := range pkgs {
		if isTestSupport(dir, pkg) || len(pkg.GoFiles) == 0 {
			continue
		}
		from := layerOf(rows, dir)
		if from < 0 {
			t.Errorf("%s has no row in the table of ARCHITECTURE.md", dir)
			continue
		}
		for _, imported := range local(pkg.Imports) {
			to := layerOf(rows, imported)
			betweenDialects := to == from && slices.Contains(rows[from], "dialect/*")
			switch {
			case isTestSupport(imported, pkgs[imported]):
				if !strings.HasPrefix(dir, "bench/") {
					t.Errorf("%s imports %s, which is for tests", dir, imported)
				}
			case to <= from && !betweenDialects:
				t.Errorf("%s imports %s, which does not stand below it", dir, imported)
			}
		}
	}
	for _, row := range rows {
		for _, pattern := range row {
			if !matchesAny(pattern, pkgs) {
				t.Errorf("ARCHITECTURE.md names %s, which does not exist", pattern)
			}
		}
	}
}

func matchesAny(pattern string, pkgs map[string]*build.Package) bool {
	for dir := range pkgs {
		if ok, _ := path.Match(pattern, dir); ok {
			return true
		}
	}
	return false
}

// Packages that judge each other's results do not import each other, directly or indirectly.
func TestJudgesAreIndependent(t *testing.T) {
	pkgs := packages(t)
	for dir := range pkgs {
		var judges []string
		switch {
		case strings.HasPrefix(dir, "transform/"):
			judges = []string{"check", "sim"}
		case isIn(dir, "sim"):
			judges = []string{"check"}
		case isIn(dir, "check"):
			judges = []string{"sim"}
		}
		reached := map[string]bool{}
		reach(pkgs, dir, reached)
		for _, judge := range judges {
			for other := range reached {
				if isIn(other, judge) {
					t.Errorf("%s reaches %s", dir, other)
				}
			}
		}
	}
}

// isIn reports whether a package is another one, or stands in its folder.
func isIn(dir, folder string) bool { return dir == folder || strings.HasPrefix(dir, folder+"/") }

// The packages that write code of a target execute nothing: they import no engine and neither judge, directly
// or indirectly.
func TestTargetsExecuteNothing(t *testing.T) {
	pkgs := packages(t)
	targets := 0
	for dir := range pkgs {
		if !isIn(dir, "target") {
			continue
		}
		targets++
		reached := map[string]bool{}
		reach(pkgs, dir, reached)
		for other := range reached {
			if isIn(other, "sim") || isIn(other, "check") || isIn(other, "exec") {
				t.Errorf("%s reaches %s", dir, other)
			}
		}
	}
	if targets < 3 {
		t.Errorf("there are %d targets", targets)
	}
}

// reach adds every package that a package imports, directly or indirectly.
func reach(pkgs map[string]*build.Package, dir string, reached map[string]bool) {
	for _, imported := range local(pkgs[dir].Imports) {
		if !reached[imported] {
			reached[imported] = true
			reach(pkgs, imported, reached)
		}
	}
}

// promises returns the packages, or patterns of packages, in the paragraph of ARCHITECTURE.md that begins
// with a text.
func promises(t *testing.T, begin string) []string {
	t.Helper()
	content, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(content), "\n"+begin)
	list, _, _ := strings.Cut(rest, ":")
	var names []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(list, -1) {
		names = append(names, m[1])
	}
	if !found || len(names) == 0 {
		t.Fatalf("ARCHITECTURE.md has no list that begins with %q", begin)
	}
	return names
}

// Every package that other modules can import is either promised or on the list of packages without a
// promise.
func TestPromises(t *testing.T) {
	pkgs := packages(t)
	promised, without := promises(t, "Promised are"), promises(t, "Without a promise are")
	for dir, pkg := range pkgs {
		if isIn(dir, "internal") || strings.Contains(dir, "/internal") || pkg.Name == "main" ||
			len(pkg.GoFiles) == 0 {
			continue
		}
		matches := func(pattern string) bool { ok, _ := path.Match(pattern, dir); return ok }
		if is := slices.Contains(promised, dir); is == slices.ContainsFunc(without, matches) {
			t.Errorf("%s: promised is %v, and without a promise as well", dir, is)
		}
	}
	for _, pattern := range slices.Concat(promised, without) {
		if !matchesAny(pattern, pkgs) {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", pattern)
		}
	}
}

// The documentation of a package stands in its doc.go, or in its only file.
func TestPackagesAreDocumented(t *testing.T) {
	for dir, pkg := range packages(t) {
		switch {
		case len(pkg.GoFiles) == 0:
		case pkg.Doc == "":
			t.Errorf("%s has no package comment", dir)
		case len(pkg.GoFiles) > 1 && pkg.Name != "main" && !slices.Contains(pkg.GoFiles, "doc.go"):
			t.Errorf("%s has several files but no doc.go", dir)
		}
	}
}

// Only the helper program of the engine cuda opens shared libraries: the command is a static program.
func TestOnlyTheHelperOpensLibraries(t *testing.T) {
	pkgs := packages(t)
	const opens = "github.com/ebitengine/purego"
	for dir, pkg := range pkgs {
		reached := map[string]bool{dir: true}
		reach(pkgs, dir, reached)
		switch {
		case slices.Contains(pkg.Imports, opens) != (dir == "exec/cuda/driver"):
			t.Errorf("%s: imports %s is %v", dir, opens, slices.Contains(pkg.Imports, opens))
		case reached["exec/cuda/driver"] && dir != "exec/cuda/driver" && dir != "cmd/inflight-cuda":
			t.Errorf("%s reaches exec/cuda/driver", dir)
		}
	}
}
