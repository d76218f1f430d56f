package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// tableAttribute is an attribute from the table of a dialect. At most one of enum and def is set; neither is
// if the table has only the attribute's name.
type tableAttribute struct {
	name string // with # and the dialect
	enum *ir.EnumDef
	def  *ir.AttributeDef
}

// dialectAttributes returns the attributes of a dialect ordered by name. Enumerations that are written as
// integers are not among them.
func dialectAttributes(d *ir.Dialect) []tableAttribute {
	var list []tableAttribute
	for _, e := range d.Enums {
		if !e.Integer {
			list = append(list, tableAttribute{name: "#" + e.Dialect + "." + e.Mnemonic, enum: e})
		}
	}
	for _, def := range d.AttributeDefs {
		list = append(list, tableAttribute{name: "#" + def.Dialect + "." + def.Mnemonic, def: def})
	}
	for _, mnemonic := range d.OpaqueAttrs {
		list = append(list, tableAttribute{name: "#" + d.Name + "." + mnemonic})
	}
	slices.SortFunc(list, func(a, b tableAttribute) int { return strings.Compare(a.name, b.name) })
	return list
}

// attributeNames returns the names of the attributes of a dialect, with #.
func attributeNames(d *ir.Dialect) []string {
	var names []string
	for _, a := range dialectAttributes(d) {
		names = append(names, a.name)
	}
	return names
}

// isNamed reports whether name refers to the attribute, with # or without, with parameters or without.
func (a tableAttribute) isNamed(name string) bool {
	name, _, _ = strings.Cut(name, "<")
	return "#"+strings.TrimPrefix(name, "#") == a.name
}

// text explains the attribute: its meaning, its values, and the operations that hold it.
func (a tableAttribute) text(d *ir.Dialect, dialects []*ir.Dialect) string {
	var b strings.Builder
	about := attributeSummaries[a.name]
	fmt.Fprintf(&b, "%s: an attribute of the dialect %s\n\n%s\n", a.name, d.Name, wrap(about.summary))
	if a.enum != nil {
		fmt.Fprintf(&b, "\nValues%s:\n\n%s",
			map[bool]string{true: ", one or several with " + separatorWord(a.enum)}[a.enum.Bits],
			indent(wrapTo(columns-2, strings.Join(caseNames(a.enum), ", "))))
	}
	if holders := a.holders(dialects); len(holders) > 0 {
		fmt.Fprintf(&b, "\nOperations that hold it:\n\n%s", indent(strings.Join(holders, "\n")))
	}
	fmt.Fprintf(&b, "\nExample:\n\n%s", indent(a.exampleProgram()))
	return b.String()
}

// separatorWord names the separator between the values of a set.
func separatorWord(e *ir.EnumDef) string {
	if strings.TrimSpace(e.Separator) == "|" {
		return "a bar between them"
	}
	return "commas between them"
}

func caseNames(e *ir.EnumDef) []string {
	var names []string
	for _, c := range e.Cases {
		names = append(names, c.Name)
	}
	return names
}

// example returns the text of an example of the attribute.
func (a tableAttribute) example() string {
	if a.enum == nil {
		return attributeSummaries[a.name].example
	}
	value := a.enum.Cases[len(a.enum.Cases)-1].Name // the first case may be the default, which is not printed
	if strings.ContainsFunc(value, func(r rune) bool { return r == '-' }) {
		value = fmt.Sprintf("%q", value)
	}
	if a.enum.Word {
		return fmt.Sprintf("#%s<%s %s>", a.enum.Dialect, a.enum.Mnemonic, value)
	}
	return fmt.Sprintf("%s<%s>", a.name, value)
}

// exampleProgram returns a program that holds the example of the attribute.
func (a tableAttribute) exampleProgram() string {
	return "func.func private @holder() attributes {example = " + a.example() + "}\n"
}

// holders returns the operations that have the attribute in their tables, each with the attribute's name in
// that table.
func (a tableAttribute) holders(dialects []*ir.Dialect) []string {
	var lines []string
	for _, d := range dialects {
		for _, op := range d.Ops {
			for _, held := range op.Attrs {
				if a.enum != nil && held.Type.Enum == a.enum || a.def != nil && held.Type.Def == a.def {
					lines = append(lines, fmt.Sprintf("%-32s %s", op.Name, held.Name))
				}
			}
		}
	}
	return lines
}
