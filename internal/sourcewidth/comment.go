package main

import (
	"regexp"
	"strings"
)

// verbatim matches lines of a comment that keep their breaks: code, items of lists, headings, directives,
// rows of tables, and tests' marks.
//
// item matches the first line of an item of a list, and rest the others.
var (
	verbatim = regexp.MustCompile(`^//(\t|  +|\S|\s*$| *[-*+#|•] | *\d+[.)] | *\[\w+\]: )`)
	item     = regexp.MustCompile(`^//   - \S|^//  ?\d+\. \S`)
	// output begins what an example prints, in the lines of the comment behind it.
	output = regexp.MustCompile(`^// (Unordered o|O)utput:`)
	rest   = regexp.MustCompile(`^//     ?\S`)
)

// fillComments returns the file with the paragraphs and items of comments filled in which a line is too wide.
func fillComments(f *file) []byte {
	var out []string
	for i := 0; i < len(f.lines); {
		end, first, other := f.paragraph(i)
		wide := false
		for _, line := range f.lines[i:end] {
			wide = wide || columns(line) > Width
		}
		if wide && first != "" {
			out = append(out, fill(f.lines[i:end], first, other)...)
		} else {
			out = append(out, f.lines[i:end]...)
		}
		i = end
	}
	return []byte(strings.Join(out, "\n"))
}

// paragraph returns where the paragraph ends that begins with a line, and what its first line and its others
// begin with: nothing, for a line that stays as it is.
func (f *file) paragraph(i int) (end int, first, other string) {
	indent := indentOf(f.lines[i])
	text := f.lines[i][len(indent):]
	same := func(line int, matches func(string) bool) bool {
		return line < len(f.lines) && !f.raw[line] && indentOf(f.lines[line]) == indent &&
			matches(f.lines[line][len(indent):])
	}
	end = i + 1
	switch {
	case f.raw[i]:
	case output.MatchString(text):
		for same(end, isComment) {
			end++
		}
		return end, "", ""
	case isProse(text):
		for same(end, isProse) {
			end++
		}
		return end, indent + "//", indent + "//"
	case item.MatchString(text):
		mark := item.FindString(text)
		mark = mark[:len(mark)-2]
		for same(end, rest.MatchString) {
			end++
		}
		return end, indent + mark, indent + "//" + strings.Repeat(" ", len(mark)-2)
	}
	return end, "", ""
}

// isComment reports whether a line without its indentation is a comment.
func isComment(text string) bool { return strings.HasPrefix(text, "//") }

// isProse reports whether a line without its indentation is a comment that may be filled.
func isProse(text string) bool { return strings.HasPrefix(text, "//") && !verbatim.MatchString(text) }

// indentOf returns the tabs in front of a line.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, "\t"))] }

// fill returns the words of comments in lines that are as long as they may be. The first one begins with
// first, the others with other.
func fill(lines []string, first, other string) []string {
	var out []string
	current, empty := first, true
	for i, line := range lines {
		text := strings.TrimPrefix(strings.TrimLeft(line, "\t"), "//")
		if i == 0 {
			text = strings.TrimPrefix(line, first)
		}
		for _, word := range strings.Fields(text) {
			if !empty && columns(current)+1+columns(word) > Width {
				out = append(out, current)
				current = other
			}
			current += " " + word
			empty = false
		}
	}
	return append(out, current)
}
