package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// location is a line of a source file.
type location struct{ file, line, col int }

// location writes the place that an operation comes from, if it differs from the last one: PTX ISA, ".loc".
func (f *function) location(op *ir.Op) {
	if !f.options.Lines {
		return
	}
	span := ir.LocationSpan(op.Loc())
	if !span.IsKnown() {
		return
	}
	place := span.Place()
	name := place.Filename
	file := f.files[name]
	if file == 0 {
		f.fileNames = append(f.fileNames, name)
		file = len(f.fileNames)
		f.files[name] = file
	}
	at := location{file, place.Line, place.Col}
	if at == f.at {
		return
	}
	f.at = at
	f.line(fmt.Sprintf(".loc %d %d %d", file, place.Line, place.Col))
}
