package judge

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// Sources are the files that the PTX of a module was made of, as far as .loc and .file tell.
type Sources struct {
	module *ptx.Module
	lines  *ptx.Lines
	open   func(name string) *diag.File
	files  map[string]*diag.File
}

// NewSources reads the directives of a module. open returns a source file by the name that .file has, nil if
// it is not there: then findings show the place without the text.
func NewSources(m *ptx.Module, open func(name string) *diag.File) *Sources {
	return &Sources{module: m, lines: m.SourceLines(), open: open, files: map[string]*diag.File{}}
}

// Lead returns findings about the module, in their order, whose places are those of the program that the PTX
// was made of. The place in the PTX stands in a note beside it. A finding keeps the places that no directive
// tells.
func (s *Sources) Lead(findings diag.List) diag.List {
	var all diag.List
	for _, d := range findings {
		all.Add(s.lead(d))
	}
	return all
}

// lead returns a finding with its places in the source.
func (s *Sources) lead(d *diag.Diagnostic) *diag.Diagnostic {
	led := *d
	led.Notes = nil
	led.Span = s.place(&led, d.Span)
	for _, n := range d.Notes {
		after := diag.Diagnostic{}
		at := s.place(&after, n.Span)
		led.Note(at, "%s", n.Message)
		led.Notes = append(led.Notes, after.Notes...)
	}
	led.Flow = nil
	for _, n := range d.Flow {
		if at := s.lines.At(n.Span.Start); n.Span.File == s.module.File && at != nil {
			n.Span = s.span(at)
		}
		led.Flow = append(led.Flow, n)
	}
	return &led
}

// place returns the place in the source of a span, and adds what leads from one to the other as notes. It
// returns the span itself if its source is not known.
func (s *Sources) place(d *diag.Diagnostic, span diag.Span) diag.Span {
	if span.File != s.module.File {
		return span
	}
	at := s.lines.At(span.Start)
	if at == nil {
		return span
	}
	d.Note(span, "which is this in PTX")
	for line := at; line.Into != nil; line = line.Into {
		if line.Function != "" {
			d.Note(s.span(line.Into), "in '%s', which is inlined here", line.Function)
		} else {
			d.Note(s.span(line.Into), "in a function that is inlined here")
		}
	}
	return s.span(at)
}

func (s *Sources) span(l *ptx.SourceLine) diag.Span {
	file, known := s.files[l.Filename]
	if !known {
		if file = s.open(l.Filename); file == nil {
			file = diag.UnloadedFile(l.Filename)
		}
		s.files[l.Filename] = file
	}
	if at := file.At(l.Line, l.Col); at.Place().Line == l.Line {
		return at
	}
	return l.Place.Span() // the file has changed, and has fewer lines now
}
