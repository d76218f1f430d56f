package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Lines of a document by what they are.
var (
	fence = regexp.MustCompile("^ *(```|~~~)")
	// kept matches lines that keep their breaks: headings, rows of tables, HTML, definitions of links, code
	// by indentation, and empty lines.
	kept = regexp.MustCompile(`^(#| *\||<| *\[[^\]]*\]: |\t|\s*$)`)
	// bullet matches what an item of a list begins with.
	bullet = regexp.MustCompile(`^ *([-*+]|\d+[.)]) +`)
	// mark matches a word that would begin something else at the beginning of a line.
	mark = regexp.MustCompile(`^([-*+#>|=]|\d+[.)]$|<|~~~|` + "```)")
)

// FormatMarkdown returns a document in which paragraphs and items of lists are filled that have a line wider
// than Width. Code, tables, headings and links stay as they are.
func FormatMarkdown(src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	var out []string
	code := false
	for i := 0; i < len(lines); {
		end := i + 1
		switch {
		case fence.MatchString(lines[i]):
			code = !code
		case !code && !kept.MatchString(lines[i]):
			end = proseEnd(lines, i)
			out = append(out, fillProse(lines[i:end])...)
			i = end
			continue
		}
		out = append(out, lines[i])
		i = end
	}
	return []byte(strings.Join(out, "\n"))
}

// proseEnd returns where the paragraph or the item ends that begins with a line.
func proseEnd(lines []string, i int) int {
	for i++; i < len(lines); i++ {
		if kept.MatchString(lines[i]) || bullet.MatchString(lines[i]) || fence.MatchString(lines[i]) {
			break
		}
	}
	return i
}

// fillProse returns a paragraph, or an item of a list, in lines that are as long as they may be, as it is if
// none is too wide.
func fillProse(lines []string) []string {
	wide := false
	for _, line := range lines {
		wide = wide || utf8.RuneCountInString(line) > Width
	}
	if !wide {
		return lines
	}
	begin := bullet.FindString(lines[0])
	if begin == "" {
		begin = lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " "))]
	}
	text := strings.Join(lines, "\n")[len(begin):]
	var out []string
	current, empty := begin, true
	for _, word := range proseWords(text) {
		switch {
		case empty:
			current += word
		case utf8.RuneCountInString(current)+1+utf8.RuneCountInString(word) > Width:
			out = append(out, current)
			current = strings.Repeat(" ", len(begin)) + word
		default:
			current += " " + word
		}
		empty = false
	}
	return append(out, current)
}

// proseWords returns the words of a text between which a line may be broken: code between backquotes is part
// of one word, and so is what would begin a list, a heading or a quotation at the beginning of a line.
func proseWords(text string) []string {
	var words []string
	open := false
	for _, word := range strings.Fields(text) {
		if open || len(words) > 0 && mark.MatchString(word) {
			words[len(words)-1] += " " + word
		} else {
			words = append(words, word)
		}
		open = open != (strings.Count(word, "`")%2 == 1)
	}
	return words
}
