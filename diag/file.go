package diag

import (
	"bytes"
	"math"
	"sort"
	"sync"
	"sync/atomic"
)

// File is a source text into which spans point. Files are shared by pointer and are safe for concurrent use
// as long as Content does not change.
type File struct {
	// Name is the name of the file in diagnostics, usually the path as the user gave it.
	Name string
	// Content is the whole text; bytes beyond 2 GiB have no position.
	Content []byte

	unloaded bool                   // spans hold line and column, not offsets
	language atomic.Pointer[string] // see ReadAs
	once     sync.Once
	lines    []int32 // offset of the first byte of every line, built on first use
}

// NewFile returns a file with the given name and content. Content is kept, not copied.
func NewFile(name string, content []byte) *File {
	return &File{Name: name, Content: content}
}

// UnloadedFile returns a file of which only the name is known, such as one that a location in the IR names.
// Its spans are made with At; they have a line and a column but no source text.
func UnloadedFile(name string) *File {
	return &File{Name: name, unloaded: true}
}

// The languages that files are read in, as ReadAs takes them.
const (
	MLIR      = "mlir"
	TVMScript = "tvmscript"
)

// ReadAs records that a front end reads the file as a text in its language. Later diagnostics about the file
// can then use that language. The name of a file does not always determine it; standard input has no name.
func (f *File) ReadAs(language string) { f.language.Store(&language) }

// Language returns the language that ReadAs has recorded, "" if no front end has read the file, such as a
// file that only a location names.
func (f *File) Language() string {
	if l := f.language.Load(); l != nil {
		return *l
	}
	return ""
}

// Span returns the span of the bytes [start, end).
func (f *File) Span(start, end int) Span {
	return Span{File: f, Start: clampToInt32(start), End: clampToInt32(end)}
}

// At returns the empty span at a line and a column, both counted from 1.
func (f *File) At(line, col int) Span {
	if f.unloaded {
		return Span{File: f, Start: clampToInt32(line), End: clampToInt32(col)}
	}
	start, end := f.lineBounds(line)
	offset := min(start+max(col-1, 0), end)
	return f.Span(offset, offset)
}

// Position returns the line and the column of a byte offset, both counted from 1; the column counts bytes, as
// MLIR's tools do. An offset outside the content is moved to its nearest end.
func (f *File) Position(off int32) (line, col int) {
	off = min(max(off, 0), clampToInt32(len(f.Content)))
	starts := f.lineStarts()
	line = sort.Search(len(starts), func(i int) bool { return starts[i] > off })
	return line, int(off-starts[line-1]) + 1
}

// Line returns the text of line n, counted from 1, without its line ending; "" if there is no such line.
func (f *File) Line(n int) string {
	start, end := f.lineBounds(n)
	return string(f.Content[start:end])
}

// lineBounds returns the offsets of line n without its line ending, or an empty range at the nearest end.
func (f *File) lineBounds(n int) (start, end int) {
	starts := f.lineStarts()
	if n < 1 {
		return 0, 0
	}
	if n > len(starts) {
		return len(f.Content), len(f.Content)
	}
	start = int(starts[n-1])
	end = len(f.Content)
	if n < len(starts) {
		end = int(starts[n]) - 1
	}
	if end > start && f.Content[end-1] == '\r' {
		end--
	}
	return start, end
}

// lineStarts returns the offsets of the beginnings of lines. They are computed once, and only for files with
// a diagnostic.
func (f *File) lineStarts() []int32 {
	f.once.Do(func() {
		content := f.Content[:clampToInt32(len(f.Content))]
		f.lines = make([]int32, 1, 1+bytes.Count(content, []byte{'\n'}))
		for i, b := range content {
			if b == '\n' {
				f.lines = append(f.lines, int32(i)+1)
			}
		}
	})
	return f.lines
}

// clampToInt32 saturates n so that a huge value can never wrap around to a valid place.
func clampToInt32(n int) int32 {
	return int32(min(max(n, math.MinInt32), math.MaxInt32))
}
