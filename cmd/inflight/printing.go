package main

import (
	"bytes"
	"io"

	"github.com/inflight-compiler/inflight/printed"
)

// printing receives the text that a program prints while a command runs it. The text goes to standard output
// at once. If a program has printed anything, the report goes to standard error, so that a reader of standard
// output gets only the text. With --json the text is a field of the report.
type printing struct {
	*printed.Output
	a        *app
	progress *progress
	text     bytes.Buffer // with --json
}

// printing returns the output for a program that runs while p shows progress.
func (a *app) printing(p *progress) *printing {
	x := &printing{a: a, progress: p}
	var text io.Writer = behind{p, a.out}
	if a.json {
		text = &x.text
	}
	x.Output = printed.NewOutput(text, behind{p, a.err})
	return x
}

// report returns the writer for the report.
func (x *printing) report() io.Writer {
	if x.Printed() && !x.a.json {
		return x.a.err
	}
	return x.a.out
}

// failed writes the text of a program that has failed to standard error, because there is no report for it.
func (x *printing) failed() { _, _ = x.a.err.Write(x.text.Bytes()) }

// behind writes to w after it has removed the line that shows progress.
type behind struct {
	progress *progress
	w        io.Writer
}

// Write implements io.Writer.
func (b behind) Write(text []byte) (int, error) {
	b.progress.done()
	return b.w.Write(text)
}
