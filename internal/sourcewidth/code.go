package main

import (
	"bytes"
	"go/token"
	"slices"
	"strings"
)

// An insertion is text that comes to stand at an offset, instead of what is there up to another.
type insertion struct {
	at, end int
	text    string
}

// breakLines returns the file with each line of code that is too wide broken once, where it can be.
func breakLines(f *file) []byte {
	var edits []insertion
	next := 0
	for i, line := range f.lines {
		for next < len(f.lexemes) && f.lexemes[next].line < i {
			next++
		}
		first := next
		for next < len(f.lexemes) && f.lexemes[next].line == i {
			next++
		}
		if columns(line) > Width && first < next {
			edits = append(edits, f.breakLine(i, first, next)...)
		}
	}
	slices.SortStableFunc(edits, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		if e.at < done {
			continue
		}
		out.Write(f.src[done:e.at])
		out.WriteString(e.text)
		done = e.end
	}
	out.Write(f.src[done:])
	return out.Bytes()
}

// breakLine breaks a line that has the tokens from first to last.
func (f *file) breakLine(line, first, last int) []insertion {
	lexemes := f.lexemes[first:last]
	if end := lexemes[len(lexemes)-1]; end.tok == token.COMMENT && len(lexemes) > 1 {
		return f.liftComment(line, end)
	}
	best, cost := -1, 0.0
	for i, l := range lexemes {
		if f.column(line, l.end) > Width || i == len(lexemes)-1 || lexemes[i+1].tok == token.COMMENT {
			continue
		}
		c, ok := f.cost(lexemes, i)
		if ok && (best < 0 || c <= cost) {
			best, cost = i, c
		}
	}
	if s, ok := f.wideString(line, lexemes); ok && f.splits(lexemes, best, s.at) {
		return []insertion{s}
	}
	if best < 0 {
		return nil
	}
	return []insertion{{at: lexemes[best].end, end: lexemes[best+1].start, text: "\n"}}
}

// column returns how wide a line is up to an offset.
func (f *file) column(line, offset int) int { return columns(string(f.src[f.starts[line]:offset])) }

// liftComment puts the comment at the end of a line on a line in front of it.
func (f *file) liftComment(line int, comment lexeme) []insertion {
	text := f.lines[line]
	words := strings.TrimSpace(strings.TrimPrefix(comment.text, "//"))
	isNote := strings.HasPrefix(comment.text, "// ") && !strings.HasPrefix(words, "nolint")
	closing := strings.HasPrefix(strings.TrimLeft(text, "\t"), "}")
	if !isNote || closing {
		return nil
	}
	start := f.starts[line]
	code := strings.TrimRight(string(f.src[start:comment.start]), " \t")
	return []insertion{
		{at: start, end: start, text: indentOf(text) + comment.text + "\n"},
		{at: start + len(code), end: comment.end, text: ""},
	}
}

// cost says how bad it is to break the line behind token i: by how many brackets are open there, and behind
// what.
func (f *file) cost(lexemes []lexeme, i int) (cost float64, ok bool) {
	l := lexemes[i]
	base := lexemes[0].depth
	for _, other := range lexemes {
		base = min(base, other.depth)
	}
	cost = float64(l.depth - base)
	switch l.tok {
	case token.COMMA:
		if f.assignedBehind(lexemes, i) {
			return 0, false
		}
	case token.LOR:
	case token.LAND:
		cost += 0.3
	case token.ADD, token.SUB, token.OR, token.MUL, token.QUO:
		if !f.binary[l.start] {
			return 0, false
		}
		cost += 0.6
	case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
		cost += 2.1
	case token.ASSIGN, token.DEFINE:
		cost += 1.2
	case token.LPAREN:
		cost += 1.4
	case token.LBRACE:
		if f.blocks[l.start] {
			cost -= 0.5
		} else {
			cost += 1.4
		}
	case token.PERIOD:
		if i == 0 || lexemes[i-1].tok != token.RPAREN {
			return 0, false
		}
		cost += 1.3
	default:
		return 0, false
	}
	if f.column(l.line, l.end) < columns(indentOf(f.lines[l.line]))+20 {
		cost++
	}
	return cost, true
}

// assignedBehind reports whether an assignment follows in the line, in the brackets that token i stands in:
// what is assigned to stands on one line.
func (f *file) assignedBehind(lexemes []lexeme, i int) bool {
	for _, l := range lexemes[i+1:] {
		switch {
		case l.depth < lexemes[i].depth:
			return false
		case l.depth == lexemes[i].depth && (l.tok == token.DEFINE || l.tok == token.ASSIGN):
			return true
		}
	}
	return false
}

// wideString returns where to break the string behind which the line becomes too wide.
func (f *file) wideString(line int, lexemes []lexeme) (insertion, bool) {
	for i, l := range lexemes {
		end := l.end
		if i+1 < len(lexemes) && lexemes[i+1].tok != token.STRING {
			end = lexemes[i+1].end
		}
		if l.tok != token.STRING && f.column(line, l.end) > Width {
			break
		}
		if l.tok != token.STRING || f.column(line, end) <= Width {
			continue
		}
		isKey := i+1 < len(lexemes) && (lexemes[i+1].tok == token.LBRACK || lexemes[i+1].tok == token.COLON)
		if l.text[0] != '"' || f.fixed[l.start] || isKey {
			break
		}
		at, ok := splitString(l.text, Width-len(`" +`)-f.column(line, l.start))
		return insertion{l.start + at, l.start + at, "\" +\n\""}, ok
	}
	return insertion{}, false
}

// splitString returns behind which byte of a string literal to break it, so that at most room bytes stand in
// front: behind the last space there, or else behind the last comma.
func splitString(literal string, room int) (at int, ok bool) {
	for _, end := range []byte{' ', ','} {
		for at := min(room, len(literal)-2); at > 20; at-- {
			if literal[at-1] == end && literal[at] != '"' {
				return at, true
			}
		}
	}
	return 0, false
}

// splits reports whether the string that is too wide is broken, and not the line behind its token best, if
// there is one: where that stands behind the place in the string, or where the string would be as wide on a
// line of its own.
func (f *file) splits(lexemes []lexeme, best, at int) bool {
	if best < 0 || lexemes[best].end > at {
		return true
	}
	tok := lexemes[best].tok
	first := lexemes[0]
	return tok == token.ASSIGN || tok == token.DEFINE ||
		first.tok == token.STRING && f.column(first.line, first.end) > Width
}
