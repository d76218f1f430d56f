package opt

import (
	"context"
	"io"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/outfile"
)

// sink takes what a run prints: to stdout as it comes, in a file all of it or
// nothing. It holds none of it, because the text of a large program takes as
// much memory as its source. The first error ends writing; close returns it.
type sink struct {
	ctx  context.Context
	path string // of the file; "" means stdout
	w    io.Writer
	file *outfile.File
	err  error
	// release says that the file is no longer in the making, which the end of the process waits for.
	release func()

	closed bool
}

func newSink(ctx context.Context, path string, stdout io.Writer) sink {
	if path == "" || path == "-" {
		return sink{w: stdout}
	}
	return sink{ctx: ctx, path: path}
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

// open begins to write the file.
func (s *sink) open() {
	if s.file, s.err = outfile.Create(s.path, outfile.Data); s.err == nil {
		s.w = s.file
		if s.file.Temporary() {
			s.release = interrupt.Hold(s.ctx)
		}
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
	if s.file == nil {
		return s.err
	}
	if s.release != nil {
		defer s.release()
	}
	defer s.file.Discard()
	if s.err == nil && keep {
		s.err = s.file.Commit()
	}
	return s.err
}
