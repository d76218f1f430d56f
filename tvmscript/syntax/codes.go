package syntax

import "github.com/inflight-compiler/inflight/diag"

// The codes of the diagnostics of this package.
var (
	codeSyntax = diag.Register("python-syntax", "unexpected token",
		"Something else was expected at this place of the Python text. The message says what; "+
			"tvmscript/syntax/grammar.txt "+
			"holds the grammar.")
	codeToken = diag.Register("python-token", "malformed token",
		"The text contains a character that Python's syntax does not have at this place, such as '$' or a "+
			"typographic quote, "+
			"or something behind a backslash that continues a line. Replace or remove it.")
	codeEncoding = diag.Register("python-encoding", "the text is not readable as UTF-8",
		"Inflight reads Python in UTF-8 without NUL characters, whatever a coding comment says. Convert "+
			"the file to UTF-8.")
	codeTooLarge = diag.Register("python-too-large", "the text is too large",
		"Inflight reads Python texts of up to 1 GiB. Split the program into several files.")
	codeIndentation = diag.Register("python-indentation", "wrong indentation",
		"The statements of a block stand below each other, deeper than the line with the ':' before them. "+
			"Tabs and spaces "+
			"must not be mixed in a way that makes the depth depend on the width of a tab.")
	codeString = diag.Register("python-string", "malformed string",
		"A string is not closed, has an escape sequence that Python does not know or that Inflight does "+
			"not read "+
			"(\\N{...} and lone surrogates), or mixes bytes and text.")
	codeFString = diag.Register("python-fstring", "malformed formatted string",
		"In an f-string, {x}, {x!r} and {x:format} stand for values; a brace that is meant as text is "+
			"written twice.")
	codeNumber = diag.Register("python-number", "malformed number",
		"Numbers are written as 12, 0x1F, 0o17, 0b11, 1.5 or 1e-3, with single underscores between digits. "+
			"Complex numbers "+
			"are not part of TVMScript.")
	codeTarget = diag.Register("python-target", "this cannot be assigned to",
		"Names, attributes (a.b), subscripts (a[i]) and lists or tuples of these can be assigned to, "+
			"deleted, or stand "+
			"between 'for' and 'in'. To compare, write '=='.")
	codeArguments = diag.Register("python-arguments", "wrong order of arguments or parameters",
		"Positional arguments stand before keyword arguments; parameters with a default stand behind those "+
			"without, and **kwargs "+
			"stands last. Reorder them as the message says.")
	codeUnsupported = diag.Register("python-unsupported", "Python that is not part of TVMScript",
		"TVMScript uses a part of Python: tvmscript/syntax/grammar.txt says which. Statements such as try, "+
			"raise, match "+
			"and async have no meaning in it. Move them into the Python code that calls the program, or "+
			"remove them.")
	codeTooDeep = diag.Register("python-too-deep", "nesting too deep",
		"Expressions, blocks or chains of operators are nested so deeply that processing them could "+
			"exhaust the stack. "+
			"Name parts of the expression, or move inner blocks into functions.")
)
