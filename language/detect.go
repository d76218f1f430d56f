package language

import (
	"bytes"
	"regexp"
	"sync"
)

// forms are patterns of the first lines of programs.
type forms struct {
	// pythonLine matches the first line of a Python file: an import, a definition, a decorator, a docstring,
	// an assignment. In MLIR names of values begin with %, of types with !, and of attributes with #.
	pythonLine *regexp.Regexp
	// mlirLine matches a first line that is MLIR's and not Python's.
	mlirLine *regexp.Regexp
	// attributeAlias matches what begins either language: an alias of MLIR, or a comment of Python.
	attributeAlias *regexp.Regexp
	// bracket matches a bracket of an attribute, the end of a line, or what brackets do not count in.
	bracket *regexp.Regexp
}

// lines returns the patterns. They are compiled on first use, because the name of a file mostly determines
// the language.
var lines = sync.OnceValue(func() *forms {
	return &forms{
		pythonLine: regexp.MustCompile(
			`^(from|import|def|class|if|for|with|try)\b|^[rR]?("""|''')|^@|^[A-Za-z_][\w.]*( *,[\w ,]*)? *(:[^:]*)?=[^=]`),
		mlirLine: regexp.MustCompile(
			`^(//|[!%#][\w.$-]+ *=|module\b|"?[a-z_]\w*\.[\w.]+"? *[@(%{]|\{-#)`),
		attributeAlias: regexp.MustCompile(`^#[\w.$-]+(?: *|\s*\n\s*)=`),
		bracket:        regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[<>=]=|[([{<\])}>\n]`),
	}
})

// detect returns the language that a text begins in. The first line that tells decides; MLIR if none does.
func detect(content []byte) Language {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	forms := lines()
	for {
		content = bytes.TrimLeft(content, " \t\r\n\v\f")
		line, rest, _ := bytes.Cut(content, []byte("\n"))
		switch {
		case len(content) == 0:
			return MLIR
		case forms.attributeAlias.Match(content):
			content = afterAlias(content, rest)
			continue
		case line[0] == '#' || forms.pythonLine.Match(line):
			return TVMScript
		}
		return MLIR
	}
}

// afterAlias returns the text after an alias of MLIR, which ends with the line in which all its brackets are
// closed. If they never are, the first line is a comment of Python, and rest follows.
func afterAlias(content, rest []byte) []byte {
	equals := bytes.IndexByte(content, '=') + 1
	begin := equals + len(content[equals:]) - len(bytes.TrimLeft(content[equals:], " \t\r\n"))
	var open []byte
	for _, at := range lines().bracket.FindAllIndex(content[begin:], -1) {
		switch token := content[begin+at[0] : begin+at[1]]; token[0] {
		case '\n':
			if len(open) == 0 {
				return content[begin+at[1]:]
			}
		case '(', '[', '{', '<':
			if len(token) == 1 {
				open = append(open, token[0])
			}
		case ')', ']', '}', '>':
			if len(token) > 1 {
				continue // a comparison
			}
			if n := len(open) - 1; n >= 0 &&
				bytes.Contains([]byte("() [] {} <>"), []byte{open[n], token[0]}) {
				open = open[:n]
			} else {
				return rest
			}
		}
	}
	if len(open) > 0 {
		return rest
	}
	return nil
}

// mistaken returns the language that a text seems to be in, if that is not l, the language in which it was
// read; otherwise Unknown.
func mistaken(content []byte, l Language) Language {
	first, _, _ := bytes.Cut(bytes.TrimLeft(content, " \t\r\n"), []byte("\n"))
	switch {
	case l == MLIR && detect(content) == TVMScript:
		return TVMScript
	case l == TVMScript && detect(content) == MLIR && lines().mlirLine.Match(first):
		return MLIR
	}
	return Unknown
}
