package main

import (
	"cmp"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/timeline"
)

// terminal returns the file that w is, if it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*standardOutput); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// writeSource writes text that a program has in it: as it is to a file, but printable to a terminal.
func (a *app) writeSource(text []byte) error {
	if _, ok := terminal(a.out); ok {
		text = []byte(diag.PrintableLines(string(text)))
	}
	_, err := a.out.Write(text)
	return err
}

// hasColor reports whether w takes ANSI colours and wants them
// (https://no-color.org).
func hasColor(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// onlyASCII reports whether w may not show other characters than those of
// ASCII: everything but a terminal with another locale than C.
func onlyASCII(w io.Writer) bool {
	_, ok := terminal(w)
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "UTF-8")
	name := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
	return !ok || os.Getenv("TERM") == "dumb" || !strings.Contains(name, "utf8")
}

// width returns the columns of the terminal that w is, 80 if it is none.
func width(w io.Writer) int {
	if f, ok := terminal(w); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}

// timelineOptions fit the drawing of a timeline to where it goes.
func timelineOptions(w io.Writer) timeline.Options {
	return timeline.Options{Width: width(w), ASCII: onlyASCII(w), Color: hasColor(w)}
}
