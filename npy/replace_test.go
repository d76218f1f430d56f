package npy

import (
	"os"
	"path/filepath"
	"testing"
)

// When the last step, the rename, fails, the temporary file goes away.
func TestReplaceCleansUp(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "a.npy")
	if err := os.MkdirAll(filepath.Join(target, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	a := &Array{DType: Uint8, Shape: []int{1}, Data: []byte{1}}
	if err := replace(target, newFile, a); err == nil {
		t.Error("a folder was replaced")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
