package diag

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSON renders diagnostics for programs: one JSON object per line and diagnostic. The field names are stable:
//
//	severity, code, message, suggestion, file, line, column, endLine, endColumn, notes
//
// A note has message and the place fields. Unknown fields are omitted. Lines and columns count from 1,
// columns count bytes, and the end is one past the last byte.
type JSON struct {
	W io.Writer
}

// Render writes every diagnostic that err holds, in the order in which FromError returns them. The result is
// an error of the writer.
func (j JSON) Render(err error) error {
	for _, d := range FromError(err) {
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(newJSONDiagnostic(d)); err != nil {
			return err
		}
		if _, err := j.W.Write(PrintableJSON(b.Bytes())); err != nil {
			return err
		}
	}
	return nil
}

// jsonDiagnostic is a Diagnostic in JSON.
type jsonDiagnostic struct {
	Severity   string `json:"severity"`
	Code       Code   `json:"code,omitempty"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
	jsonPlace
	Notes []jsonNote `json:"notes,omitempty"`
}

// jsonNote is a Note in JSON.
type jsonNote struct {
	Message string `json:"message"`
	jsonPlace
}

// jsonPlace is a Span in JSON.
type jsonPlace struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

func newJSONDiagnostic(d *Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		Severity:   d.Severity.String(),
		Code:       d.Code,
		Message:    d.Message,
		Suggestion: d.Suggestion,
		jsonPlace:  newJSONPlace(d.Span),
	}
	for _, n := range d.Notes {
		out.Notes = append(out.Notes, jsonNote{Message: n.Message, jsonPlace: newJSONPlace(n.Span)})
	}
	return out
}

func newJSONPlace(s Span) jsonPlace {
	start, end := s.Place(), s.EndPlace()
	return jsonPlace{File: start.Filename, Line: start.Line, Column: start.Col, EndLine: end.Line,
		EndColumn: end.Col}
}
