package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/recorder"
)

// recordFlags are the flags of record.
type recordFlags struct {
	folder, object, kernel string
	launches, data         int64
}

func (a *app) recordCommand() *cobra.Command {
	var flags recordFlags
	c := &cobra.Command{
		Use:   "record [--] PROGRAM [ARGUMENT...]",
		Short: "Record the launches of a program that uses an NVIDIA GPU",
		Long: `Record runs a program on a machine with an NVIDIA GPU, and writes a file for
each launch of a kernel: its grid, block, shared memory and parameters, and how
large the memory is that they point to. The code of the kernels lies beside it.
'inflight check' and 'inflight run' take these files on any machine:

  inflight record -- python3 train.py

The program preloads a small library, which a C compiler makes. With --library
it is only made, for a machine or a container that has no inflight:

  LD_PRELOAD=./libinflight-record.so INFLIGHT_RECORD=launches python3 train.py

` + recordVariables,
		Example: "  inflight record --library /tmp/libinflight-record.so\n" +
			"  inflight record --out /tmp/launches -- inflight run examples/gpu/triad.mlir --engine cuda",
		RunE: func(c *cobra.Command, program []string) error {
			switch {
			case flags.object != "" && len(program) > 0:
				return usagef("--library only makes the library: leave out %s", program[0])
			case flags.object != "":
				return a.makeRecorder(c.Context(), flags.object)
			case len(program) == 0:
				return usagef("record runs a program: name it, as in 'inflight record -- python3 train.py'")
			case flags.launches < 1 || flags.data < 0:
				return usagef("--launches is at least 1, and --data at least 0")
			}
			return a.record(c.Context(), &flags, program)
		},
	}
	c.Flags().SetInterspersed(false)
	c.Flags().StringVar(&flags.folder, "out", "launches", "`folder` for the files")
	c.Flags().StringVar(&flags.kernel, "kernel", "", "only kernels whose name contains `TEXT`")
	c.Flags().Int64Var(&flags.launches, "launches", 1000, "the most launches that are written")
	c.Flags().Int64Var(&flags.data, "data", 0, "write the contents of buffers of at most so many `bytes`,\n"+
		"for which the program waits at each launch")
	c.Flags().StringVar(&flags.object, "library", "", "make the library as `file`, and run nothing")
	return c
}

// recordVariables is the part of the help that tells how the library is used by itself.
const recordVariables = `It reads INFLIGHT_RECORD_KERNEL, INFLIGHT_RECORD_LAUNCHES and
INFLIGHT_RECORD_DATA, which the flags are for. Equal launches are written once.`

// makeRecorder compiles the library.
func (a *app) makeRecorder(ctx context.Context, file string) error {
	if err := checkFolder(file); err != nil {
		return err
	}
	if err := recorder.Build(ctx, file); err != nil {
		return err
	}
	_, err := diag.Fprintf(a.out, "wrote %s\n", file)
	return err
}

// record runs a program with the library, and tells what was written. The exit status is the program's.
func (a *app) record(ctx context.Context, flags *recordFlags, program []string) error {
	temporary, err := os.MkdirTemp("", "inflight-record-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	library := filepath.Join(temporary, "libinflight-record.so")
	if err := recorder.Build(ctx, library); err != nil {
		return err
	}
	folder, err := filepath.Abs(flags.folder)
	if err != nil {
		return err
	}
	before := descriptions(folder)
	cmd := exec.CommandContext(ctx, program[0], program[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.in, a.out, a.err
	cmd.Env = append(recorder.Environment(os.Environ(), library, folder),
		recorder.KernelVariable+"="+flags.kernel,
		recorder.LaunchesVariable+"="+strconv.FormatInt(flags.launches, 10),
		recorder.DataVariable+"="+strconv.FormatInt(flags.data, 10))
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return usagef("%s does not run: %v", program[0], err)
	}
	if told := a.tellRecorded(flags.folder, folder, before); told != nil {
		return told
	}
	if exit != nil {
		return exitStatus(max(exit.ExitCode(), exitError))
	}
	return nil
}

// descriptions returns the names of the descriptions in a folder, none if there is no such folder.
func descriptions(folder string) []string {
	files, _ := fs.Glob(os.DirFS(folder), "*.json")
	return files
}

// tellRecorded says on the standard error what was written, and what to do with it. The standard output is
// the program's.
func (a *app) tellRecorded(name, folder string, before []string) error {
	kernels := map[string]string{} // the first file of each
	written := 0
	for _, file := range descriptions(folder) {
		if slices.Contains(before, file) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return err
		}
		list, err := launchfile.Parse(diag.NewFile(file, content))
		if err != nil {
			return err
		}
		written++
		if _, known := kernels[list[0].Name]; !known {
			kernels[list[0].Name] = file
		}
	}
	var lines strings.Builder
	if written == 0 {
		diag.Fprintf(&lines, "inflight: no launch was recorded that %s has not: the program launched no "+
			"kernel, or is linked so that it cannot preload a library\n", name)
	} else {
		diag.Fprintf(&lines, "inflight: recorded in %s: %s, of %s\n", name, diag.Count(written, "file"),
			diag.Count(len(kernels), "kernel"))
		first := slices.Min(slices.Collect(maps.Values(kernels)))
		diag.Fprintf(&lines, "inflight: next: inflight check %s\n", filepath.Join(name, first))
	}
	_, err := fmt.Fprint(a.err, lines.String())
	return err
}
