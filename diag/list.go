package diag

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// List is a sequence of diagnostics, and an error. Return Err, not the list itself, from a function that
// returns error: an empty list in an error is not nil.
type List []*Diagnostic

// Add appends the diagnostics that are not nil.
func (l *List) Add(ds ...*Diagnostic) {
	for _, d := range ds {
		if d != nil {
			*l = append(*l, d)
		}
	}
}

// HasErrors reports whether there is a diagnostic of severity Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error, with its warnings and remarks, if it has errors, and nil otherwise.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Sort orders the list by file name, position, severity, code, message, suggestion and notes; equal
// diagnostics keep their order. So diagnostics that were collected in parallel have the same order in every
// schedule.
func (l List) Sort() { slices.SortStableFunc(l, compare) }

// Error returns one line per diagnostic.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the diagnostics, for errors.Is and errors.As.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, d := range l {
		errs[i] = d
	}
	return errs
}

// compare is the order of Sort.
func compare(a, b *Diagnostic) int {
	if c := compareSpans(a.Span, b.Span); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message), cmp.Compare(a.Suggestion, b.Suggestion)); c != 0 {
		return c
	}
	return slices.CompareFunc(a.Notes, b.Notes, func(x, y Note) int {
		return cmp.Or(compareSpans(x.Span, y.Span), cmp.Compare(x.Message, y.Message))
	})
}

// compareSpans orders spans by file name and position, never by the identity of files, so that the order does
// not depend on how many times a file was loaded.
func compareSpans(a, b Span) int {
	return cmp.Or(a.Place().compare(b.Place()), a.EndPlace().compare(b.EndPlace()))
}

// FromError returns the diagnostics in an error, however deeply they are wrapped, in order. An error without
// diagnostics becomes one diagnostic without code and place. The words of a wrapping error in front of its
// diagnostic become a note.
func FromError(err error) List {
	var l List
	switch e := err.(type) {
	case nil:
	case *Diagnostic:
		l.Add(e)
	case List:
		l.Add(e...)
	case interface{ Unwrap() []error }:
		l = fromMany(err, e.Unwrap())
	default:
		l = fromOne(err)
	}
	return l
}

// fromMany returns the diagnostics of joined errors. Errors that are only mentioned in a longer sentence stay
// in that sentence.
func fromMany(err error, parts []error) List {
	if joined := errors.Join(parts...); !holdsDiagnostic(err) &&
		(joined == nil || joined.Error() != err.Error()) {
		return List{plain(err)}
	}
	var l List
	for _, part := range parts {
		l.Add(FromError(part)...)
	}
	return l
}

// fromOne returns the diagnostics in a wrapping error, each with the error's words as a note.
func fromOne(err error) List {
	inner := errors.Unwrap(err)
	if inner == nil || !holdsDiagnostic(inner) {
		return List{plain(err)}
	}
	l := FromError(inner)
	context, ok := strings.CutSuffix(err.Error(), inner.Error())
	context = strings.TrimRight(context, ": ")
	if !ok || context == "" {
		return l
	}
	for i, d := range l {
		annotated := *d
		annotated.Notes = append(slices.Clip(d.Notes), Note{Message: "in: " + context})
		l[i] = &annotated
	}
	return l
}

// holdsDiagnostic reports whether err is or wraps a diagnostic.
func holdsDiagnostic(err error) bool {
	var d *Diagnostic
	return errors.As(err, &d)
}

// plain turns an error of another library into a diagnostic.
func plain(err error) *Diagnostic {
	return &Diagnostic{Severity: Error, Message: err.Error(), Cause: err}
}
