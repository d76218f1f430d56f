package npy_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/npy"
)

// little returns values as the little-endian bytes that Array.Data holds.
func little(t testing.TB, values any) []byte {
	t.Helper()
	data, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// file returns a file of version 1.0 with the given dictionary and data.
func file(dict string, data ...byte) []byte {
	header := dict + "\n"
	return slices.Concat([]byte("\x93NUMPY\x01\x00"), []byte{byte(len(header)), byte(len(header) >> 8)},
		[]byte(header), data)
}

// What NumPy itself wrote is read as what NumPy meant.
func TestReadWhatNumPyWrote(t *testing.T) {
	ramps := map[npy.DType]any{
		npy.Bool: []uint8{0, 1, 1, 1, 1, 1}, npy.Int8: []int8{0, 1, 2, 3, 4, 5},
		npy.Uint8: []uint8{0, 1, 2, 3, 4, 5},
		npy.Int16: []int16{0, 1, 2, 3, 4, 5}, npy.Uint16: []uint16{0, 1, 2, 3, 4, 5},
		npy.Int32: []int32{0, 1, 2, 3, 4, 5}, npy.Uint32: []uint32{0, 1, 2, 3, 4, 5},
		npy.Int64: []int64{0, 1, 2, 3, 4, 5}, npy.Uint64: []uint64{0, 1, 2, 3, 4, 5},
		npy.Float16: []uint16{0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500},
		npy.Float32: []float32{0, 1, 2, 3, 4, 5}, npy.Float64: []float64{0, 1, 2, 3, 4, 5},
		npy.Complex64: []complex64{0, 1, 2, 3, 4, 5}, npy.Complex128: []complex128{0, 1, 2, 3, 4, 5},
	}
	names := strings.Fields("b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16")
	types := []npy.DType{npy.Bool, npy.Int8, npy.Int16, npy.Int32, npy.Int64, npy.Uint8, npy.Uint16,
		npy.Uint32, npy.Uint64,
		npy.Float16, npy.Float32, npy.Float64, npy.Complex64, npy.Complex128}
	for i, d := range types {
		checkFile(t, "little-"+names[i], d, []int{2, 3}, ramps[d])
		checkFile(t, "big-"+names[i], d, []int{2, 3}, ramps[d])
	}
	wide := make([]float64, 24)
	for i := range wide {
		wide[i] = float64(i)
	}
	checkFile(t, "fortran-i4", npy.Int32, []int{2, 3}, ramps[npy.Int32])
	checkFile(t, "fortran-big-f8", npy.Float64, []int{2, 3, 4}, wide)
	checkFile(t, "fortran-ones-i2", npy.Int16, []int{1, 3, 1, 2, 1}, ramps[npy.Int16])
	checkFile(t, "void-2", npy.BFloat16, []int{2, 3}, ramps[npy.Uint16])
	checkFile(t, "scalar", npy.Float32, []int{}, float32(0))
	checkFile(t, "empty", npy.Float32, []int{3, 0, 2}, []float32{})
	checkFile(t, "one-dimension", npy.Int32, []int{5}, []int32{0, 1, 2, 3, 4})
	checkFile(t, "version-2", npy.Int32, []int{2, 3}, ramps[npy.Int32])
	checkFile(t, "version-3", npy.Int32, []int{2, 3}, ramps[npy.Int32])
}

func checkFile(t *testing.T, name string, d npy.DType, shape []int, values any) {
	t.Helper()
	a, err := npy.ReadFile(filepath.Join("testdata/numpy", name+".npy"))
	if err != nil {
		t.Error(err)
		return
	}
	if a.DType != d || !slices.Equal(a.Shape, shape) || !bytes.Equal(a.Data, little(t, values)) {
		t.Errorf("%s: got %s %v % x", name, a.DType, a.Shape, a.Data)
	}
}

// Spellings that NumPy does not use but Python allows, and those of ml_dtypes.
func TestReadSpellings(t *testing.T) {
	for _, c := range []struct {
		dict  string
		dtype npy.DType
	}{
		{`{"shape":(2,),"descr":"<u2","fortran_order":True}`, npy.Uint16},
		{"{ 'descr' : '<V2' , 'fortran_order' : False , 'shape' : ( 2 , ) , }", npy.BFloat16},
		{"{'descr': '|V2', 'fortran_order': False, 'shape': (1, 2)}", npy.BFloat16},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, )}\n  ", npy.Uint8},
	} {
		a, err := npy.Read(bytes.NewReader(file(c.dict, 1, 2, 3, 4)))
		if err != nil || a.DType != c.dtype || !bytes.Equal(a.Data, []byte{1, 2, 3, 4}) {
			t.Errorf("%s: got %+v, %v", c.dict, a, err)
		}
	}
}

func TestReadMakesBoolsZeroOrOne(t *testing.T) {
	a, err :=
		npy.Read(bytes.NewReader(file("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", 0, 1, 7)))
	if err != nil || !bytes.Equal(a.Data, []byte{0, 1, 1}) {
		t.Errorf("got %v, %v", a, err)
	}
}

// Several arrays in one stream are read one after the other, whatever pieces the stream comes in.
func TestReadLeavesTheRest(t *testing.T) {
	one := file("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", 1)
	two := file("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", 2)
	r := iotest.OneByteReader(bytes.NewReader(slices.Concat(one, two)))
	for want := byte(1); want <= 2; want++ {
		if a, err := npy.Read(r); err != nil || a.Data[0] != want {
			t.Errorf("got %v, %v, want %d", a, err, want)
		}
	}
	if _, err := npy.Read(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v at the end of the stream", err)
	}
}

// badInputs are inputs that must be refused; the golden holds what is said about them.
func badInputs() map[string][]byte {
	const tail = "'fortran_order': False, 'shape': (2,)}"
	f4 := func(shape string) []byte {
		return file("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}")
	}
	return map[string][]byte{
		"empty":                nil,
		"magic cut":            []byte("\x93NUM"),
		"zip":                  []byte("PK\x03\x04 and so on"),
		"text":                 []byte("1, 2, 3\n"),
		"version 4":            []byte("\x93NUMPY\x04\x00"),
		"version 1.1":          []byte("\x93NUMPY\x01\x01"),
		"length cut":           []byte("\x93NUMPY\x02\x00\x10\x00"),
		"header too long":      []byte("\x93NUMPY\x02\x00\x01\x00\x01\x00"),
		"header cut":           file("{'descr'}")[:14],
		"no dictionary":        file("('descr', '<f4')"),
		"no shape":             file("{'descr': '<f4', 'fortran_order': False}"),
		"key twice":            file("{'descr': '<f4', 'descr': '<f4', " + tail),
		"unknown key":          file("{'color': 'red', 'descr': '<f4', " + tail),
		"key not a string":     file("{descr: '<f4', " + tail),
		"no colon":             file("{'descr' '<f4', " + tail),
		"no comma":             file("{'descr': '<f4' " + tail),
		"no end":               file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)"),
		"string without end":   file("{'descr': '<f4"),
		"string with escape":   file("{'descr': '\\x3cf4', " + tail),
		"more after it":        file("{'descr': '<f4', " + tail + " + {}"),
		"nul after it":         file("{'descr': '<f4', " + tail + "\x00"),
		"order not a bool":     file("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}"),
		"shape a number":       f4("(3)"),
		"shape a list":         f4("[3]"),
		"shape without commas": f4("(3 4)"),
		"shape of commas":      f4("(,)"),
		"extent negative":      f4("(-1,)"),
		"extent not decimal":   f4("(0x10,)"),
		"extent too large":     f4("(" + strings.Repeat("9", 50) + ",)"),
		"product too large":    f4("(4294967296, 4294967296)"),
		"rank too large":       f4("(" + strings.Repeat("1, ", 65) + ")"),
		"objects":              file("{'descr': '|O', " + tail),
		"strings":              file("{'descr': '<U3', " + tail),
		"records":              file("{'descr': [('a', '<f4')], " + tail),
		"order of bytes":       file("{'descr': '=f4', " + tail),
		"type without order":   file("{'descr': '', " + tail),
		"data cut":             file("{'descr': '<f4', "+tail, 1, 2, 3),
		"a lie":                f4("(1000000, 1000000)"),
	}
}

func TestBadInputs(t *testing.T) {
	inputs := badInputs()
	names := make([]string, 0, len(inputs))
	for name := range inputs {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	for _, name := range names {
		b.WriteString("== " + name + "\n")
		_, err := npy.Read(bytes.NewReader(inputs[name]))
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !strings.HasPrefix(string(d.Code), "npy-") {
			t.Errorf("%s: got %v, want a diagnostic", name, err)
		}
		if err := (diag.Text{W: &b}).Render(err); err != nil {
			t.Fatal(err)
		}
	}
	golden.Compare(t, "testdata/errors.txt", b.Bytes())
}

// A file's diagnostics name the file.
func TestReadFileErrors(t *testing.T) {
	dir := t.TempDir()
	good := file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", 1, 2)
	for name, content := range map[string][]byte{
		"npy-trailing": append(slices.Clone(good), 3), "npy-truncated": good[:len(good)-1],
		"npy-magic": []byte("x"), "npy-header": file("{"), "npy-dtype": file("{'descr': '|O'}"),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := npy.ReadFile(path)
		checkCode(t, err, diag.Code(name), path)
	}
	_, err := npy.ReadFile(filepath.Join(dir, "missing"))
	checkCode(t, err, "npy-open", "missing")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	_, err = npy.ReadFile(dir)
	checkCode(t, err, "npy-open", dir)
}

func checkCode(t *testing.T, err error, code diag.Code, mention string) {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != code {
		t.Errorf("got %v, want code %s", err, code)
	} else if !strings.Contains(err.Error(), mention) {
		t.Errorf("%v does not mention %s", err, mention)
	}
}

func TestReadReportsTheReader(t *testing.T) {
	good := file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", 1, 2)
	for n := range good {
		r := io.MultiReader(bytes.NewReader(good[:n]), iotest.ErrReader(fs.ErrClosed))
		_, err := npy.Read(r)
		if checkCode(t, err, "npy-open", "closed"); !errors.Is(err, fs.ErrClosed) {
			t.Fatalf("after %d bytes: got %v", n, err)
		}
	}
}

// A header that promises a terabyte costs no more memory than the stream is long, up to a constant.
func TestLyingHeaderAllocatesLittle(t *testing.T) {
	lie := file("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000)}",
		make([]byte, 4<<20)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := npy.Read(bytes.NewReader(lie))
	runtime.ReadMemStats(&after)
	checkCode(t, err, "npy-truncated", "4194304 of its 8000000000000 bytes")
	// Doubling allocates about twice the final size in total, and the final size is at most twice what was
	// read.
	if got := after.TotalAlloc - before.TotalAlloc; got > 6*uint64(len(lie)) {
		t.Errorf("%d bytes were allocated for a stream of %d", got, len(lie))
	}
}

// FuzzRead holds that any input gives a diagnostic, or an array that can be written and read again.
func FuzzRead(f *testing.F) {
	for _, input := range badInputs() {
		f.Add(input)
	}
	for _, name := range []string{"little-f4", "big-c16", "fortran-i4", "version-2", "version-3", "empty",
		"scalar"} {
		content, err := os.ReadFile(filepath.Join("testdata/numpy", name+".npy"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		a, err := npy.Read(bytes.NewReader(input))
		if err != nil {
			if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code == "" {
				t.Fatalf("%v is no diagnostic", err)
			}
			return
		}
		if len(a.Data) > len(input) {
			t.Fatalf("%d bytes of data from %d of input", len(a.Data), len(input))
		}
		roundTrip(t, a)
	})
}

// fataler is what *testing.T and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// roundTrip fails if an array is not the same after having been written and read.
func roundTrip(t fataler, a *npy.Array) {
	t.Helper()
	var b bytes.Buffer
	if err := npy.Write(&b, a); err != nil {
		t.Fatal(err)
	}
	if (b.Len()-len(a.Data))%64 != 0 {
		t.Fatal("the data is not aligned")
	}
	again, err := npy.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if again.DType != a.DType || !slices.Equal(again.Shape, a.Shape) || !bytes.Equal(again.Data, a.Data) {
		t.Fatalf("%s %v came back as %s %v", a.DType, a.Shape, again.DType, again.Shape)
	}
	if b.Len() != 0 {
		t.Fatalf("%d bytes too many were written", b.Len())
	}
}

func BenchmarkRead(b *testing.B) {
	for name, dict := range map[string]string{
		"little":  "{'descr': '<f4', 'fortran_order': False, 'shape': (1024, 1024)}",
		"big":     "{'descr': '>f4', 'fortran_order': False, 'shape': (1024, 1024)}",
		"fortran": "{'descr': '<f4', 'fortran_order': True, 'shape': (1024, 1024)}",
	} {
		input := file(dict, make([]byte, 4<<20)...)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(4 << 20)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := npy.Read(bytes.NewReader(input)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
