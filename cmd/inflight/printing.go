package main

import (
	"bytes"
	"io"

	"github.com/inflight-compiler/inflight/printed"
)

// printing is where a program that a command runs prints. Its text goes to standard output, as it comes; then
// the report goes to standard error, so that who reads the output gets the text alone. With --json the text
// is a part of the report.
type printing struct {
	*printed.Output
	a        *app
	progress *progress
	text     bytes.Buffer // with --json
}

// printing returns where a program prints while progress is shown.
func (a *app) printing(p *progress) *printing {
	x := &printing{a: a, progress: p}
	var text io.Writer = behind{p, a.out}
	if a.json {
		text = &x.text
	}
	x.Output = printed.NewOutput(text, behind{p, a.err})
	return x
}

// report returns where the report goes.
func (x *printing) report() io.Writer {
	if x.Printed() && !x.a.json {
		return x.a.err
	}
	return x.a.out
}

// failed writes what no report has.
func (x *printing) failed() { _, _ = x.a.err.Write(x.text.Bytes()) }

// behind writes to a writer, with the line that shows progress taken away.
type behind struct {
	progress *progress
	w        io.Writer
}

// Write implements io.Writer.
func (b behind) Write(text []byte) (int, error) {
	b.progress.done()
	return b.w.Write(text)
}
