package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/accepted"
	"github.com/inflight-compiler/inflight/diag"
)

// The values of --format.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

// findingsFormat is how a command writes what it found. In the formats for other programs, sarif and github,
// standard output has the diagnostics and nothing else.
type findingsFormat struct {
	name string
	// collected are the diagnostics so far, in the formats for other programs.
	collected diag.List
	// origins are, of findings that were led to another place, those with the place that the judge gave.
	origins map[*diag.Diagnostic]*diag.Diagnostic
	// suppressed are findings that somebody has accepted.
	suppressed []diag.Suppressed
}

// isWhole reports whether all diagnostics are written at the end, to standard output.
func (f *findingsFormat) isWhole() bool { return f.name == formatSARIF || f.name == formatGitHub }

// findingsFlags adds --json and --format, and lets run write in the format that they choose.
func (a *app) findingsFlags(c *cobra.Command) {
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON; the same as --format json")
	c.Flags().StringVar(&a.findings.name, "format", "",
		"`form` of the findings: text, json, sarif (a log in\nSARIF 2.1.0) or github (workflow commands)\n"+
			"(default: text)")
	formats := []string{formatText, formatJSON, formatSARIF, formatGitHub}
	oneOf(c, "format", false, formats...)
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := a.chooseFormat(c, formats); err != nil {
			return err
		}
		return a.writeFindings(run(c, args))
	}
}

// chooseFormat holds --json and --format against each other.
func (a *app) chooseFormat(c *cobra.Command, formats []string) error {
	name, given := a.findings.name, c.Flags().Changed("format")
	switch {
	case given && name != formatText && name != formatJSON && !a.findings.isWhole():
		return notOneOf("--format", name, formats)
	case a.json && given && name != formatJSON:
		return usagef("--json is --format json: leave one of --json and --format %s out", name)
	}
	a.json = a.json || name == formatJSON
	return nil
}

// writeFindings writes what was collected, with the error of the command, and returns the exit status. In
// other formats, and for mistakes on the command line, it returns the error.
func (a *app) writeFindings(err error) error {
	var usage usageError
	if !a.findings.isWhole() || errors.As(err, &usage) {
		return err
	}
	var status exitStatus
	var input unusable
	switch {
	case err == nil || errors.As(err, &status):
	case errors.As(err, &input):
		a.collect(input.error)
		err = exitStatus(exitUsage)
	default:
		a.collect(err)
		err = exitStatus(exitError)
	}
	list := a.findings.collected
	list.Sort()
	var failed error
	if a.findings.name == formatSARIF {
		failed = diag.SARIF{W: a.out, Version: version(), Fingerprint: a.findings.fingerprint,
			Suppressed: a.findings.suppressed}.Render(list)
	} else {
		failed = diag.GitHub{W: a.out}.Render(list)
	}
	if failed != nil {
		return failed
	}
	return err
}

// fingerprint returns the fingerprint of a finding, which is that of a baseline file.
func (f *findingsFormat) fingerprint(d *diag.Diagnostic) string {
	return accepted.Fingerprint(cmp.Or(f.origins[d], d))
}

// collect keeps the diagnostics of an error for writeFindings.
func (a *app) collect(err error) {
	a.findings.collected = append(a.findings.collected, diag.FromError(err)...)
}
