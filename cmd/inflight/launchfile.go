package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

// module returns the file with the kernel whose launch a file describes, and keeps the description; it
// returns a file of another kind as it is.
func (f *launchFlags) module(a *app, file *diag.File) (*diag.File, error) {
	if !strings.EqualFold(filepath.Ext(file.Name), ".json") {
		return file, nil
	}
	described, err := launchfile.Parse(file)
	if err != nil {
		return nil, badInput(err)
	}
	if len(described) != 1 || described[0].Module == "" {
		return nil, usagef("%s does not name the module of one kernel: give the file with PTX, and "+
			"--launch %[1]s", file.Name)
	}
	f.described = described
	module, err := a.open(filepath.Join(filepath.Dir(file.Name), described[0].Module))
	if err != nil {
		return nil, badInput(err)
	}
	return module, nil
}

// descriptions returns what is known of the launches of the kernels in a file with PTX: the description that
// the command line names, or else the one beside it.
func (f *launchFlags) descriptions(source *diag.File) (list []launchfile.Description, err error) {
	switch {
	case f.file != "":
		content, err := os.ReadFile(f.file)
		if err != nil {
			return nil, err
		}
		f.described, err = launchfile.Parse(diag.NewFile(f.file, content))
		return f.described, err
	case f.described != nil:
		return f.described, nil
	}
	return launchfile.Beside(source.Name)
}

// folder returns where files lie that the descriptions name.
func (f *launchFlags) folder(source *diag.File) string {
	return filepath.Dir(cmp.Or(f.file, source.Name))
}
