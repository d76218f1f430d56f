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
	// attributeAlias matches a line that begins either language: an alias of MLIR, or a comment of Python.
	attributeAlias *regexp.Regexp
}

// lines returns the patterns. They are compiled on first use, because the name of a file mostly determines
// the language.
var lines = sync.OnceValue(func() *forms {
	return &forms{
		pythonLine: regexp.MustCompile(
			`^(from|import|def|class|if|for|with|try)\b|^[rR]?("""|''')|^@|^[A-Za-z_][\w.]*( *,[\w ,]*)? *(:[^:]*)?=[^=]`),
		mlirLine: regexp.MustCompile(
			`^(//|[!%#][\w.$-]+ *=|module\b|"?[a-z_]\w*\.[\w.]+"? *[@(%{]|\{-#)`),
		attributeAlias: regexp.MustCompile(`^#[\w.$-]+ *=`),
	}
})

// detect returns the language that a text begins in. The first line that tells decides; MLIR if none does.
func detect(content []byte) Language {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	forms := lines()
	for line := range bytes.Lines(content) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || forms.attributeAlias.Match(line):
			continue
		case line[0] == '#' || forms.pythonLine.Match(line):
			return TVMScript
		}
		return MLIR
	}
	return MLIR
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
