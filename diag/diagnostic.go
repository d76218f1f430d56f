package diag

import (
	"fmt"
	"strings"
)

// Severity is the severity of a diagnostic. The zero value is Error. Notes have no severity, because they
// belong to a diagnostic.
type Severity uint8

// The severities, from the worst to the mildest.
const (
	// Error means that there is no result.
	Error Severity = iota
	// Warning means that there is a result, but possibly not the intended one.
	Warning
	// Remark describes what was done, for instance by an optimization, if the user has asked for that.
	Remark
)

// String returns the word for the severity in printed diagnostics.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Remark:
		return "remark"
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// Note adds one fact to a diagnostic. It may have a place of its own.
type Note struct {
	Span    Span
	Message string
}

// Diagnostic is one problem, or one remark. It implements error. Its fields do not change once it has been
// returned or reported.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Span     Span
	// Message is one sentence without a final full stop; it says what was found and what was expected.
	Message string
	// Notes explain the message, each at its own place, in the order in which they are to be read.
	Notes []Note
	// Flow are events of an execution that end in what is wrong, in their order; nil if they are unknown.
	// Notes tell them as well: only formats for programs show them as an execution.
	Flow []Note
	// Suggestion says what to do next; "" if nothing is known to help.
	Suggestion string
	// Cause is the error of another library that led to this one, for errors.Is and errors.As; usually nil.
	Cause error
}

// Errorf returns an error. The code comes from Register.
func Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Error, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// Warningf returns a warning.
func Warningf(code Code, span Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Warning, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// Remarkf returns a remark.
func Remarkf(code Code, span Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Remark, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// Note appends a note and returns d.
func (d *Diagnostic) Note(span Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{Span: span, Message: Sprintf(format, args...)})
	return d
}

// Suggest sets the suggestion and returns d.
func (d *Diagnostic) Suggest(format string, args ...any) *Diagnostic {
	d.Suggestion = Sprintf(format, args...)
	return d
}

// Because sets the cause and returns d. The message does not change.
func (d *Diagnostic) Because(cause error) *Diagnostic {
	d.Cause = cause
	return d
}

// Error returns the diagnostic on one line, as file:line:col: severity: message [code].
func (d *Diagnostic) Error() string {
	return headline(d.Span, d.Severity.String(), d.Message, d.Code)
}

// Unwrap returns the cause.
func (d *Diagnostic) Unwrap() error { return d.Cause }

// headline joins the parts of a diagnostic's first line that are known.
func headline(span Span, kind, message string, code Code) string {
	var b strings.Builder
	if place := span.Place().String(); place != "" {
		b.WriteString(place)
		b.WriteString(": ")
	}
	b.WriteString(kind)
	b.WriteString(": ")
	b.WriteString(message)
	if code != "" {
		fmt.Fprintf(&b, " [%s]", code)
	}
	return b.String()
}
