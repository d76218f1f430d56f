package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/outfile"
)

var codeWrite = diag.Register("file-write", "a file cannot be written",
	"The operating system refused it. The message has its reason. A file of that name is left as it was.")

// outFiles is a set of files that are all completed together, or none of them is. The process does not exit
// while it writes such a file.
type outFiles struct {
	ctx     context.Context
	staged  []stagedFile
	release []func()
}

// stagedFile is a complete file without its final name. name is its name as the user gave it.
type stagedFile struct {
	file *outfile.File
	name string
}

// checkFolder returns an error if a file cannot be written because its folder does not exist. It is called
// before any work.
func checkFolder(name string) error {
	info, err := os.Stat(filepath.Dir(name))
	if err == nil && !info.IsDir() {
		err = errors.New("its folder is a file")
	}
	if err == nil {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return writeError(name, errors.New("it is a folder"))
		}
		return nil
	}
	return writeError(name, err)
}

func writeError(name string, err error) error {
	if reason, ok := errors.AsType[*fs.PathError](err); ok {
		err = reason.Err
	}
	return diag.Errorf(codeWrite, diag.Place{Filename: name}.Span(), "cannot write the file: %v", err).
		Because(err).Suggest("check that the folder exists, may be written to and has space left")
}

// standardOutput keeps the first error of a writer, because callers of fmt.Fprint ignore it.
type standardOutput struct {
	io.Writer
	err error
}

func (o *standardOutput) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// writeFile writes one file completely, or leaves no file.
func writeFile(ctx context.Context, name string, fill func(io.Writer) error) error {
	out := outFiles{ctx: ctx}
	defer out.discard()
	if err := out.add(name, fill); err != nil {
		return err
	}
	return out.commit()
}

// add writes the content of a file, which gets its name in commit.
func (o *outFiles) add(name string, fill func(io.Writer) error) error {
	f, err := outfile.Create(name, outfile.Data)
	if err != nil {
		return writeError(name, err)
	}
	o.staged = append(o.staged, stagedFile{f, name})
	if f.Temporary() {
		o.release = append(o.release, interrupt.Hold(o.ctx))
	}
	if err := fill(f); err != nil {
		return writeError(name, err)
	}
	return nil
}

// commit gives the files their final names.
func (o *outFiles) commit() error {
	for _, s := range o.staged {
		if err := s.file.Commit(); err != nil {
			return writeError(s.name, err)
		}
	}
	o.staged = nil
	return nil
}

// discard removes the files that were not committed. Callers must call it in any case.
func (o *outFiles) discard() {
	for _, s := range o.staged {
		s.file.Discard()
	}
	for _, release := range o.release {
		release()
	}
}
