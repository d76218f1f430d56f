package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Txtar runs one subtest per file that matches pattern, such as "testdata/*.txtar". The function reads its
// inputs from the archive (Get) and stores what it got in the sections of the outputs (Set). Afterwards every
// section must be as it was in the file; under INFLIGHT_UPDATE=1 the file is rewritten instead, unless the
// subtest failed. No match is a failure: a test that runs nothing proves nothing.
func Txtar(t *testing.T, pattern string, run func(t *testing.T, ar *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no file matches %s", pattern)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		t.Run(name, func(t *testing.T) { runArchive(t, file, run) })
	}
}

// runArchive runs the case of one file.
func runArchive(t *testing.T, file string, run func(t *testing.T, ar *txtar.Archive)) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ar := txtar.Parse(content)
	sections := len(ar.Files)
	run(t, ar)
	if t.Failed() && Updating() {
		t.Fatalf("%s is left as it is, because its case failed", file)
	}
	checkSeparators(t, ar)
	if len(ar.Files) > sections && !Updating() {
		t.Errorf("%s has no section %s", file, ar.Files[sections].Name)
	}
	Compare(t, file, txtar.Format(ar))
}

// checkSeparators fails the test if a section holds a line that would end it: such an archive reads back
// differently.
func checkSeparators(t *testing.T, ar *txtar.Archive) {
	t.Helper()
	again := txtar.Parse(txtar.Format(ar))
	if len(again.Files) != len(ar.Files) {
		t.Fatal("a section contains a line of the form \"-- name --\"")
	}
}

// Has reports whether the archive has a section of that name.
func Has(ar *txtar.Archive, name string) bool { return find(ar, name) != nil }

// Get returns the content of a section and fails the test if there is none.
func Get(t testing.TB, ar *txtar.Archive, name string) []byte {
	t.Helper()
	f := find(ar, name)
	if f == nil {
		t.Fatalf("the archive has no section %s", name)
	}
	return f.Data
}

// Set stores what the test got in a section, which it appends if there is none. A missing newline at the end
// is added, because the format cannot express its absence.
func Set(ar *txtar.Archive, name string, got []byte) {
	if len(got) > 0 && !bytes.HasSuffix(got, []byte("\n")) {
		got = append(bytes.Clone(got), '\n')
	}
	if f := find(ar, name); f != nil {
		f.Data = got
		return
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: got})
}

// find returns the first section of a name, or nil.
func find(ar *txtar.Archive, name string) *txtar.File {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			return &ar.Files[i]
		}
	}
	return nil
}
