package npy

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/outfile"
)

// alignment is what the data's offset is a multiple of, so that files can be mapped into memory.
const alignment = 64

// Write writes an array in version 1.0 of the format, little endian and in C order. It fails with code
// npy-array, before the first byte, if the array does not pass Check; other errors are those of w.
func Write(w io.Writer, a *Array) error {
	if err := a.Check(); err != nil {
		return err
	}
	if _, err := io.WriteString(w, encodeHeader(a.DType, a.Shape)); err != nil {
		return err
	}
	_, err := w.Write(a.Data)
	return err
}

// WriteHeader writes all that stands before the data of an array, for those who write the data piece by
// piece. It fails with code npy-array, before the first byte, if there is no such array; other errors are
// those of w.
func WriteHeader(w io.Writer, t DType, shape ...int) error {
	if _, err := byteCount(t, shape); err != nil {
		return diag.Errorf(codeArray, diag.Span{}, "%s", err.Error())
	}
	_, err := io.WriteString(w, encodeHeader(t, shape))
	return err
}

// encodeHeader returns all that stands before the data, spelled as NumPy spells it. The rank is limited, so
// the length fits into the two bytes that version 1.0 has for it.
func encodeHeader(t DType, shape []int) string {
	extents := make([]string, len(shape))
	for i, extent := range shape {
		extents[i] = strconv.Itoa(extent)
	}
	list := strings.Join(extents, ", ")
	if len(extents) == 1 {
		list += ","
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtypes[t].descr, list)
	prefix := len(magic) + 4
	padding := alignment - (prefix+len(dict)+1)%alignment
	text := dict + strings.Repeat(" ", padding%alignment) + "\n"
	return magic + "\x01\x00" + string([]byte{byte(len(text)), byte(len(text) >> 8)}) + text
}

// WriteFile writes an array to a file, as package outfile does.
func WriteFile(name string, a *Array) error {
	if err := a.Check(); err != nil {
		return err
	}
	f, err := outfile.Create(name, outfile.Data)
	if err != nil {
		return writeError(name, err)
	}
	defer f.Discard()
	if err = Write(f, a); err == nil {
		err = f.Commit()
	}
	if err != nil {
		return writeError(name, err)
	}
	return nil
}

// writeError wraps an error of the operating system.
func writeError(name string, err error) error {
	return diag.Errorf(codeWrite, diag.Place{Filename: name}.Span(), "cannot write the array: %v",
		cause(err)).
		Because(err).Suggest("check that the folder exists, may be written to and has space left")
}
