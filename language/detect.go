package language

import (
	"bytes"
	"regexp"
)

var (
	// pythonLine matches the first line of a Python file: an import, a definition, a decorator, a docstring, an
	// assignment. In MLIR names of values begin with %, of types with !, and of attributes with #.
	pythonLine = regexp.MustCompile(`^(from|import|def|class|if|for|with|try)\b|^[rR]?("""|''')|^@|^[A-Za-z_][\w.]*( *,[\w ,]*)? *(:[^:]*)?=[^=]`)
	// mlirLine matches a first line that is MLIR's and not Python's.
	mlirLine = regexp.MustCompile(`^(//|[!%#][\w.$-]+ *=|module\b|"?[a-z_]\w*\.[\w.]+"? *[@(%{]|\{-#)`)
	// attributeAlias matches a line that begins either language: an alias of MLIR, or a comment of Python.
	attributeAlias = regexp.MustCompile(`^#[\w.$-]+ *=`)
)

// detect returns the language that a text begins in. The first line that tells decides; MLIR if none does.
func detect(content []byte) Language {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(content) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || attributeAlias.Match(line):
			continue
		case line[0] == '#' || pythonLine.Match(line):
			return TVMScript
		}
		return MLIR
	}
	return MLIR
}

// mistaken returns the language that a text is in although it was read as another, Unknown if it does not look like
// any but that one.
func mistaken(content []byte, l Language) Language {
	first, _, _ := bytes.Cut(bytes.TrimLeft(content, " \t\r\n"), []byte("\n"))
	switch {
	case l == MLIR && detect(content) == TVMScript:
		return TVMScript
	case l == TVMScript && detect(content) == MLIR && mlirLine.Match(first):
		return MLIR
	}
	return Unknown
}
