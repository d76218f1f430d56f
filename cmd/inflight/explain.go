package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [NAME]",
		Short: "Tell what a pass, a code, an operation, a type, an attribute or a word means",
		Long: `Explain tells of a pass what it does, with an example and the command that
reproduces it; of a diagnostic's code what it means and what to do; of an
operation its syntax, operands, results and attributes; of an attribute of a
dialect its values, with an example; and what a type, an annotation or a word
of the reports means. Of a dialect it lists the operations, types and
attributes. Without a name it lists what there is.`,
		Example: "  inflight explain inject-software-pipeline\n  inflight explain pipeline-dependence\n" +
			"  inflight explain pipeline.wait_queue\n  inflight explain software_pipeline_stage\n  " +
			"inflight explain RAW",
		Args: atMostOne,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return subjects(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				a.listSubjects()
				return nil
			}
			return a.explain(args[0])
		},
	}
}

// explain writes all explanations of a name. There may be several: an attribute and a word may have the same
// name.
func (a *app) explain(name string) error {
	parts := explanations(name)
	if len(parts) == 0 {
		const what = "there is no pass, code, operation, type, attribute or word '%s'"
		if near := diag.Nearest(name, subjects()); near != "" {
			return usagef(what+"; did you mean '%s'?", name, near)
		}
		return usagef(what+"; 'inflight explain' lists what there is", name)
	}
	_, err := fmt.Fprint(a.out, strings.Join(parts, "\n"))
	return err
}

// explanations returns the texts about a name. Each ends with a newline.
func explanations(name string) []string {
	var parts []string
	if p := pass.Lookup(strings.TrimLeft(name, "-")); p != nil {
		parts = append(parts, passText(p))
	}
	if info, ok := diag.Lookup(diag.Code(strings.Trim(name, "[]"))); ok {
		parts = append(parts, fmt.Sprintf("%s: %s\n\n%s\n", info.Code, info.Summary, info.Help))
	}
	for _, list := range words() {
		for _, t := range list {
			if strings.EqualFold(t.name, name) {
				parts = append(parts, t.String())
			}
		}
	}
	for _, d := range all.Dialects() {
		parts = append(parts, dialectParts(d, name)...)
	}
	if holders := attributeHolders(name); len(holders) > 0 {
		parts = append(parts, attributeText(name, holders))
	}
	return parts
}

// dialectParts returns the texts about a name in a dialect: the dialect itself, an operation, a type with !
// or without, or an attribute with # or without.
func dialectParts(d *ir.Dialect, name string) []string {
	var parts []string
	if d.Name == name {
		parts = append(parts, dialectText(d))
	}
	if t := "!" + strings.TrimPrefix(name, "!"); slices.Contains(dialectTypes(d), t) {
		parts = append(parts, typeText(d, t))
	}
	for _, a := range dialectAttributes(d) {
		if a.isNamed(name) {
			parts = append(parts, a.text(d, all.Dialects()))
		}
	}
	for _, op := range d.Ops {
		if op.Name == name {
			parts = append(parts, operationText(op))
		}
	}
	return parts
}

// words returns the lists of names that are explained by sentences, and not from the tables of dialects.
func words() [][]word { return [][]word{glossary(), annotations, builtinTypes} }

func (t word) String() string {
	text := wrap(t.name+": "+t.summary) + "\n"
	if t.text != "" {
		text += "\n" + wrap(t.text) + "\n"
	}
	if t.see != "" {
		text += "\n" + wrap("See also: "+strings.ReplaceAll(t.see, " ", ", ")) + "\n"
	}
	return text
}

// columns is the width of explanations that have no line breaks of their own.
const columns = 80

// wrap breaks a text into lines that fit a terminal.
func wrap(text string) string { return wrapTo(columns, text) }

// wrapTo breaks a text into lines of at most the given number of columns.
func wrapTo(columns int, text string) string {
	var b strings.Builder
	at := 0
	for i, w := range strings.Fields(text) {
		switch {
		case i > 0 && at+1+len(w) > columns:
			b.WriteByte('\n')
			at = 0
		case i > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(w)
		at += len(w)
	}
	return b.String()
}

func passText(p *pass.Pass) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n", p.Name, p.Summary, p.Doc)
	for _, o := range p.Options {
		fmt.Fprintf(&b, "\n  %s (%s, default %q): %s\n", o.Name, o.Type, o.Default, o.Help)
	}
	fmt.Fprintf(&b, "\nExample: %s\n\nBefore:\n\n%s\nAfter:\n\n%s", exampleCommand(p), indent(p.Before),
		indent(p.After))
	return b.String()
}

// exampleCommand returns the command that turns the pass's Before, in a file before.mlir, into its After.
func exampleCommand(p *pass.Pass) string {
	if p.ExampleOptions == "" {
		return "inflight opt before.mlir --" + p.Name
	}
	return fmt.Sprintf("inflight opt before.mlir --%s='%s'", p.Name, p.ExampleOptions)
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

// operationText explains an operation from its entry in the table.
func operationText(op *ir.OpDef) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", op.Name, cmp.Or(op.Summary, "an operation"))
	if op.Format != "" {
		fmt.Fprintf(&b, "\nSyntax, as MLIR's tables write it:\n\n%s", indent(op.Name+" "+op.Format))
	}
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n%s:\n\n%s", title, indent(strings.Join(lines, "\n")))
		}
	}
	section("Operands", declared(op.Operands, func(o ir.OperandDef) (string, string, ir.Arity) {
		return o.Name, o.Type.Summary, o.Arity
	}))
	section("Results", declared(op.Results, func(r ir.ResultDef) (string, string, ir.Arity) {
		return r.Name, r.Type.Summary, r.Arity
	}))
	section("Attributes", declared(op.Attrs, func(a ir.AttrDef) (string, string, ir.Arity) {
		arity := ir.One
		if a.Optional || a.Default != nil {
			arity = ir.Optional
		}
		return a.Name, attributeType(a.Type), arity
	}))
	section("Regions", declared(op.Regions, func(r ir.RegionDef) (string, string, ir.Arity) {
		return r.Name, "", r.Arity
	}))
	return b.String()
}

// declared returns a line for each entry of a table.
func declared[T any](list []T, of func(T) (name, summary string, arity ir.Arity)) []string {
	var lines []string
	for _, entry := range list {
		name, summary, arity := of(entry)
		text := fmt.Sprintf("%-20s %s%s", name, summary,
			map[ir.Arity]string{ir.Optional: " (optional)", ir.Variadic: " (any number)"}[arity])
		lines = append(lines, strings.TrimRight(text, " "))
	}
	return lines
}

// attributeType returns the values that an attribute may have.
func attributeType(c ir.AttrConstraint) string {
	if c.Enum == nil {
		return c.Summary
	}
	var cases []string
	for _, e := range c.Enum.Cases {
		cases = append(cases, e.Name)
	}
	return strings.Join(cases, ", ")
}

func dialectText(d *ir.Dialect) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: a dialect of %s\n\n", d.Name, diag.Count(len(d.Ops), "operation"))
	for _, op := range d.Ops {
		fmt.Fprintln(&b, entry(op.Name, op.Summary))
	}
	if types := dialectTypes(d); len(types) > 0 {
		fmt.Fprintf(&b, "\n%s\n", wrap("Types: "+strings.Join(types, ", ")))
	}
	if attributes := attributeNames(d); len(attributes) > 0 {
		fmt.Fprintf(&b, "\n%s\n", wrap("Attributes: "+strings.Join(attributes, ", ")))
	}
	return b.String()
}

// dialectTypes returns the names of the types of a dialect, with !.
func dialectTypes(d *ir.Dialect) []string {
	var names []string
	for _, t := range d.Types {
		names = append(names, "!"+d.Name+"."+t)
	}
	for _, t := range d.TypeDefs {
		names = append(names, "!"+t.Dialect+"."+t.Mnemonic)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// typeText explains a type: its syntax, its meaning, and how to list the operations of its dialect.
func typeText(d *ir.Dialect, name string) string {
	text := fmt.Sprintf("%s: a type of the dialect %s\n", name, d.Name)
	for _, t := range d.TypeDefs {
		if "!"+t.Dialect+"."+t.Mnemonic == name && len(t.Fields) > 0 {
			var fields []string
			for _, f := range t.Fields {
				fields = append(fields, f.Name+" = ...")
			}
			text += fmt.Sprintf("\nSyntax: %s<%s>\n", name, strings.Join(fields, ", "))
		}
	}
	if about := typeSummaries[name]; about != "" {
		text += "\n" + wrap(about) + "\n"
	}
	return text + fmt.Sprintf("\n'inflight explain %s' lists the operations of the dialect.\n", d.Name)
}

// attributeHolders returns the operations that have an attribute with this name in their tables.
func attributeHolders(name string) []*ir.OpDef {
	var list []*ir.OpDef
	for _, d := range all.Dialects() {
		for _, op := range d.Ops {
			if slices.ContainsFunc(op.Attrs, func(a ir.AttrDef) bool { return a.Name == name }) {
				list = append(list, op)
			}
		}
	}
	return list
}

func attributeText(name string, holders []*ir.OpDef) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: an attribute of %s\n\n", name, diag.Count(len(holders), "operation"))
	for _, op := range holders {
		i := slices.IndexFunc(op.Attrs, func(a ir.AttrDef) bool { return a.Name == name })
		fmt.Fprintln(&b, entry(op.Name, attributeType(op.Attrs[i].Type)))
	}
	b.WriteString(
		"\ndocs/attributes.md says which attributes count, which are hints, and which are refused.\n")
	return b.String()
}

// nameColumns is the width of the names in a list.
const nameColumns = 32

// entry returns a name in a list with its summary. A summary that is too long for the line continues below
// its own beginning.
func entry(name, summary string) string {
	margin := strings.Repeat(" ", nameColumns+3)
	lines := strings.ReplaceAll(wrapTo(columns-len(margin), summary), "\n", "\n"+margin)
	if len(name) > nameColumns && lines != "" {
		return "  " + name + "\n" + margin + lines
	}
	return strings.TrimRight(fmt.Sprintf("  %-*s %s", nameColumns, name, lines), " ")
}

// listSubjects lists all names that can be explained, in groups.
func (a *app) listSubjects() {
	list := func(title string, all []word) {
		fmt.Fprintf(a.out, "%s:\n", title)
		for _, t := range all {
			fmt.Fprintln(a.out, entry(t.name, t.summary))
		}
		fmt.Fprintln(a.out)
	}
	list("Words", glossary())
	list("Annotations", annotations)
	list("Types", builtinTypes)
	fmt.Fprintln(a.out, "Dialects ('inflight explain DIALECT' lists operations, types, attributes):")
	for _, d := range all.Dialects() {
		if len(d.Ops) > 0 {
			fmt.Fprintln(a.out, entry(d.Name, diag.Count(len(d.Ops), "operation")))
		}
	}
	for _, g := range passGroups {
		fmt.Fprintf(a.out, "\nPasses: %s\n", g.title)
		for _, name := range g.names {
			fmt.Fprintln(a.out, entry(name, pass.Lookup(name).Summary))
		}
	}
	a.listCodes()
}

// listCodes lists the codes of diagnostics, grouped by their first word.
func (a *app) listCodes() {
	area := ""
	for _, c := range diag.Codes() {
		first, _, _ := strings.Cut(string(c.Code), "-")
		if first != area {
			fmt.Fprintf(a.out, "\nCodes: %s\n", first)
			area = first
		}
		fmt.Fprintln(a.out, entry(string(c.Code), c.Summary))
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
	for _, list := range words() {
		for _, t := range list {
			names = append(names, t.name)
		}
	}
	attributes := map[string]bool{}
	for _, d := range all.Dialects() {
		names = append(append(append(names, d.Name), dialectTypes(d)...), attributeNames(d)...)
		for _, op := range d.Ops {
			names = append(names, op.Name)
			for _, a := range op.Attrs {
				attributes[a.Name] = true
			}
		}
	}
	for name := range attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
