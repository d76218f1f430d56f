package npy_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/npy"
)

// arrays generates arrays of every type and of all kinds of shapes, empty ones and single elements included.
func arrays() *rapid.Generator[*npy.Array] {
	return rapid.Custom(func(t *rapid.T) *npy.Array {
		shape := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 4).Draw(t, "shape")
		a, err := npy.New(rapid.SampledFrom(npy.DTypes()).Draw(t, "dtype"), shape...)
		if err != nil {
			t.Fatal(err)
		}
		elements := rapid.Byte()
		if a.DType == npy.Bool {
			elements = rapid.ByteRange(0, 1)
		}
		copy(a.Data, rapid.SliceOfN(elements, len(a.Data), len(a.Data)).Draw(t, "data"))
		return a
	})
}

func TestWriteThenReadIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { roundTrip(t, arrays().Draw(t, "array")) })
}

// Our files are byte for byte what NumPy writes, where both write version 1.0, little endian and C order.
func TestWriteAsNumPyDoes(t *testing.T) {
	for _, name := range []string{"little-b1", "little-i1", "little-f4", "little-c16", "scalar", "empty",
		"one-dimension"} {
		path := filepath.Join("testdata/numpy", name+".npy")
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, err := npy.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := npy.Write(&b, a); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s: wrote %q, want %q", name, b.Bytes(), want)
		}
	}
}

func TestNewAndLen(t *testing.T) {
	a, err := npy.New(npy.Complex64, 2, 3)
	if err != nil || a.Len() != 6 || len(a.Data) != 48 || a.DType.String() != "complex64" {
		t.Errorf("got %+v, %v", a, err)
	}
	for _, shape := range [][]int{{-1}, {1 << 40, 1 << 40}, make([]int, 65)} {
		_, err := npy.New(npy.Int8, shape...)
		checkCode(t, err, "npy-array", "")
	}
	_, err = npy.New(0, 1)
	checkCode(t, err, "npy-array", "dtype(0)")
	if (&npy.Array{Data: make([]byte, 8)}).Len() != 0 {
		t.Error("an array without type has elements")
	}
}

// What does not fit together is refused before anything is written.
func TestWriteRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npy")
	for _, a := range []*npy.Array{
		{DType: npy.Int32, Shape: []int{2}, Data: make([]byte, 7)},
		{DType: npy.Int32, Shape: []int{-2}, Data: make([]byte, 8)},
		{DType: npy.Bool, Shape: []int{2}, Data: []byte{1, 2}},
		{Shape: []int{2}, Data: make([]byte, 2)},
	} {
		var b bytes.Buffer
		checkCode(t, npy.Write(&b, a), "npy-array", "")
		checkCode(t, npy.WriteFile(path, a), "npy-array", "")
		if b.Len() != 0 {
			t.Errorf("%d bytes of an array that is none were written", b.Len())
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was left behind: %v", err)
	}
}

// shortWriter takes n bytes and then fails.
type shortWriter struct{ n int }

func (w *shortWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		return w.n, io.ErrShortWrite
	}
	w.n -= len(p)
	return len(p), nil
}

func TestWriteReportsTheWriter(t *testing.T) {
	a, err := npy.New(npy.Int32, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 127, 130} {
		if err := npy.Write(&shortWriter{n}, a); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("after %d bytes: got %v", n, err)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.npy"), filepath.Join(dir, "link.npy")
	a := &npy.Array{DType: npy.Uint8, Shape: []int{2}, Data: []byte{1, 2}}
	b := &npy.Array{DType: npy.Uint8, Shape: []int{2}, Data: []byte{3, 4}}
	if err := npy.WriteFile(path, a); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(path, 0o620), os.Symlink("a.npy", link)); err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteFile(link, b); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != 0o620 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	got, err := npy.ReadFile(path)
	if err != nil || !bytes.Equal(got.Data, b.Data) {
		t.Errorf("got %v, %v", got, err)
	}
	checkFolder(t, dir, "a.npy", "link.npy")
}

// A failed write leaves the old file and nothing else.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	a := &npy.Array{DType: npy.Uint8, Shape: []int{2}, Data: []byte{1, 2}}
	checkCode(t, npy.WriteFile(filepath.Join(dir, "none", "a.npy"), a), "npy-write", "a.npy")
	checkCode(t, npy.WriteFile(dir, a), "npy-write", dir)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	checkCode(t, npy.WriteFile(filepath.Join(dir, "file", "a.npy"), a), "npy-write", "not a directory")
	checkFolder(t, dir, "file")
}

// Devices are written to, not replaced.
func TestWriteFileToDevice(t *testing.T) {
	a := &npy.Array{DType: npy.Uint8, Shape: []int{2}, Data: []byte{1, 2}}
	before, err := os.Stat(os.DevNull)
	if err != nil || before.Mode().IsRegular() {
		t.Skipf("%s is not a device here: %v", os.DevNull, err)
	}
	link := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteFile(link, a); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(link); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the device became %v, %v", after, err)
	}
}

func checkFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Fatalf("the folder has %v, %v, want %v", entries, err, want)
	}
	for i, entry := range entries {
		if entry.Name() != want[i] {
			t.Errorf("the folder has %s, want %s", entry.Name(), want[i])
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	a, err := npy.New(npy.Float32, 1024, 1024)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(a.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := npy.Write(io.Discard, a); err != nil {
			b.Fatal(err)
		}
	}
}
