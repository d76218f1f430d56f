package opt

import (
	"context"
	"io"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/outfile"
)

// sink writes the output of a run: to stdout at once, or to a file that is complete or does not appear at
// all. It buffers nothing, because the text of a large program takes as much memory as its source. After the
// first error it writes nothing more; close returns that error.
type sink struct {
	ctx  context.Context
	path string // of the file; "" stands for stdout
	w    io.Writer
	file *outfile.File
	err  error
	// release marks the end of writing the file. The process does not exit before that.
	release func()

	closed bool
}

func newSink(ctx context.Context, path string, stdout io.Writer) sink {
	if path == "" || path == "-" {
		return sink{w: stdout}
	}
	return sink{ctx: ctx, path: path}
}

// Write implements io.Writer. The file is created with the first byte, so that no file is created for input
// without output.
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

// open creates the file, under a temporary name if possible.
func (s *sink) open() {
	if s.file, s.err = outfile.Create(s.path, outfile.Data); s.err == nil {
		s.w = s.file
		if s.file.Temporary() {
			s.release = interrupt.Hold(s.ctx)
		}
	}
}

// close ends the output. The file gets its name only if there was no error and keep is true. Further calls do
// nothing.
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
