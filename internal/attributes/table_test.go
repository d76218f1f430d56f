package attributes_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
)

// table is the document whose tables say what becomes of each attribute.
const table = "../../docs/attributes.md"

// The kinds of attributes, as the document describes them.
const (
	meaning   = "meaning"
	promise   = "promise"
	hint      = "hint"
	name      = "name"
	refused   = "refused"
	structure = "structure"
	converted = "converted"
)

// row is a row of a table: patterns for operations and for attributes, their kind, and the consumers to which
// it does not apply.
type row struct {
	line            int
	ops, attrs      []string
	kind            string
	unheard         []string // consumers for which an attribute with a meaning makes no difference
	matches, proven bool
}

// rows reads the tables of the document. The cells of a row are operations, attributes, kind, and why.
func rows(t *testing.T) []*row {
	content, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	var list []*row
	for i, line := range strings.Split(string(content), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		if len(cells) != 4 || !strings.HasPrefix(strings.TrimSpace(cells[0]), "`") {
			continue
		}
		kind, but, _ := strings.Cut(strings.TrimSpace(cells[2]), ", not ")
		r := &row{line: i + 1, ops: words(cells[0]), attrs: words(cells[1]), kind: kind, unheard: words(but)}
		if !slices.Contains([]string{meaning, promise, hint, name, refused, structure,
			converted}, kind) {
			t.Errorf("%s:%d: there is no kind %q", table, r.line, kind)
		}
		if strings.TrimSpace(cells[3]) == "" {
			t.Errorf("%s:%d: the row gives no reason", table, r.line)
		}
		list = append(list, r)
	}
	return list
}

// words are the parts of a cell between commas.
func words(cell string) []string {
	list := strings.FieldsFunc(cell, func(r rune) bool { return r == ',' || r == ' ' })
	for i := range list {
		list[i] = strings.Trim(list[i], "`")
	}
	return list
}

func anyMatches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, name)
		return ok && err == nil
	})
}

// rowOf returns the first row that an attribute is in.
func rowOf(list []*row, op, attr string) *row {
	for _, r := range list {
		if anyMatches(r.ops, op) && anyMatches(r.attrs, attr) {
			return r
		}
	}
	return nil
}

// Every attribute of every operation is in a table, but for those of the llvm dialect, which target/llvm has
// tests for; and every row is of an attribute.
func TestEveryAttributeHasARow(t *testing.T) {
	list := rows(t)
	for _, d := range all.Dialects() {
		if d.Name == "llvm" {
			continue
		}
		for _, def := range d.Ops {
			for _, a := range def.Attrs {
				if r := rowOf(list, def.Name, a.Name); r != nil {
					r.matches = true
				} else {
					t.Errorf("%s: '%s' is in no table of %s", def.Name, a.Name, table)
				}
			}
		}
	}
	for _, r := range list {
		if !r.matches {
			t.Errorf("%s:%d: the row is of no attribute", table, r.line)
		}
	}
}

// What the tables say holds for the programs of testdata and of other packages: an attribute with a meaning
// makes a difference to each consumer that takes a program, or is refused; a promise, a hint and a name make
// none to what the simulator computes; of an operation that is refused no consumer takes any program.
func TestAttributesDoWhatTheTableSays(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: the consumers that are tried here have tests of their own")
	}
	list := rows(t)
	seen := observe(t, list)
	for _, d := range all.Dialects() {
		for _, def := range d.Ops {
			for i := range def.Attrs {
				if r := rowOf(list, def.Name, def.Attrs[i].Name); r != nil {
					r.hold(t, def, &def.Attrs[i], seen[def.Name+" "+def.Attrs[i].Name])
				}
			}
		}
	}
	for _, r := range list {
		if !r.proven && r.kind != structure && r.kind != converted {
			t.Errorf("%s:%d: no program shows what the row says", table, r.line)
		}
	}
}

// hold compares what was seen of an attribute with its row.
func (r *row) hold(t *testing.T, def *ir.OpDef, a *ir.AttrDef, o *observed) {
	what := fmt.Sprintf("%s:%d: %s: '%s' is a %s", table, r.line, def.Name, a.Name, r.kind)
	switch {
	case r.kind == structure || r.kind == converted || o == nil:
		return
	case r.kind == refused:
		r.proven = true
		for c := range o.by {
			if c == "check" {
				continue // it judges what accesses wait for, whatever operations compute
			}
			t.Errorf("%s, and the consumer %s takes the program\n%s", what, c, o.by[c].example)
		}
		return
	}
	for c, n := range o.by {
		differs := n.changed+n.refused > 0
		switch {
		case r.kind == meaning && !differs && c != "check" && !slices.Contains(r.unheard, c):
			t.Errorf("%s, and makes no difference to %s: %s", what, c, n.example)
		case r.kind == meaning && differs, r.kind != meaning:
			r.proven = true
		}
		if r.kind != meaning && c == "sim" && n.changed > 0 {
			t.Errorf("%s, and changes what sim computes: %s", what, n.example)
		}
	}
}
