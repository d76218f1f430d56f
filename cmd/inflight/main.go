// Command inflight is the compiler: inflight help tells what it can do.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/inflight-compiler/inflight/diag"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	exitOK    = 0
	exitError = 1 // the input is wrong, or a hazard was found
	exitUsage = 2 // the command line is wrong
)

// app is what every command needs.
type app struct {
	in       io.Reader
	out, err io.Writer
	json     bool
}

// run executes one command line and returns the exit status.
func run(args []string, in io.Reader, out, errw io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	a := &app{in: in, out: out, err: errw}
	root := a.command()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var status exitStatus
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &status):
		return int(status)
	case isUsage(err):
		fmt.Fprintf(errw, "inflight: %v\nRun 'inflight help' for what there is.\n", err)
		return exitUsage
	}
	a.render(err)
	return exitError
}

// exitStatus is an error that was reported already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usageError is a mistake on the command line.
type usageError struct{ error }

// isUsage tells mistakes on the command line from those in the input: all
// errors of ours are diagnostics.
func isUsage(err error) bool {
	var usage usageError
	var d *diag.Diagnostic
	var l diag.List
	return errors.As(err, &usage) || !errors.As(err, &d) && !errors.As(err, &l) && !errors.Is(err, context.Canceled)
}

// render writes diagnostics as text to the error stream or, with --json, as JSON.
func (a *app) render(err error) {
	list := diag.FromError(err)
	list.Sort()
	if a.json {
		_ = diag.JSON{W: a.err}.Render(list)
		return
	}
	_ = diag.Text{W: a.err, Color: isTerminal(a.err)}.Render(list)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// width returns the columns of the terminal that w is, 80 if it is none.
func width(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}

// command builds the tree of commands.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "inflight",
		Short: "A compiler for asynchronous programs",
		Long: `Inflight takes ordinary loops, makes parts of them asynchronous, places the
fewest waits, proves that the waits are right, and runs the result.`,
		Example:       "  inflight run examples/gemm/gemm.mlir",
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(a.runCommand(), a.checkCommand(), a.simCommand(), a.optCommand(), a.explainCommand())
	return root
}

// oneFile accepts exactly one argument, a file name.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageError{fmt.Errorf("expected one file, got %d; - reads standard input", len(args))}
	}
	return nil
}
