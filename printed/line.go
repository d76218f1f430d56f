package printed

import (
	"bytes"
	"io"
	"sync"
)

// Output is where a program prints. Several threads may use it at once.
type Output struct {
	mu          sync.Mutex
	text, notes io.Writer
	printed     bool
	err         error
}

// NewOutput returns one that hands text to one writer, and what MLIR's libraries write to the error output to
// another.
func NewOutput(text, notes io.Writer) *Output { return &Output{text: text, notes: notes} }

// Printed reports whether the program has printed text.
func (o *Output) Printed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.printed
}

// Err returns the first error of a writer, nil if all of the text got out.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Write hands text on, at once.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.printed = o.printed || len(text) > 0
	return o.write(o.text, text)
}

// Note hands text for the error output on.
func (o *Output) Note(text []byte) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = o.write(o.notes, text) // kept in err
}

func (o *Output) write(w io.Writer, text []byte) (int, error) {
	n, err := w.Write(text)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// Line is what one thread of control has printed of a line. The line gets out when it is complete, or when
// others may print what has to come after it, so that lines of several threads do not mix. The zero value and
// nil drop what is printed.
type Line struct {
	to   *Output
	text []byte
}

// Line returns an empty line. The output may be nil: then what is printed is dropped.
func (o *Output) Line() *Line { return &Line{to: o} }

// Print appends text to the line, by a function that appends to a slice.
func (l *Line) Print(appendText func(dst []byte) []byte) {
	if l == nil || l.to == nil {
		return
	}
	l.text = appendText(l.text)
	if end := bytes.LastIndexByte(l.text, '\n') + 1; end > 0 {
		_, _ = l.to.Write(l.text[:end]) // kept in err
		l.text = append(l.text[:0], l.text[end:]...)
	}
}

// Flush hands on what there is of the line. It comes before what the thread lets others do.
func (l *Line) Flush() {
	if l == nil || len(l.text) == 0 {
		return
	}
	_, _ = l.to.Write(l.text) // kept in err
	l.text = l.text[:0]
}
