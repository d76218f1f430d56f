package npy

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

const (
	// magic is how every file begins.
	magic = "\x93NUMPY"
	// maxHeader is the largest header that is read. NumPy refuses longer ones than 10000 bytes by default.
	maxHeader = 64 << 10
	// chunk is how much is allocated for data of which nothing has been seen yet.
	chunk = 1 << 20
)

// Read reads one array and leaves the reader after its last byte. Its errors are diagnostics with codes
// npy-*; they name the file if r has a method Name, as *os.File has.
func Read(r io.Reader) (*Array, error) {
	d := decoder{r: r}
	if named, ok := r.(interface{ Name() string }); ok {
		d.name = named.Name()
	}
	return d.array()
}

// ReadFile reads the array in a file, which must end where the array does.
func ReadFile(name string) (*Array, error) {
	d := decoder{name: name}
	f, err := os.Open(name)
	if err != nil {
		return nil, d.readError(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		d.known = info.Size()
	}
	d.r = f
	a, err := d.array()
	if err != nil {
		return nil, err
	}
	switch n, err := io.ReadFull(f, make([]byte, 1)); {
	case n > 0:
		return nil, d.errorf(codeTrailing, "the file goes on after the %d bytes of its %s array of shape %v",
			len(a.Data), a.DType, a.Shape).Suggest("save one array per file")
	case err != io.EOF:
		return nil, d.readError(err)
	}
	return a, nil
}

// decoder reads one array.
type decoder struct {
	r     io.Reader
	name  string
	known int64 // number of bytes that the stream certainly has, 0 if unknown
}

// array reads header and data and brings the data into the form that Array promises.
func (d *decoder) array() (*Array, error) {
	text, err := d.headerText()
	if err != nil {
		return nil, err
	}
	file := diag.NewFile(cmp.Or(d.name, "input")+" (header)", text)
	h, err := parseHeader(file)
	if err != nil {
		return nil, err
	}
	n, err := byteCount(h.dtype, h.shape)
	if err != nil {
		return nil, diag.Errorf(codeShape, file.Span(0, len(bytes.TrimSpace(text))), "%s", err.Error())
	}
	data, err := d.data(n)
	if err != nil {
		return nil, err
	}
	return &Array{DType: h.dtype, Shape: h.shape, Data: normalize(h, data)}, nil
}

// headerText reads everything before the data and returns the dictionary's text.
func (d *decoder) headerText() ([]byte, error) {
	prefix := make([]byte, len(magic)+2)
	n, err := io.ReadFull(d.r, prefix)
	if !strings.HasPrefix(magic, string(prefix[:min(n, len(magic))])) {
		return nil, d.errorf(codeMagic, "%s is not in the .npy format", d.subject()).
			Suggest("write it with numpy.save; unpack .npz archives first")
	}
	if err != nil {
		return nil, d.incomplete(err, "the beginning of its magic number")
	}
	n, err = d.headerLength(prefix[len(magic)], prefix[len(magic)+1])
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	return text, d.full(text, "its header")
}

// headerLength reads the length of the header, whose own size depends on the version.
func (d *decoder) headerLength(major, minor byte) (int, error) {
	var field [4]byte
	size := 4
	switch {
	case major == 1 && minor == 0:
		size = 2
	case major != 2 && major != 3 || minor != 0:
		return 0, d.errorf(codeVersion, "version %d.%d of the .npy format is not known", major, minor).
			Suggest("load the file with NumPy and save it again")
	}
	if err := d.full(field[:size], "the length of its header"); err != nil {
		return 0, err
	}
	n := binary.LittleEndian.Uint32(field[:])
	if n > maxHeader {
		return 0, d.errorf(codeHeader, "the header has %d bytes; at most %d are read", n, maxHeader)
	}
	return int(n), nil
}

// data reads n bytes. Memory is allocated as the data arrives, so that it is at most in proportion to what
// the stream really holds.
func (d *decoder) data(n int) ([]byte, error) {
	data := make([]byte, 0, min(n, max(chunk, int(d.known))))
	for len(data) < n {
		data = slices.Grow(data, min(n-len(data), max(len(data), 1)))
		from := len(data)
		data = data[:min(n, cap(data))]
		if read, err := io.ReadFull(d.r, data[from:]); err != nil {
			return nil, d.incomplete(err, "%d of its %d bytes of data", from+read, n)
		}
	}
	return data, nil
}

// full fills p or says what of the file is missing.
func (d *decoder) full(p []byte, what string) error {
	if _, err := io.ReadFull(d.r, p); err != nil {
		return d.incomplete(err, "the beginning of %s", what)
	}
	return nil
}

// incomplete tells a file that ends too early from one that cannot be read.
func (d *decoder) incomplete(err error, format string, args ...any) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return d.readError(err)
	}
	return d.errorf(codeTruncated, "%s has only %s", d.subject(), fmt.Sprintf(format, args...)).
		Because(io.ErrUnexpectedEOF).Suggest("write or copy the file again")
}

// readError wraps an error of the operating system.
func (d *decoder) readError(err error) *diag.Diagnostic {
	return d.errorf(codeOpen, "%v",
		cause(err)).Because(err).Suggest("check the name and the permissions of the file")
}

// errorf returns a diagnostic about the file as a whole.
func (d *decoder) errorf(code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, diag.Place{Filename: d.name}.Span(), format, args...)
}

// subject names what is read in a sentence.
func (d *decoder) subject() string {
	if d.name == "" {
		return "the input"
	}
	return "the file"
}

// cause drops the operation and the path from an error of package os: the diagnostic names the file already.
func cause(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}
