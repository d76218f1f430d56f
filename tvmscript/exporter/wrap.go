package exporter

import (
	"bytes"
	"strings"
)

// appendWrapped appends a statement with its indentation. A statement too long for one line has several. The
// layout is that of the usual formatter for Python: the contents of the last brackets are on lines of their
// own.
func appendWrapped(dst, line []byte, indent int) []byte {
	if indent+len(line) <= lineLength {
		return appendLine(dst, line, indent)
	}
	if i := bytes.Index(line, []byte(" = ")); i >= 0 && outside(line, i) && hasOperators(line[i+3:]) {
		return appendParenthesized(dst, line[:i+3], line[i+3:], nil, indent)
	}
	if head, body, tail, ok := lastBrackets(line); ok {
		return appendBracketed(dst, head, body, tail, indent)
	}
	return appendLine(dst, line, indent)
}

// appendParenthesized appends an expression in parentheses, on lines of its own.
func appendParenthesized(dst, head, body, tail []byte, indent int) []byte {
	dst = appendLine(dst, append(head[:len(head):len(head)], '('), indent)
	dst = appendBody(dst, body, indent+indentation, false)
	return appendLine(dst, append([]byte{')'}, tail...), indent)
}

func appendBracketed(dst, head, body, tail []byte, indent int) []byte {
	dst = appendLine(dst, head, indent)
	dst = appendBody(dst, body, indent+indentation, !bytes.HasSuffix(head, []byte("[")))
	return appendLine(dst, tail, indent)
}

func appendLine(dst, line []byte, indent int) []byte {
	for range indent {
		dst = append(dst, ' ')
	}
	dst = append(dst, line...)
	return append(dst, '\n')
}

// appendBody appends the text between brackets: on one line if it fits, or on one line for each element of a
// list, or on one for each operand of the operator of lowest precedence. A call may have a comma behind its
// last argument.
func appendBody(dst, body []byte, indent int, call bool) []byte {
	if indent+len(body) <= lineLength {
		return appendLine(dst, body, indent)
	}
	if parts := split(body, ", "); len(parts) > 1 {
		for i, part := range parts {
			if i < len(parts)-1 || call {
				part = append(part[:len(part):len(part)], ',')
			}
			dst = appendElement(dst, part, indent)
		}
		return dst
	}
	for _, part := range operands(body) {
		dst = appendElement(dst, part, indent)
	}
	return dst
}

// levels are the operators by precedence, the lowest first.
var levels = [][]string{{" or "}, {" and "}, {" | "}, {" ^ "}, {" & "}, {" + ", " - "},
	{" * ", " // ", " % ", " / "}}

// operands splits an expression in front of the operators of lowest precedence.
func operands(text []byte) [][]byte {
	for _, level := range levels {
		if parts := splitBefore(text, level); len(parts) > 1 {
			return parts
		}
	}
	return [][]byte{text}
}

func hasOperators(text []byte) bool { return len(operands(text)) > 1 }

// appendElement appends a part within brackets. It splits a part that is still too long.
func appendElement(dst, part []byte, indent int) []byte {
	if indent+len(part) <= lineLength {
		return appendLine(dst, part, indent)
	}
	if low, high, isSlice := cutSlice(part); isSlice {
		return appendElement(appendElement(dst, low, indent), high, indent)
	}
	if text, comma := bytes.CutSuffix(part, []byte(",")); comma && hasOperators(text) {
		n := keyword(text)
		return appendParenthesized(dst, text[:n], text[n:], []byte{','}, indent)
	}
	if parts := operands(part); len(parts) > 1 { // operators of higher precedence are next
		for _, operand := range parts {
			dst = appendElement(dst, operand, indent)
		}
		return dst
	}
	if head, body, tail, ok := lastBrackets(part); ok {
		return appendBracketed(dst, head, body, tail, indent)
	}
	return appendLine(dst, part, indent)
}

// cutSlice splits a slice behind its colon. Neither half can have parentheses around both. A colon at the end
// does not count.
func cutSlice(part []byte) (low, high []byte, ok bool) {
	at := -1
	scan(part, func(i, depth int) bool {
		if depth == 0 && part[i] == ':' {
			at = i
		}
		return at < 0
	})
	if at < 0 || at == len(part)-1 {
		return nil, nil, false
	}
	return part[: at+1 : at+1], bytes.TrimLeft(part[at+1:], " "), true
}

// keyword returns the length of the name= at the beginning of an argument, 0 without one.
func keyword(text []byte) int {
	n := 0
	for n < len(text) &&
		(text[n] == '_' || text[n] >= 'a' && text[n] <= 'z' || n > 0 && text[n] >= '0' && text[n] <= '9') {
		n++
	}
	if n == 0 || n+1 >= len(text) || text[n] != '=' || text[n+1] == '=' {
		return 0
	}
	return n + 1
}

// lastBrackets splits a line at its last brackets, behind which only a colon or a comma may stand. The
// brackets must not be empty, nor a subscript at the beginning of the line.
func lastBrackets(line []byte) (head, body, tail []byte, ok bool) {
	end := len(line)
	for end > 0 && (line[end-1] == ':' || line[end-1] == ',') {
		end--
	}
	if end == 0 || !strings.ContainsRune(")]}", rune(line[end-1])) {
		return nil, nil, nil, false
	}
	open := -1
	scan(line[:end-1], func(i, depth int) bool {
		if depth == 0 && strings.IndexByte("([{", line[i]) >= 0 {
			open = i
		}
		return true
	})
	if open < 0 || open == end-2 {
		return nil, nil, nil, false
	}
	return line[:open+1], line[open+1 : end-1], line[end-1:], true
}

// scan calls f for every byte outside of strings, until f returns false. depth is the number of brackets
// around the byte.
func scan(text []byte, f func(i, depth int) bool) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
			continue
		case c == '"':
			quoted = true
		case c == ')' || c == ']' || c == '}':
			depth--
		}
		if !f(i, depth) {
			return
		}
		if c == '(' || c == '[' || c == '{' {
			depth++
		}
	}
}

// outside reports whether a position is outside of all brackets.
func outside(text []byte, at int) bool {
	ok := false
	scan(text, func(i, depth int) bool {
		if i == at {
			ok = depth == 0
		}
		return i < at
	})
	return ok
}

// split splits text at a separator outside of brackets.
func split(text []byte, separator string) [][]byte {
	var parts [][]byte
	from := 0
	scan(text, func(i, depth int) bool {
		if depth == 0 && i >= from && bytes.HasPrefix(text[i:], []byte(separator)) {
			parts = append(parts, text[from:i])
			from = i + len(separator)
		}
		return true
	})
	return append(parts, text[from:])
}

// splitBefore splits text in front of each of the operators, outside of brackets.
func splitBefore(text []byte, operators []string) [][]byte {
	var parts [][]byte
	from := 0
	scan(text, func(i, depth int) bool {
		for _, op := range operators {
			if depth == 0 && i > from && bytes.HasPrefix(text[i:], []byte(op)) {
				parts = append(parts, text[from:i])
				from = i + 1
			}
		}
		return true
	})
	return append(parts, text[from:])
}
