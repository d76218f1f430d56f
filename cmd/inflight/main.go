// Command inflight is the compiler's command line. `inflight help` lists its commands.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	exitOK    = 0
	exitError = 1 // the input is wrong, or a hazard was found
	exitUsage = 2 // the command line is wrong; of kernels in PTX also the text, or the launch
	// exitUndecided is the exit status for a kernel in PTX whose verdict depends on a launch that nobody
	// gave, or whose execution ended at something that is not executed here.
	exitUndecided = 3
)

// app holds the streams and flags that all commands share.
type app struct {
	in       io.Reader
	out, err io.Writer
	json     bool
	findings findingsFormat
	// acceptance says which findings somebody has accepted.
	acceptance acceptance
	format     language.Language // of the input; with Unknown the file determines it
	// timeLimit is the time limit of the command, 0 for none. expired is closed when the limit is reached.
	timeLimit time.Duration
	expired   chan struct{}
}

func newApp(in io.Reader, out, errw io.Writer) *app {
	return &app{in: in, out: out, err: errw,
		findings: findingsFormat{origins: map[*diag.Diagnostic]*diag.Diagnostic{}}}
}

// run executes one command line and returns the exit status.
func run(args []string, in io.Reader, out, errw io.Writer) int {
	written := &standardOutput{Writer: out}
	a := newApp(in, written, errw)
	root := a.command()
	root.SetArgs(doubleDashes(args))
	err := a.untilEnded(root.ExecuteContext)
	var status exitStatus
	var early interruption
	var usage usageError
	var input unusable
	switch {
	case err == nil && written.err == nil:
		return exitOK
	case err == nil:
		err = writeError("standard output", written.err)
	case errors.As(err, &early):
		if early.why != nil {
			a.write(early.why)
		}
		return int(early.status)
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		_, _ = diag.Fprintf(errw, "inflight: %v\n", err)
		return exitUsage
	case errors.As(err, &input):
		a.write(input.error)
		return exitUsage
	}
	a.write(err)
	return exitError
}

// guarded returns a panic of f, which is a mistake in Inflight, as a diagnostic. No input may crash the
// command.
func guarded(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = pass.InternalError(diag.Span{}, "running the command", cause)
		}
	}()
	return f()
}

// exitStatus is the error of a command whose diagnostics are already written.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usageError is a mistake on the command line. Its text says how to correct it.
type usageError struct{ error }

// unusable is the error of input that cannot be judged. Its diagnostics are rendered as those of other
// errors.
type unusable struct{ error }

func (u unusable) Unwrap() error { return u.error }

func usagef(format string, args ...any) error {
	return usageError{errors.New(diag.Sprintf(format, args...))}
}

// render writes diagnostics, or keeps them until all are known, where the format needs that.
func (a *app) render(err error) {
	if a.findings.isWhole() {
		a.collect(err)
		return
	}
	a.write(err)
}

// write writes diagnostics as text to the error stream or, with --json, as JSON.
func (a *app) write(err error) {
	list := diag.FromError(err)
	list.Sort()
	if a.json {
		_ = diag.JSON{W: a.err}.Render(list)
		return
	}
	_ = diag.Text{W: a.err, Color: hasColor(a.err)}.Render(list)
}

// command builds the tree of commands.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "inflight",
		Short: "A compiler for programs that overlap work",
		Long: `Inflight takes ordinary loops, makes parts of them asynchronous, places the
fewest waits, proves that the waits are right, and runs the result. Programs
are written in MLIR's syntax (.mlir) or in TVMScript (.py).`,
		Example: "  inflight run examples/gemm/gemm.mlir\n" +
			"  inflight run examples/tvm/attention.py",
		SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Version: version(),
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.runCommand(), a.checkCommand(), a.simCommand(), a.optCommand(), a.translateCommand(),
		a.buildCommand(), a.graphCommand(), a.explainCommand(), a.recordCommand())
	a.limitTime(root)
	root.SetHelpCommand(helpCommand(root))
	root.InitDefaultVersionFlag()
	return root
}

// knownCommand rejects arguments of the root command, which are names of commands that do not exist.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(root, args[0])
}

func unknownCommand(root *cobra.Command, name string) error {
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usagef("there is no command '%s'; did you mean '%s'?", name, strings.Join(near, "' or '"))
	}
	if slices.Contains(language.Extensions, strings.TrimPrefix(filepath.Ext(name), ".")) {
		return usagef("there is no command '%s'; did you mean 'inflight run %s'?", name, name)
	}
	return usagef("there is no command '%s'; 'inflight help' lists them", name)
}

// helpCommand is cobra's help command, except that the name of a command that does not exist is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show how a command is used",
		RunE: func(_ *cobra.Command, args []string) error {
			root.InitDefaultHelpFlag()
			if len(args) == 0 {
				return root.Help()
			}
			c, rest, err := root.Find(args)
			if err != nil || c == root || len(rest) > 0 {
				return unknownCommand(root, args[0])
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}

// oneFile accepts exactly one argument, a file name.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("'%s' takes one file, got %d; - is standard input\n'%s --help' shows an example",
			c.CommandPath(), len(args), c.CommandPath())
	}
	return nil
}

// atMostOne accepts one argument or none.
func atMostOne(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("'%s' takes at most one argument, got %d\n'%s --help' shows an example",
			c.CommandPath(), len(args), c.CommandPath())
	}
	return nil
}
