package ptx

import (
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Lines tells which lines of a source program the text of a module was made of, by its .file and .loc
// directives.
type Lines struct {
	starts []int32 // offsets in the text, in order
	places []*SourceLine
}

// SourceLine is a place in a source program.
type SourceLine struct {
	diag.Place
	// Function is the name of the function that is inlined at Into, as the debug information has it; "" if
	// the place is in the kernel itself, or if the name is unknown.
	Function string
	// Into is the place of the call that was replaced by the function's body; nil if there is none.
	Into *SourceLine
}

// SourceLines reads the directives of a module. A module without any gives Lines without places.
func (m *Module) SourceLines() *Lines {
	l := &Lines{}
	r := lineReader{text: m.File.Content, lines: l, files: map[int64]string{}, strings: map[string][]byte{}}
	for _, f := range m.Functions() { // some compilers put .file behind the functions, and some into one
		if f.Body != nil {
			r.readFiles(f.Body.Items)
		}
	}
	r.readFiles(m.Items)
	for _, f := range m.Functions() {
		if f.Body == nil {
			continue
		}
		r.known = map[[3]int64]*SourceLine{}
		l.add(f.Span.Start, nil)
		r.readBlock(f.Body)
	}
	return l
}

// At returns the place that the instruction at an offset of the text was made of; nil if no directive says.
func (l *Lines) At(offset int32) *SourceLine {
	i := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	if i == 0 {
		return nil
	}
	return l.places[i-1]
}

func (l *Lines) add(start int32, s *SourceLine) {
	l.starts = append(l.starts, start)
	l.places = append(l.places, s)
}

// lineReader reads the directives of one module.
type lineReader struct {
	text    []byte
	lines   *Lines
	files   map[int64]string
	strings map[string][]byte        // by label, what .debug_str holds from there on
	known   map[[3]int64]*SourceLine // of one function, by file, line and column: the last such place
}

func (r *lineReader) readFiles(items []Item) {
	for _, item := range items {
		d, ok := item.(*Directive)
		switch {
		case !ok:
		case d.Name == "file":
			r.readFile(d.Text)
		case d.Name == "section" && strings.HasPrefix(d.Text, ".debug_str"):
			r.readStrings(d.Text)
		}
	}
}

var fileForm = regexp.MustCompile(`^(\d+)\s*("(?:[^"\\]|\\.)*")`)

func (r *lineReader) readFile(text string) {
	m := fileForm.FindStringSubmatch(text)
	if m == nil {
		return
	}
	number, err := strconv.ParseInt(m[1], 10, 64)
	name, quoted := strconv.Unquote(m[2])
	if quoted != nil { // an escape that Go does not have
		name = strings.Trim(m[2], `"`)
	}
	if err == nil {
		r.files[number] = name
	}
}

var debugString = regexp.MustCompile(`([\w$]+)\s*:|\.b8\s+([0-9a-fA-FxX,\s]+)`)

// readStrings reads the bytes of a section of strings. A label names all that follow it.
func (r *lineReader) readStrings(text string) {
	var bytes []byte
	at := map[string]int{}
	for _, m := range debugString.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			at[m[1]] = len(bytes)
			continue
		}
		for _, word := range strings.FieldsFunc(m[2], func(c rune) bool { return c == ',' || c <= ' ' }) {
			n, err := strconv.ParseUint(word, 0, 8)
			if err != nil {
				return
			}
			bytes = append(bytes, byte(n))
		}
	}
	for label, offset := range at {
		r.strings[label] = bytes[offset:]
	}
}

func (r *lineReader) readBlock(b *Block) {
	for _, item := range b.Items {
		switch x := item.(type) {
		case *Block:
			r.readBlock(x)
		case *Directive:
			if x.Name == "loc" {
				r.lines.add(x.Span.Start, r.location(x))
			}
		}
	}
}

var inlinedForm = regexp.MustCompile(
	`^(\d+)\s+(\d+)\s+(\d+)\s*,\s*function_name\s+([\w$]+)\s*(?:\+\s*(\d+))?\s*,\s*inlined_at\s+(\d+)\s+(\d+)\s+(\d+)`)

// location returns the place that a .loc names; nil for line 0, which stands for none.
func (r *lineReader) location(d *Directive) *SourceLine {
	if len(d.Numbers) == 3 {
		return r.remember([3]int64(d.Numbers), &SourceLine{Into: r.commented(d)})
	}
	m := inlinedForm.FindStringSubmatch(d.Text)
	if m == nil {
		return nil
	}
	number := func(i int) int64 { n, _ := strconv.ParseInt(m[i], 10, 64); return n } // 0 for no offset
	call := [3]int64{number(6), number(7), number(8)}
	into := r.known[call]
	if into == nil {
		into = r.remember(call, &SourceLine{})
	}
	return r.remember([3]int64{number(1), number(2), number(3)},
		&SourceLine{Function: r.functionName(m[4], number(5)), Into: into})
}

var commentedCall = regexp.MustCompile(`@\[ (.+?):(\d+):(\d+)`)

// commented returns the call that the comment behind a .loc names, in the form of clang, which writes no
// inlined_at: "// a.cu:3:10 @[ a.cu:9:12 @[ a.cu:20:5 ] ]" is inlined at 9:12, and that at 20:5.
func (r *lineReader) commented(d *Directive) *SourceLine {
	rest, _, _ := strings.Cut(string(r.text[min(int(d.Span.End), len(r.text)):]), "\n")
	if !strings.HasPrefix(strings.TrimSpace(rest), "//") {
		return nil
	}
	var first *SourceLine
	last := &first
	for _, m := range commentedCall.FindAllStringSubmatch(rest, -1) {
		line, err := strconv.Atoi(m[2])
		col, err2 := strconv.Atoi(m[3])
		if err != nil || err2 != nil {
			break
		}
		*last = &SourceLine{Place: diag.Place{Filename: r.fileNamed(m[1]), Line: line, Col: col}}
		last = &(*last).Into
	}
	return first
}

// fileNamed returns the name that .file gives a file; the one in a comment may lack its folder.
func (r *lineReader) fileNamed(name string) string {
	for _, full := range r.files {
		if full == name {
			return name
		}
	}
	var found []string
	for _, full := range r.files {
		if strings.HasSuffix(full, "/"+name) {
			found = append(found, full)
		}
	}
	if len(found) != 1 {
		return name
	}
	return found[0]
}

// remember completes a place by its numbers, so that calls that are inlined there find it.
func (r *lineReader) remember(n [3]int64, s *SourceLine) *SourceLine {
	name, ok := r.files[n[0]]
	if !ok || n[1] == 0 {
		return nil
	}
	s.Place = diag.Place{Filename: name, Line: int(n[1]), Col: int(n[2])}
	r.known[n] = s
	return s
}

// functionName returns the string at an offset behind a label.
func (r *lineReader) functionName(label string, offset int64) string {
	text := r.strings[label]
	if offset < 0 || offset > int64(len(text)) {
		return ""
	}
	name, _, _ := strings.Cut(string(text[offset:]), "\x00")
	return name
}
