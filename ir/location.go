package ir

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Location says where an operation or block argument came from. Locations are attributes; all but SourceLoc
// and AnnotatedLoc are interned.
type Location interface {
	Attr
	isLocation()
}

// UnknownLoc is loc(unknown).
type UnknownLoc struct{ attrBase }

// SourceLoc is the place of an operation in the text that it was parsed from. It keeps a byte offset. Line
// and column are computed when the location is printed as "name":line:col.
type SourceLoc struct {
	File *diag.File
	Off  int32
}

// AnnotatedLoc is a SourceLoc that also has the places of attributes, so that a pass can report an error at
// an attribute that a person wrote. Parsers make them for loops only, so that other operations take no memory
// for it. It prints as the SourceLoc.
type AnnotatedLoc struct {
	*SourceLoc
	Attrs []AttrSpan
}

// AttrSpan is the place of an attribute's name and value in the file of its location: the bytes from Start up
// to End.
type AttrSpan struct {
	Name       string
	Start, End int32
}

// FileLoc is loc("File":Line:Col) or, with an end, "File":Line:Col to
// EndLine:EndCol. EndLine is 0 when there is no end.
type FileLoc struct {
	attrBase
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// NameLoc is loc("Name"(Child)); Child is nil when absent.
type NameLoc struct {
	attrBase
	Name  string
	Child Location
}

// CallSiteLoc is loc(callsite(Callee at Caller)).
type CallSiteLoc struct {
	attrBase
	Callee, Caller Location
}

// FusedLoc is loc(fused<Metadata>[Locs]); Metadata is nil when absent.
type FusedLoc struct {
	attrBase
	Metadata Attr
	Locs     []Location
}

func (*UnknownLoc) isLocation()  {}
func (*SourceLoc) isLocation()   {}
func (*FileLoc) isLocation()     {}
func (*NameLoc) isLocation()     {}
func (*CallSiteLoc) isLocation() {}
func (*FusedLoc) isLocation()    {}

func (*SourceLoc) attrID() uint32 { return 0 }

// FileLoc returns loc("file":line:col).
func (c *Context) FileLoc(file string, line, col int) *FileLoc {
	return c.FileRangeLoc(file, line, col, 0, 0)
}

// FileRangeLoc returns loc("file":line:col to endLine:endCol).
func (c *Context) FileRangeLoc(file string, line, col, endLine, endCol int) *FileLoc {
	c.aliases.Store(true)
	return c.fileLoc(file, line, col, endLine, endCol)
}

// WholeFileLoc is FileLoc with line 0, for an operation that stands for a file. MayNeedAliases ignores it.
func (c *Context) WholeFileLoc(file string) *FileLoc { return c.fileLoc(file, 0, 0, 0, 0) }

func (c *Context) fileLoc(file string, line, col, endLine, endCol int) *FileLoc {
	k := key('l').str(file).ints([]int64{int64(line), int64(col), int64(endLine), int64(endCol)})
	return c.internAttr(k, func(b attrBase) Attr {
		return &FileLoc{b, file, line, col, endLine, endCol}
	}).(*FileLoc)
}

// NameLoc returns loc("name"(child)); child may be nil.
func (c *Context) NameLoc(name string, child Location) *NameLoc {
	c.aliases.Store(true)
	k := key('n').str(name).attr(child)
	return c.internAttr(k, func(b attrBase) Attr { return &NameLoc{b, name, child} }).(*NameLoc)
}

// CallSiteLoc returns loc(callsite(callee at caller)).
func (c *Context) CallSiteLoc(callee, caller Location) *CallSiteLoc {
	c.aliases.Store(true)
	k := key('k').attr(callee).attr(caller)
	return c.internAttr(k, func(b attrBase) Attr { return &CallSiteLoc{b, callee, caller} }).(*CallSiteLoc)
}

// FusedLoc returns loc(fused<metadata>[locs]); metadata may be nil.
func (c *Context) FusedLoc(metadata Attr, locs []Location) *FusedLoc {
	c.aliases.Store(true)
	k := key('u').attr(metadata)
	for _, l := range locs {
		k = k.attr(l)
	}
	return c.internAttr(k, func(b attrBase) Attr {
		return &FusedLoc{b, metadata, append([]Location(nil), locs...)}
	}).(*FusedLoc)
}

// LocationSpan returns the place at which diagnostics about loc point: the offset in the source if it is
// known, else the file, line and column of the innermost file location, else the zero Span.
func LocationSpan(loc Location) diag.Span {
	switch l := loc.(type) {
	case *SourceLoc:
		return diag.Span{File: l.File, Start: l.Off, End: l.Off}
	case *AnnotatedLoc:
		return LocationSpan(l.SourceLoc)
	case *FileLoc:
		return diag.Place{Filename: l.File, Line: l.Line, Col: l.Col}.Span()
	case *NameLoc:
		if l.Child != nil {
			return LocationSpan(l.Child)
		}
	case *CallSiteLoc:
		return LocationSpan(l.Callee)
	case *FusedLoc:
		for _, inner := range l.Locs {
			if s := LocationSpan(inner); s != (diag.Span{}) {
				return s
			}
		}
	}
	return diag.Span{}
}

// WithAttrSpan returns loc with the place of an attribute added, in place of an earlier one for the same
// attribute. A location that is not in source text is returned unchanged.
func WithAttrSpan(loc Location, at AttrSpan) Location {
	switch l := loc.(type) {
	case *SourceLoc:
		return &AnnotatedLoc{l, []AttrSpan{at}}
	case *AnnotatedLoc:
		kept := slices.DeleteFunc(slices.Clone(l.Attrs), func(s AttrSpan) bool { return s.Name == at.Name })
		return &AnnotatedLoc{l.SourceLoc, append(kept, at)}
	}
	return loc
}

// AttrSpan returns the place of an attribute if it is known, else the place of the operation.
func (o *Op) AttrSpan(name string) diag.Span {
	if l, ok := o.loc.(*AnnotatedLoc); ok {
		for _, a := range l.Attrs {
			if a.Name == name {
				return diag.Span{File: l.File, Start: a.Start, End: a.End}
			}
		}
	}
	return o.Span()
}

// AttrErrorf returns an error located at an attribute of the operation.
func (o *Op) AttrErrorf(name string, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, o.AttrSpan(name), format, args...)
}
