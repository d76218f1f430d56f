package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// location is a line of a source file.
type location struct{ file, line, col int }

// location writes where an operation comes from, where that changes: PTX ISA, ".loc".
func (f *function) location(op *ir.Op) {
	if !f.options.Lines {
		return
	}
	name, line, col := placeOf(op.Loc())
	if line <= 0 {
		return
	}
	file := f.files[name]
	if file == 0 {
		f.fileNames = append(f.fileNames, name)
		file = len(f.fileNames)
		f.files[name] = file
	}
	at := location{file, line, col}
	if at == f.at {
		return
	}
	f.at = at
	f.line(fmt.Sprintf(".loc %d %d %d", file, line, col))
}

// placeOf returns the file, line and column of a location, line 0 if it is not known.
func placeOf(l ir.Location) (file string, line, col int) {
	switch l := l.(type) {
	case *ir.SourceLoc:
		if l.File == nil {
			return "", 0, 0
		}
		line, col = l.File.Position(l.Off)
		return l.File.Name, line, col
	case *ir.AnnotatedLoc:
		return placeOf(l.SourceLoc)
	case *ir.FileLoc:
		return l.File, l.Line, l.Col
	case *ir.NameLoc:
		if l.Child != nil {
			return placeOf(l.Child)
		}
	case *ir.CallSiteLoc:
		return placeOf(l.Callee)
	case *ir.FusedLoc:
		for _, inner := range l.Locs {
			if file, line, col = placeOf(inner); line > 0 {
				return file, line, col
			}
		}
	}
	return "", 0, 0
}
