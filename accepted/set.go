package accepted

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Set is what is accepted of the findings in one file.
type Set struct {
	file     *diag.File
	baseline *Baseline
	comments map[*diag.File][]*comment
	wrong    diag.List
	// Suppressed are the findings that were accepted so far.
	Suppressed []diag.Suppressed
}

// New returns what the comments of a file accept, and the baseline, which may be nil.
func New(file *diag.File, baseline *Baseline) *Set {
	s := &Set{file: file, baseline: baseline, comments: map[*diag.File][]*comment{}}
	if baseline == nil {
		s.baseline = &Baseline{}
	}
	s.comments[file], s.wrong = readComments(file)
	return s
}

// Accepts reports whether a finding is accepted. It is asked once about each finding, because an entry of the
// baseline accepts one. sources are places of the finding in files that the program was made of: comments
// count there as well.
func (s *Set) Accepts(d *diag.Diagnostic, sources ...diag.Span) bool {
	for _, at := range append([]diag.Span{d.Span}, sources...) {
		for _, c := range s.commentsOf(at.File) {
			if c.accepts(d.Code, at) {
				c.used = true
				s.Suppressed = append(s.Suppressed,
					diag.Suppressed{Diagnostic: d, Reason: c.reason, InSource: true})
				return true
			}
		}
	}
	if len(s.baseline.Findings) == 0 {
		return false
	}
	print := Fingerprint(d)
	i := slices.IndexFunc(s.baseline.Findings, func(e Entry) bool {
		return e.Fingerprint == print && !e.used
	})
	if i < 0 {
		return false
	}
	e := &s.baseline.Findings[i]
	e.used = true
	s.Suppressed = append(s.Suppressed, diag.Suppressed{Diagnostic: d, Reason: e.Reason})
	return true
}

// commentsOf returns the comments in a file. Those of other files than the one that is judged may be about
// programs that are not judged now: nothing is said of them.
func (s *Set) commentsOf(file *diag.File) []*comment {
	if file == nil {
		return nil
	}
	list, known := s.comments[file]
	if !known {
		list, _ = readComments(file)
		s.comments[file] = list
	}
	return list
}

// Complaints returns warnings on comments and entries that are malformed, have no reason, or have accepted
// nothing. judged tells whether the findings of a function were looked for; nil for all.
func (s *Set) Complaints(judged func(function string) bool) diag.List {
	list := slices.Clone(s.wrong)
	isJudged := func(function string) bool { return judged == nil || function == "" || judged(function) }
	for _, c := range s.comments[s.file] {
		if c.reason == "" {
			list.Add(diag.Warningf(codeReason, c.span, "the comment accepts findings without a reason").
				Suggest("write it behind the code: // inflight: allow %s -- reason", c.codes[0]))
		}
		if !c.used && isJudged(functionAt(c.span)) {
			list.Add(diag.Warningf(codeUnused, c.span, "the comment accepts a finding that is not there").
				Suggest("remove it, if the launch shows all that the program does"))
		}
	}
	for _, e := range s.baseline.Findings {
		if e.used && e.Reason == "" {
			list.Add(diag.Warningf(codeReason, e.span, "'%s' in '%s' is accepted without a reason", e.Code,
				e.Function).
				Suggest("write it under \"reason\""))
		}
		if !e.used && e.File == s.file.Name && isJudged(e.Function) {
			list.Add(diag.Warningf(codeUnused, e.span, "'%s' at '%s' is accepted, and was not found", e.Code,
				e.Text).
				Suggest("write the file again with --write-baseline"))
		}
	}
	return list
}
