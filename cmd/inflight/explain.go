package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/pass"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [PASS|CODE]",
		Short:   "Tell what a pass does, with an example, or what a diagnostic's code means",
		Example: "  inflight explain inject-software-pipeline\n  inflight explain pipeline-dependence",
		Args:    atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				a.listSubjects()
				return nil
			}
			return a.explain(args[0])
		},
	}
}

func (a *app) explain(name string) error {
	if p := pass.Lookup(name); p != nil {
		a.explainPass(p)
		return nil
	}
	if info, ok := diag.Lookup(diag.Code(strings.Trim(name, "[]"))); ok {
		fmt.Fprintf(a.out, "%s: %s\n\n%s\n", info.Code, info.Summary, info.Help)
		return nil
	}
	if near := diag.Nearest(name, subjects()); near != "" {
		return usagef("there is no pass and no code '%s'; did you mean '%s'?", name, near)
	}
	return usagef("there is no pass and no code '%s'; 'inflight explain' lists both", name)
}

func (a *app) explainPass(p *pass.Pass) {
	fmt.Fprintf(a.out, "%s: %s\n\n%s\n", p.Name, p.Summary, p.Doc)
	for _, o := range p.Options {
		fmt.Fprintf(a.out, "\n  %s (%s, default %q): %s\n", o.Name, o.Type, o.Default, o.Help)
	}
	fmt.Fprintf(a.out, "\nBefore:\n\n%s\nAfter:\n\n%s", indent(p.Before), indent(p.After))
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

func (a *app) listSubjects() {
	fmt.Fprintln(a.out, "Passes:")
	for _, p := range pass.All() {
		fmt.Fprintf(a.out, "  %-32s %s\n", p.Name, p.Summary)
	}
	fmt.Fprintln(a.out, "\nCodes:")
	for _, c := range diag.Codes() {
		fmt.Fprintf(a.out, "  %-32s %s\n", c.Code, c.Summary)
	}
}

// subjects returns everything that can be explained.
func subjects() []string {
	var names []string
	for _, p := range pass.All() {
		names = append(names, p.Name)
	}
	for _, c := range diag.Codes() {
		names = append(names, string(c.Code))
	}
	return names
}
