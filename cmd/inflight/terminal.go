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

// terminal returns the file of w, if w is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*standardOutput); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// writeSource writes text that contains text of a program. On a terminal, characters that are not printable
// are escaped.
func (a *app) writeSource(text []byte) error {
	if _, ok := terminal(a.out); ok {
		text = []byte(diag.PrintableLines(string(text)))
	}
	_, err := a.out.Write(text)
	return err
}

// hasColor reports whether w shows ANSI colours and the user has not turned them off (https://no-color.org).
func hasColor(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// onlyASCII reports whether w may not show characters beyond ASCII. It returns false only for a terminal
// whose locale has UTF-8.
func onlyASCII(w io.Writer) bool {
	_, ok := terminal(w)
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "UTF-8")
	name := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
	return !ok || os.Getenv("TERM") == "dumb" || !strings.Contains(name, "utf8")
}

// width returns the number of columns of the terminal w, 80 if w is no terminal.
func width(w io.Writer) int {
	if f, ok := terminal(w); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}

// timelineOptions returns the options for drawing a timeline on w.
func timelineOptions(w io.Writer) timeline.Options {
	return timeline.Options{Width: width(w), ASCII: onlyASCII(w), Color: hasColor(w)}
}
