package main

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// A lexeme is a token of a file with the place where it stands.
type lexeme struct {
	tok        token.Token
	text       string
	start, end int // offsets
	line       int // from 0
	depth      int // how many brackets are open around it
}

// A file is the text of a Go file with its tokens and lines.
type file struct {
	src     []byte
	lexemes []lexeme
	lines   []string
	starts  []int        // the offset of each line
	blocks  map[int]bool // offsets of braces that open statements, fields or methods
	fixed   map[int]bool // offsets of strings that are one token by the grammar: paths of imports, tags, keys
	binary  map[int]bool // offsets of operators between two operands
	raw     map[int]bool // lines that begin within a raw string or a comment of several lines
}

// read takes a file apart.
func read(src []byte) (*file, error) {
	f := &file{src: src, blocks: map[int]bool{}, fixed: map[int]bool{}, binary: map[int]bool{},
		raw: map[int]bool{}}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(pos token.Pos) int { return set.Position(pos).Offset }
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			f.blocks[offset(n.Lbrace)] = true
		case *ast.FieldList:
			f.blocks[offset(n.Opening)] = src[offset(n.Opening)] == '{'
		case *ast.BinaryExpr:
			f.binary[offset(n.OpPos)] = true
		case *ast.ImportSpec:
			f.fixed[offset(n.Path.Pos())] = true
		case *ast.Field:
			if n.Tag != nil {
				f.fixed[offset(n.Tag.Pos())] = true
			}
		case *ast.KeyValueExpr:
			f.fixed[offset(n.Key.Pos())] = true
		case *ast.IndexExpr:
			f.fixed[offset(n.X.Pos())] = true
		}
		return true
	})
	f.readLines()
	f.readTokens()
	return f, nil
}

func (f *file) readLines() {
	offset := 0
	f.lines = strings.Split(string(f.src), "\n")
	for _, line := range f.lines {
		f.starts = append(f.starts, offset)
		offset += len(line) + 1
	}
}

func (f *file) readTokens() {
	set := token.NewFileSet()
	source := set.AddFile("", -1, len(f.src))
	var s scanner.Scanner
	s.Init(source, f.src, nil, scanner.ScanComments)
	depth := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		if text == "" {
			text = tok.String()
		}
		start := source.Offset(pos)
		line := source.Line(pos) - 1
		if tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE {
			depth--
		}
		f.lexemes = append(f.lexemes, lexeme{tok, text, start, start + len(text), line, depth})
		if tok == token.LPAREN || tok == token.LBRACK || tok == token.LBRACE {
			depth++
		}
		for i := range strings.Count(text, "\n") {
			f.raw[line+1+i] = true
		}
	}
}

// texts returns the tokens of a file in order, strings that are added to each other as one, and the words of
// comments apart from them: a comment may come to stand in front of what it stood behind.
func texts(src []byte) []string {
	f, err := read(src)
	if err != nil {
		return nil
	}
	var code, words []string
	for i, l := range f.lexemes {
		switch {
		case l.tok == token.COMMENT:
			for _, word := range strings.Fields(l.text) {
				if word = strings.TrimPrefix(word, "//"); word != "" {
					words = append(words, word)
				}
			}
		case l.tok == token.SEMICOLON || l.tok == token.COMMA && closes(f.lexemes, i+1):
		default:
			code = appendToken(code, l)
		}
	}
	return append(code, words...)
}

// closes reports whether the first token behind comments closes a bracket.
func closes(lexemes []lexeme, i int) bool {
	for ; i < len(lexemes); i++ {
		switch lexemes[i].tok {
		case token.COMMENT:
		case token.RPAREN, token.RBRACK, token.RBRACE:
			return true
		default:
			return false
		}
	}
	return false
}

// appendToken appends a token, or adds a string to the one that it is added to.
func appendToken(code []string, l lexeme) []string {
	n := len(code)
	if l.tok == token.STRING && n > 1 && code[n-1] == "+" && isString(code[n-2]) && isString(l.text) {
		a, _ := strconv.Unquote(code[n-2])
		b, _ := strconv.Unquote(l.text)
		return append(code[:n-2], strconv.Quote(a+b))
	}
	if l.tok == token.STRING {
		if s, err := strconv.Unquote(l.text); err == nil {
			return append(code, strconv.Quote(s))
		}
	}
	return append(code, l.text)
}

// isString reports whether a token is a string.
func isString(text string) bool { return strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "`") }
