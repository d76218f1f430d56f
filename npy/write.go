package npy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
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

// WriteHeader writes all that stands before the data of an array, for those who write the data piece by piece. It fails with
// code npy-array, before the first byte, if there is no such array; other errors are those of w.
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

// WriteFile writes an array to a file. A regular file is complete or as it was before: the data goes to a
// temporary file in the same folder, which then takes the name. Pipes and devices are written to directly.
func WriteFile(name string, a *Array) error {
	if err := a.Check(); err != nil {
		return err
	}
	target, mode, err := resolve(name)
	if err != nil {
		return writeError(name, err)
	}
	if mode.IsRegular() {
		err = replace(target, mode, a)
	} else {
		err = overwrite(target, a)
	}
	if err != nil {
		return writeError(name, err)
	}
	return nil
}

// newFile is the mode of a file that does not exist yet; the process's umask takes from it.
const newFile fs.FileMode = 0o666

// resolve follows symbolic links, which a rename would replace, and returns the mode that the file has or is
// to get.
func resolve(name string) (string, fs.FileMode, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, newFile, nil
	}
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", 0, err
	}
	return target, info.Mode(), nil
}

// replace writes a new file and gives it the name of the target. Nothing is left behind when that fails.
func replace(target string, mode fs.FileMode, a *Array) (err error) {
	temporary := fmt.Sprintf("%s.%016x.tmp", target, rand.Uint64())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	if mode != newFile {
		err = f.Chmod(mode)
	}
	if err := errors.Join(err, Write(f, a), f.Close()); err != nil {
		return err
	}
	return os.Rename(temporary, target)
}

// overwrite writes to something that cannot be renamed, such as a pipe.
func overwrite(target string, a *Array) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(Write(f, a), f.Close())
}

// writeError wraps an error of the operating system.
func writeError(name string, err error) error {
	return diag.Errorf(codeWrite, diag.Place{Filename: name}.Span(), "cannot write the array: %v", cause(err)).
		Because(err).Suggest("check that the folder exists, may be written to and has space left")
}
