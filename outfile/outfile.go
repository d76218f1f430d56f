// Package outfile writes files: each is complete or as it was before, whatever command writes it. Start
// reading at Create.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// The modes of files that do not exist yet; the process's umask takes from them, as with compilers.
const (
	Data       fs.FileMode = 0o666
	Executable fs.FileMode = 0o777
)

// File is a file being written. Its content waits under a temporary name in the same folder until Commit.
// What exists and is no regular file, such as a pipe or /dev/null, and what is below /dev, has no content to
// keep, and is written to at once.
type File struct {
	*os.File
	target string // "" for what is written to at once
}

// Create begins to write a file. A file that is replaced keeps its mode, and a symbolic link stays and leads
// to the new content; fresh is the mode of a new file.
func Create(name string, fresh fs.FileMode) (*File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || strings.HasPrefix(filepath.Clean(name), "/dev/") {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &File{f, ""}, err
	}
	target, err := follow(name)
	if err != nil {
		return nil, err
	}
	mode := fresh
	if info != nil {
		mode = info.Mode().Perm()
	}
	temporary := fmt.Sprintf("%s.%016x.tmp", target, rand.Uint64())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	if info != nil {
		err = f.Chmod(mode) // without the umask
	}
	made := &File{f, target}
	if err != nil {
		made.Discard()
		return nil, err
	}
	return made, nil
}

// follow returns the file that a name stands for through symbolic links, the last of which may lead to
// nothing yet.
func follow(name string) (string, error) {
	for range 255 {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link, or nothing
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many symbolic links")}
}

// Temporary reports whether the content waits in a file that Discard has to remove.
func (f *File) Temporary() bool { return f.target != "" }

// Commit closes the file and gives it its name. After an error there is nothing left of it.
func (f *File) Commit() error {
	err := f.Close()
	if f.target == "" {
		return err
	}
	if err == nil {
		err = os.Rename(f.Name(), f.target)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Discard gives up what was not committed.
func (f *File) Discard() {
	if f.File == nil {
		return
	}
	_ = f.Close() // it may be closed
	if f.target != "" {
		_ = os.Remove(f.Name()) // it may have its name already
	}
}
