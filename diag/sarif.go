package diag

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// SARIF renders diagnostics as one log in the Static Analysis Results Interchange Format, version 2.1.0 (an
// OASIS standard). Each code is a rule with its explanation, and each diagnostic a result. Notes with a place
// are related locations; the others stand in the message. A diagnostic without a code is no result: it is a
// notification that the tool did not do its work.
type SARIF struct {
	W io.Writer
	// Version is the version of the tool; "" leaves it out.
	Version string
	// Fingerprint identifies a finding in later versions of its file; nil for no fingerprints.
	Fingerprint func(*Diagnostic) string
	// Suppressed are findings that somebody has accepted; they are results with that suppression.
	Suppressed []Suppressed
}

// Suppressed is a finding that somebody has accepted, and why.
type Suppressed struct {
	*Diagnostic
	Reason string
	// InSource says that a comment in the program accepts it, and not a file of its own.
	InSource bool
}

// fingerprintName is the key of fingerprints in results. Its number changes with the way they are computed.
const fingerprintName = "inflight/v1"

// Render writes the log with every diagnostic that err holds. The result is an error of the writer.
func (s SARIF) Render(err error) error {
	all := FromError(err)
	for _, x := range s.Suppressed {
		all = append(all, x.Diagnostic)
	}
	run := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "inflight", Version: s.Version,
			InformationURI: "https://github.com/inflight-compiler/inflight", Rules: sarifRules(all)}},
		Results: []sarifResult{}, ColumnKind: "unicodeCodePoints",
	}
	invocation := sarifInvocation{Successful: true}
	for _, d := range FromError(err) {
		if d.Code == "" {
			invocation.Successful = invocation.Successful && d.Severity != Error
			invocation.Notifications = append(invocation.Notifications, sarifNotification{d.sarifLevel(),
				sarifText(d.fullMessage()), sarifLocations(d.Span)})
			continue
		}
		run.Results = append(run.Results, s.result(d, run.Tool.Driver.Rules))
	}
	for _, x := range s.Suppressed {
		r := s.result(x.Diagnostic, run.Tool.Driver.Rules)
		kind := map[bool]string{true: "inSource", false: "external"}[x.InSource]
		r.Suppressions = []sarifSuppression{{kind, "accepted", x.Reason}}
		run.Results = append(run.Results, r)
	}
	run.Invocations = []sarifInvocation{invocation}
	return s.write(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (s SARIF) write(log sarifLog) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(log); err != nil {
		return err
	}
	_, err := s.W.Write(PrintableJSON(b.Bytes()))
	return err
}

// sarifRules returns a rule for each code of diagnostics, sorted.
func sarifRules(all List) []sarifRule {
	rules := []sarifRule{}
	for _, d := range all {
		at, known := findRule(rules, d.Code)
		if known || d.Code == "" {
			continue
		}
		rule := sarifRule{ID: d.Code}
		if info, ok := Lookup(d.Code); ok {
			rule.Short, rule.Help = textOrNil(info.Summary), textOrNil(info.Help)
		}
		rules = slices.Insert(rules, at, rule)
	}
	return rules
}

func findRule(rules []sarifRule, code Code) (int, bool) {
	return slices.BinarySearchFunc(rules, code, func(r sarifRule, c Code) int { return cmp.Compare(r.ID, c) })
}

func (s SARIF) result(d *Diagnostic, rules []sarifRule) sarifResult {
	index, _ := findRule(rules, d.Code)
	r := sarifResult{
		Rule: d.Code, Index: index, Level: d.sarifLevel(), Message: sarifText(d.fullMessage()),
		Locations: sarifLocations(d.Span),
	}
	for _, n := range d.Notes {
		for _, l := range sarifLocations(n.Span) {
			l.ID = len(r.Related) + 1
			l.Message = textOrNil(n.Message)
			r.Related = append(r.Related, l)
		}
	}
	if len(d.Flow) > 0 {
		r.Flows = []sarifFlow{{[]sarifThreadFlow{sarifSteps(d.Flow)}}}
	}
	if s.Fingerprint != nil {
		if f := s.Fingerprint(d); f != "" {
			r.Fingerprints = map[string]string{fingerprintName: f}
		}
	}
	return r
}

// sarifSteps returns the events of a flow that have a place.
func sarifSteps(flow []Note) sarifThreadFlow {
	t := sarifThreadFlow{}
	for _, n := range flow {
		for _, l := range sarifLocations(n.Span) {
			l.Message = textOrNil(n.Message)
			t.Locations = append(t.Locations, sarifStep{l})
		}
	}
	return t
}

// sarifLevel returns SARIF's word for the severity.
func (d *Diagnostic) sarifLevel() string {
	return map[Severity]string{Error: "error", Warning: "warning", Remark: "note"}[d.Severity]
}

// fullMessage returns the message with what stands at no place of its own: notes and the suggestion.
func (d *Diagnostic) fullMessage() string {
	lines := []string{d.Message}
	for _, n := range d.Notes {
		if !n.Span.IsKnown() {
			lines = append(lines, n.Message)
		}
	}
	if d.Suggestion != "" {
		lines = append(lines, "help: "+d.Suggestion)
	}
	return strings.Join(lines, "\n")
}

// sarifLocations returns the location of a span, none if not even the file is known.
func sarifLocations(span Span) []sarifLocation {
	if !span.IsKnown() {
		return nil
	}
	return []sarifLocation{
		{Physical: sarifPhysical{sarifArtifact{fileURI(span.File.Name)}, sarifRegionOf(span)}}}
}

// fileURI returns the name of a file as a URI: relative names stay relative.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	u := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// sarifRegionOf returns the region of a span, nil if no line is known. Its columns count characters. An
// empty span reaches to the end of its line, which is what a region without an end means.
func sarifRegionOf(span Span) *sarifRegion {
	start, end := span.Place(), span.EndPlace()
	if start.Line < 1 {
		return nil
	}
	r := &sarifRegion{Line: start.Line, Column: start.Col}
	if span.hasSource() {
		r.Column = characters(span.File, start)
	}
	if span.hasSource() && start != end {
		r.EndLine, r.EndColumn = end.Line, characters(span.File, end)
	}
	return r
}

// characters returns the column of a place, counted in characters from 1.
func characters(f *File, p Place) int {
	line := f.Line(p.Line)
	return utf8.RuneCountInString(line[:min(p.Col-1, len(line))]) + 1
}

func sarifText(s string) sarifMessage { return sarifMessage{s} }

func textOrNil(s string) *sarifMessage {
	if s == "" {
		return nil
	}
	return &sarifMessage{s}
}

// The objects of a log, with the properties that Inflight uses, by the names of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    Code          `json:"id"`
		Short *sarifMessage `json:"shortDescription,omitempty"`
		Help  *sarifMessage `json:"help,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifResult struct {
		Rule         Code               `json:"ruleId"`
		Index        int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Flows        []sarifFlow        `json:"codeFlows,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line      int `json:"startLine"`
		Column    int `json:"startColumn,omitempty"`
		EndLine   int `json:"endLine,omitempty"`
		EndColumn int `json:"endColumn,omitempty"`
	}
	sarifFlow struct {
		Threads []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification,omitempty"`
	}
)
