package golden

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// updateVariable is the environment variable that asks for goldens to be rewritten.
const updateVariable = "INFLIGHT_UPDATE"

// Updating reports whether goldens are being rewritten instead of compared.
func Updating() bool { return os.Getenv(updateVariable) == "1" }

// Compare fails the test if got is not the content of the file at path. Under INFLIGHT_UPDATE=1 it writes got
// there instead, creating folders as needed, and leaves a file that is already right untouched.
func Compare(t testing.TB, path string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err == nil && bytes.Equal(want, got) {
		return
	}
	switch {
	case Updating():
		write(t, path, got)
	case errors.Is(err, fs.ErrNotExist):
		t.Errorf("%s does not exist; %s=1 go test writes it. Got:\n%s", path, updateVariable, got)
	case err != nil:
		t.Error(err)
	default:
		t.Errorf("%s differs (-want +got); if got is right, %s=1 go test rewrites it:\n%s", path,
			updateVariable,
			cmp.Diff(string(want), string(got)))
	}
}

// write stores a golden.
func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("wrote %s", path)
}
