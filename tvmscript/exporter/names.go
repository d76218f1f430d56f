package exporter

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// names are the names in scope. A name becomes free again at the end of the body in which it was made.
type names struct {
	taken map[string]bool
	made  []string
	marks []int
	legal map[string]string // allowed spelling of each name
}

func newNames() names { return names{taken: map[string]bool{}, legal: map[string]string{}} }

func (n *names) open() { n.marks = append(n.marks, len(n.made)) }

func (n *names) close() {
	mark := n.marks[len(n.marks)-1]
	n.marks = n.marks[:len(n.marks)-1]
	for _, s := range n.made[mark:] {
		delete(n.taken, s)
	}
	n.made = n.made[:mark]
}

// take makes a name of the wished ones: the first free one, or else the first one with a number.
func (n *names) take(wishes ...string) string {
	for _, s := range wishes {
		if n.add(s) {
			return s
		}
	}
	for i := 1; ; i++ {
		if s := wishes[0] + "_" + strconv.Itoa(i); n.add(s) {
			return s
		}
	}
}

func (n *names) add(s string) bool {
	if n.taken[s] || words[s] || builtins[s] {
		return false
	}
	n.taken[s] = true
	n.made = append(n.made, s)
	return true
}

// The names for values without a name in the IR.
var (
	bufferNames = []string{"A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M", "N", "P", "Q", "R", "S",
		"U", "V", "W", "X", "Y", "Z"}
	scalarNames = []string{"n", "m", "k", "l", "p", "q", "r", "s"}
	loopNames   = []string{"i", "j", "k", "l", "m", "n"}
	axisNames   = []string{"vi", "vj", "vk", "vl", "vm", "vn"}
	handleNames = []string{"handle", "arg"}
	letNames    = []string{"x", "y", "z", "w", "u", "v"}
)

// words are the reserved names of Python, and the names of the modules.
var words = set("False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
	"continue", "def", "del", "elif",
	"else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
	"not", "or", "pass", "raise",
	"return", "try", "while", "with", "yield", "T", "I", "Module")

// builtins are names that values should not have, because they have another meaning for the importer.
var builtins = set("R", "tvm", "tir", "tirx", "cls", "range", "len", "min", "max", "abs", "int", "float",
	"bool", "str", "list", "tuple", "dict",
	"enumerate", "zip", "sum", "print", "sorted", "reversed", "all", "any", "pow", "round", "divmod", "map",
	"filter", "slice", "set",
	"type", "repr", "isinstance", "sch")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, s := range names {
		m[s] = true
	}
	return m
}

// name gives a value its name: its name in the IR if a person chose that, or else one of the wishes.
func (p *printer) name(v *ir.Value, wishes []string) string {
	var name string
	if hint := p.hint(v); hint != "" {
		name = p.names.take(hint)
	} else {
		name = p.names.take(wishes...)
	}
	p.values[v] = name
	return name
}

func (p *printer) hint(v *ir.Value) string {
	name := v.Name()
	if name == "" {
		return ""
	}
	legal, ok := p.names.legal[name]
	if !ok {
		legal = identifier(name)
		p.names.legal[name] = legal
	}
	return legal
}

// identifier returns a name of the IR as a name of Python, "" if a printer made the name.
func identifier(name string) string {
	stem, digits := strings.TrimRight(name, "0123456789"), false
	digits = len(stem) < len(name)
	if s, ok := strings.CutSuffix(stem, "_"); ok && digits {
		stem = s
	}
	switch stem {
	case "arg":
		if digits {
			return ""
		}
	case "", "alloc", "alloca", "subview", "cst", "cast", "dim", "get_global", "reinterpret_cast", "intptr",
		"assume_align":
		return ""
	}
	return spelling(name)
}

// spelling returns the name with underscores in place of characters that names of Python may not have.
func spelling(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			b[i] = '_'
		}
	}
	if len(b) == 0 || b[0] >= '0' && b[0] <= '9' || string(b) == "_" {
		return "v" + string(b)
	}
	return string(b)
}
