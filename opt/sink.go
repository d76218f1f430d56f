package opt

import (
	"io"
	"os"
	"path/filepath"
)

// sink takes what a run prints: to stdout as it comes, in a file all of it or
// nothing. It holds none of it, because the text of a large program takes as
// much memory as its source. The first error ends writing; close returns it.
type sink struct {
	path string // of the file; "" means stdout
	w    io.Writer
	temp *os.File // beside path until close gives it that name
	err  error

	closed bool
}

func newSink(path string, stdout io.Writer) sink {
	if path == "" || path == "-" {
		return sink{w: stdout}
	}
	return sink{path: path}
}

// Write implements io.Writer. The file is made when the first byte comes:
// input that leads to none touches no folder.
func (s *sink) Write(text []byte) (int, error) {
	if s.w == nil && s.err == nil {
		s.open()
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(text)
	s.err = err
	return n, err
}

// open opens what exists and is no regular file, such as /dev/null, and else a
// file beside the final place.
func (s *sink) open() {
	var f *os.File
	if info, err := os.Stat(s.path); err == nil && !info.Mode().IsRegular() {
		f, s.err = os.OpenFile(s.path, os.O_WRONLY, 0)
	} else {
		f, s.err = os.CreateTemp(filepath.Dir(s.path), "."+filepath.Base(s.path)+"-*")
		s.temp = f
	}
	if s.err == nil {
		s.w = f
	}
}

// close ends the output. A file appears only if everything went well and keep
// is true. Closing it again does nothing.
func (s *sink) close(keep bool) error {
	if s.path == "" || s.closed {
		return s.err
	}
	s.closed = true
	if keep && s.w == nil && s.err == nil {
		s.open() // an empty file
	}
	if c, ok := s.w.(io.Closer); ok {
		if err := c.Close(); s.err == nil {
			s.err = err
		}
	}
	if s.temp == nil {
		return s.err
	}
	defer os.Remove(s.temp.Name()) // a file that was renamed is not there
	if s.err == nil && keep {
		s.err = os.Chmod(s.temp.Name(), 0o644)
		if s.err == nil {
			s.err = os.Rename(s.temp.Name(), s.path)
		}
	}
	return s.err
}
