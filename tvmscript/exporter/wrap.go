package exporter

import (
	"bytes"
	"strings"
)

// appendWrapped appends a statement with its indentation, over several lines if it is too long for one. The
// layout is that of the usual formatter for Python: what is in the last brackets goes into lines of its own.
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

// appendBody appends what stands between brackets: on one line, else one line per element of a list, else one
// per operand of the operator that binds least. A call may have a comma behind its last argument.
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

// levels are the operators by how they bind, the loosest first.
var levels = [][]string{{" or "}, {" and "}, {" | "}, {" ^ "}, {" & "}, {" + ", " - "},
	{" * ", " // ", " % ", " / "}}

// operands cuts an expression in front of the operators that bind least.
func operands(text []byte) [][]byte {
	for _, level := range levels {
		if parts := splitBefore(text, level); len(parts) > 1 {
			return parts
		}
	}
	return [][]byte{text}
}

func hasOperators(text []byte) bool { return len(operands(text)) > 1 }

// appendElement appends a part within brackets, broken further if it is too long still.
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
	if parts := operands(part); len(parts) > 1 { // the operators that bind tighter are next
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

// cutSlice splits a slice behind its colon: neither half may have parentheses around both. A colon at the end
// is not one that something stands behind.
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

// keyword returns the length of the name= that an argument begins with, 0 without one.
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

// lastBrackets splits a line at the brackets that it ends with, but for a colon or a comma. The brackets must
// hold something and not be a subscript that the line begins with.
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

// scan calls f for every byte outside of strings with the number of brackets around it, until f returns
// false.
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

// outside reports whether a position is in no brackets.
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

// split cuts text at a separator outside of brackets.
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

// splitBefore cuts text in front of each of the operators, outside of brackets.
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
