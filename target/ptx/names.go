package ptx

import (
	"regexp"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	// identifier matches names of PTX other than those of registers: PTX ISA, "Identifiers".
	identifier = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9_$]*|[_$][a-zA-Z0-9_$]+)$`)
	// given matches the names that the compiler itself makes for labels, parameters and memory.
	given = regexp.MustCompile(
		`^(\$[LE][0-9]+_[0-9]+|__local_depot[0-9]+|retval[0-9]*|param[0-9]+|.*_param_[0-9]+|` + movedName +
			`)$`)
)

// nameSymbols gives the functions and variables of a module their names in PTX. A symbol that can be a name
// in PTX keeps its name. The others get names in the order of their definitions, so that the names do not
// depend on their uses.
func (m *compiler) nameSymbols(module *ir.Op) {
	var others []string
	for op := range module.Body().Ops() {
		if !op.Is(llvm.GlobalOp) && !op.Is(llvm.Func) {
			continue
		}
		symbol := op.SymbolName()
		if isName(symbol) {
			m.take(symbol, symbol)
			continue
		}
		others = append(others, symbol)
	}
	for _, symbol := range others {
		m.invent(symbol)
	}
}

// isName reports whether a symbol can be its own name: it is an identifier, and no name with another meaning.
// PTX ISA, "Reserved Instruction Keywords", also lists opcodes. But programs have functions named add and
// copy, and assemblers accept them.
func isName(symbol string) bool {
	return identifier.MatchString(symbol) && !given.MatchString(symbol) && symbol != "WARP_SZ"
}

func (m *compiler) take(symbol, name string) string {
	m.names[symbol] = name
	m.taken[name] = true
	return name
}

// invent gives a symbol a new name, made of characters that names may have.
func (m *compiler) invent(symbol string) string {
	var b strings.Builder
	for i, r := range symbol {
		switch {
		case r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	for !isName(name) || m.taken[name] {
		name += "_"
	}
	return m.take(symbol, name)
}

// name returns the name of a symbol in PTX. It also names a called function that the module does not declare.
func (m *compiler) name(symbol string) string {
	if n, ok := m.names[symbol]; ok {
		return n
	}
	return m.invent(symbol)
}
