package syntax

// kind is the kind of a token.
type kind uint8

const (
	tEOF kind = iota
	tBad      // an error of the scanner or the parser; no other token follows until recovery
	tNewline
	tIndent
	tDedent
	tName
	tInt
	tFloat
	tString  // a whole literal with prefix and quotes
	tFString // the prefix and the opening quotes; the parser asks for the rest piece by piece

	// Punctuation.
	tLParen
	tRParen
	tLSquare
	tRSquare
	tLBrace
	tRBrace
	tComma
	tColon
	tSemicolon
	tDot
	tEllipsis
	tArrow
	tBang // in front of a conversion in an f-string
	tAssign
	tWalrus
	tPlus
	tMinus
	tStar
	tStarStar
	tSlash
	tSlashSlash
	tPercent
	tAt
	tAmp
	tBar
	tCaret
	tTilde
	tShl
	tShr
	tLess
	tGreater
	tLessEq
	tGreaterEq
	tEqual
	tNotEqual
	tPlusEq
	tMinusEq
	tStarEq
	tSlashEq
	tSlashSlashEq
	tPercentEq
	tAtEq
	tAmpEq
	tBarEq
	tCaretEq
	tShlEq
	tShrEq
	tStarStarEq

	// Keywords.
	tFalse
	tNone
	tTrue
	tAnd
	tAs
	tAssert
	tAsync
	tAwait
	tBreak
	tClass
	tContinue
	tDef
	tDel
	tElif
	tElse
	tExcept
	tFinally
	tFor
	tFrom
	tGlobal
	tIf
	tImport
	tIn
	tIs
	tLambda
	tNonlocal
	tNot
	tOr
	tPass
	tRaise
	tReturn
	tTry
	tWhile
	tWith
	tYield

	numKinds
)

const (
	firstKeyword = tFalse
	lastKeyword  = tYield
)

// token is a piece of the text, from start to end.
type token struct {
	kind       kind
	start, end int32
}

// kindText has the text of each token with one spelling.
var kindText = [numKinds]string{
	tLParen: "(", tRParen: ")", tLSquare: "[", tRSquare: "]", tLBrace: "{", tRBrace: "}", tComma: ",",
	tColon:     ":",
	tSemicolon: ";", tDot: ".", tEllipsis: "...", tArrow: "->", tBang: "!", tAssign: "=", tWalrus: ":=",
	tPlus: "+", tMinus: "-",
	tStar: "*", tStarStar: "**", tSlash: "/", tSlashSlash: "//", tPercent: "%", tAt: "@", tAmp: "&",
	tBar: "|", tCaret: "^",
	tTilde: "~", tShl: "<<", tShr: ">>", tLess: "<", tGreater: ">", tLessEq: "<=", tGreaterEq: ">=",
	tEqual:    "==",
	tNotEqual: "!=", tPlusEq: "+=", tMinusEq: "-=", tStarEq: "*=", tSlashEq: "/=", tSlashSlashEq: "//=",
	tPercentEq: "%=",
	tAtEq:      "@=", tAmpEq: "&=", tBarEq: "|=", tCaretEq: "^=", tShlEq: "<<=", tShrEq: ">>=",
	tStarStarEq: "**=",
	tFalse:      "False", tNone: "None", tTrue: "True", tAnd: "and", tAs: "as", tAssert: "assert",
	tAsync: "async",
	tAwait: "await", tBreak: "break", tClass: "class", tContinue: "continue", tDef: "def", tDel: "del",
	tElif: "elif",
	tElse: "else", tExcept: "except", tFinally: "finally", tFor: "for", tFrom: "from", tGlobal: "global",
	tIf:     "if",
	tImport: "import", tIn: "in", tIs: "is", tLambda: "lambda", tNonlocal: "nonlocal", tNot: "not", tOr: "or",
	tPass: "pass", tRaise: "raise", tReturn: "return", tTry: "try", tWhile: "while", tWith: "with",
	tYield: "yield",
}

// keyword returns the kind of a word: that of a keyword, or tName. The compiler makes the switch a search by
// length and bytes, which is faster than hashing.
func keyword(word string) kind {
	switch word {
	case "False":
		return tFalse
	case "None":
		return tNone
	case "True":
		return tTrue
	case "and":
		return tAnd
	case "as":
		return tAs
	case "assert":
		return tAssert
	case "async":
		return tAsync
	case "await":
		return tAwait
	case "break":
		return tBreak
	case "class":
		return tClass
	case "continue":
		return tContinue
	case "def":
		return tDef
	case "del":
		return tDel
	case "elif":
		return tElif
	case "else":
		return tElse
	case "except":
		return tExcept
	case "finally":
		return tFinally
	case "for":
		return tFor
	case "from":
		return tFrom
	case "global":
		return tGlobal
	case "if":
		return tIf
	case "import":
		return tImport
	case "in":
		return tIn
	case "is":
		return tIs
	case "lambda":
		return tLambda
	case "nonlocal":
		return tNonlocal
	case "not":
		return tNot
	case "or":
		return tOr
	case "pass":
		return tPass
	case "raise":
		return tRaise
	case "return":
		return tReturn
	case "try":
		return tTry
	case "while":
		return tWhile
	case "with":
		return tWith
	case "yield":
		return tYield
	}
	return tName
}

// isKeyword reports whether a token of this kind is a keyword.
func (k kind) isKeyword() bool { return k >= firstKeyword && k <= lastKeyword }

// closes reports whether the token is a closing bracket.
func (k kind) closes() bool { return k == tRParen || k == tRSquare || k == tRBrace }

// opens reports whether the token is an opening bracket.
func (k kind) opens() bool { return k == tLParen || k == tLSquare || k == tLBrace }

// hasText reports whether the token has bytes in a line. Tokens for the structure of lines have none.
func (k kind) hasText() bool { return k >= tName }
