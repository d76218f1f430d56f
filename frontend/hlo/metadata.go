package hlo

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Metadata says where an instruction comes from in the program that XLA compiled.
type Metadata struct {
	OpName     string // such as jit(f)/dot_general
	OpType     string
	SourceFile string // "" if unknown
	SourceLine int64  // 0 if unknown
}

// Place returns the place in the source, the zero Place if it is unknown.
func (m Metadata) Place() diag.Place {
	if m.SourceFile == "" {
		return diag.Place{}
	}
	return diag.Place{Filename: m.SourceFile, Line: int(m.SourceLine), Col: min(1, int(m.SourceLine))}
}

// Metadata returns what the attribute metadata says. A stack_frame_id is looked up in the tables behind the
// header of the module.
func (in *Instruction) Metadata() Metadata {
	var md Metadata
	for _, f := range in.Attribute("metadata").Fields() {
		switch f.Name {
		case "op_name":
			md.OpName = f.String()
		case "op_type":
			md.OpType = f.String()
		case "source_file":
			md.SourceFile = f.String()
		case "source_line":
			md.SourceLine, _ = number(f.Text)
		case "stack_frame_id":
			if id, ok := number(f.Text); ok && md.SourceFile == "" {
				md.SourceFile, md.SourceLine = in.Parent.Module.frame(id)
			}
		}
	}
	md.SourceLine = max(0, min(md.SourceLine, 1<<30))
	return md
}

// frame returns the file and the line of a stack frame.
func (m *Module) frame(id int64) (string, int64) {
	m.framesOnce.Do(func() {
		m.tables = map[string]map[int64]string{}
		for _, s := range m.Sections {
			m.tables[s.Name] = map[int64]string{}
			for _, line := range s.Lines {
				key, value, _ := strings.Cut(line, " ")
				if n, ok := number(key); ok {
					m.tables[s.Name][n] = strings.TrimSpace(value)
				}
			}
		}
	})
	at := (&Attribute{Text: m.tables["StackFrames"][id]}).int("file_location_id")
	location := &Attribute{Text: m.tables["FileLocations"][at]}
	return unquoted(m.tables["FileNames"][location.int("file_name_id")]), location.int("line")
}

// int returns a field as a number, 0 if it is none.
func (a *Attribute) int(name string) int64 {
	text, _ := a.Field(name)
	n, _ := number(text)
	return n
}
