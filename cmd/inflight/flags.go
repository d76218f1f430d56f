package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/inflight-compiler/inflight/diag"
)

// valuesNote is the annotation that holds the words which a flag accepts as its value.
const valuesNote = "inflight-values"

// oneOf registers the words that a flag accepts as its value: shells complete them, and error messages
// suggest the nearest word. If files is set, the flag accepts file names as well.
func oneOf(c *cobra.Command, flag string, files bool, values ...string) {
	if err := c.Flags().SetAnnotation(flag, valuesNote, values); err != nil {
		panic(err) // there is no such flag
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if files {
		directive = cobra.ShellCompDirectiveDefault
	}
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, directive)); err != nil {
		panic(err) // it was registered before
	}
}

// flagError rewords cobra's error about a flag, and suggests the flag or value that the user may have meant.
func flagError(c *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(c, missing, err)
	}
	value, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return usagef("%s\n'%s --help' lists the flags", err.Error(), c.CommandPath())
	}
	flag := value.GetFlag()
	if words := flag.Annotations[valuesNote]; len(words) > 1 {
		return notOneOf("--"+flag.Name, value.GetValue(), words)
	}
	if _, ok := errors.AsType[*strconv.NumError](err); ok {
		return usagef("--%s %s: expected a number that is not negative", flag.Name, value.GetValue())
	}
	return usagef("%s\n'%s --help' lists the flags", err.Error(), c.CommandPath())
}

// unknownFlag suggests a flag with a similar name, of this command or of another one.
func unknownFlag(c *cobra.Command, missing *pflag.NotExistError, err error) error {
	name := missing.GetSpecifiedName()
	var names, others []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	for _, other := range c.Root().Commands() {
		if other != c && other.Flags().Lookup(name) != nil {
			others = append(others, other.CommandPath())
		}
	}
	near := diag.Nearest(name, names)
	switch {
	case len(name) > 1 && len(others) > 0:
		return usagef("%s\n'%s' has that flag; '%s --help' lists the flags", err.Error(),
			strings.Join(others, "', '"), c.CommandPath())
	case len(name) > 1 && near != "":
		return usagef("%s; did you mean '--%s'?\n'%s --help' lists the flags", err.Error(), near,
			c.CommandPath())
	}
	return usagef("%s\n'%s --help' lists the flags", err.Error(), c.CommandPath())
}

// notOneOf returns the error for a value that a flag does not accept.
func notOneOf(flag, value string, values []string) error {
	last := len(values) - 1
	expected := strings.Join(values[:last], ", ") + " or " + values[last]
	if near := diag.Nearest(value, values); near != "" {
		return usagef("%s %s: did you mean '%s'? Expected: %s", flag, value, near, expected)
	}
	return usagef("%s %s: expected %s", flag, value, expected)
}

// narrowUsage writes the usage of a command whose flags have long names: each flag on its own line, and its
// description below.
func narrowUsage(c *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n\nExamples:\n%s\n\nFlags:\n", c.UseLine(), c.Example)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		head := "--" + f.Name
		if f.Shorthand != "" {
			head = "-" + f.Shorthand + ", " + head
		}
		fmt.Fprintf(&b, "  %s\n", strings.TrimRight(head+" "+kind, " "))
		if d := f.DefValue; d != "" && d != "false" && d != "[]" {
			usage += " (default " + d + ")"
		}
		for line := range strings.Lines(usage) {
			fmt.Fprintf(&b, "        %s\n",
				strings.ReplaceAll(wrapTo(columns-10, strings.TrimSpace(line)), "\n", "\n          "))
		}
	})
	if c.HasAvailableInheritedFlags() {
		fmt.Fprintf(&b, "\nGlobal flags:\n%s", c.InheritedFlags().FlagUsages())
	}
	_, err := fmt.Fprint(c.OutOrStderr(), b.String())
	return err
}
