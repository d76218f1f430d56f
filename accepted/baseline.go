package accepted

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Baseline is what a baseline file lists.
type Baseline struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Entry is a finding that is accepted.
type Entry struct {
	Code diag.Code `json:"code"`
	// File, Function and Text are for people, and tell which entries a check of one file could have found.
	File        string `json:"file"`
	Function    string `json:"function"`
	Text        string `json:"text"`
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`

	span diag.Span
	used bool
}

const baselineVersion = 1

// ReadBaseline reads a baseline file.
func ReadBaseline(file *diag.File) (*Baseline, error) {
	var raw struct {
		Version  int               `json:"version"`
		Findings []json.RawMessage `json:"findings"`
	}
	if err := json.Unmarshal(file.Content, &raw); err != nil {
		return nil, diag.Errorf(codeBaseline, errorPlace(file, err),
			"the baseline file is not as expected: %v", err)
	}
	if raw.Version != baselineVersion {
		return nil, diag.Errorf(codeBaseline, file.Span(0, 0),
			"the baseline file has version %d; version %d is read",
			raw.Version, baselineVersion).Suggest("write it again: inflight check --write-baseline %s",
			file.Name)
	}
	b := &Baseline{Version: raw.Version}
	at := 0
	for _, text := range raw.Findings {
		at += max(bytes.Index(file.Content[at:], text), 0)
		e := Entry{span: file.Span(at, at+len(text))}
		if err := json.Unmarshal(text, &e); err != nil || e.Fingerprint == "" {
			return nil, diag.Errorf(codeBaseline, e.span, "an entry of the baseline file has no fingerprint")
		}
		b.Findings = append(b.Findings, e)
		at += len(text)
	}
	return b, nil
}

// errorPlace returns the place of a mistake in JSON.
func errorPlace(file *diag.File, err error) diag.Span {
	at := 0
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	return file.Span(max(at-1, 0), at)
}

// With returns the baseline with the findings of one file in place of those that it has of that file, each
// with the reason that it had, or a reason for new ones. Remarks are no findings.
func (b *Baseline) With(file string, findings diag.List, reason string) *Baseline {
	known := map[string][]string{} // reasons by fingerprint
	next := &Baseline{Version: baselineVersion, Findings: []Entry{}}
	for _, e := range b.Findings {
		if e.File == file {
			known[e.Fingerprint] = append(known[e.Fingerprint], e.Reason)
		} else {
			next.Findings = append(next.Findings, e)
		}
	}
	for _, d := range findings {
		id, ok := identify(d)
		if !ok || d.Severity == diag.Remark {
			continue
		}
		e := Entry{Code: d.Code, File: file, Function: id.function, Text: id.text,
			Fingerprint: Fingerprint(d), Reason: reason}
		if old := known[e.Fingerprint]; len(old) > 0 {
			e.Reason, known[e.Fingerprint] = cmp.Or(old[0], reason), old[1:]
		}
		next.Findings = append(next.Findings, e)
	}
	slices.SortStableFunc(next.Findings, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Function, b.Function),
			cmp.Compare(a.Code, b.Code))
	})
	return next
}

// Of returns how many findings of a file the baseline lists.
func (b *Baseline) Of(file string) int {
	n := 0
	for _, e := range b.Findings {
		if e.File == file {
			n++
		}
	}
	return n
}

// Write writes the baseline file.
func (b *Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(b); err != nil {
		return err
	}
	_, err := w.Write(diag.PrintableJSON(out.Bytes()))
	return err
}
