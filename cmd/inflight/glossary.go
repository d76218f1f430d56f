package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/docs"
)

// glossary returns the entries of docs/glossary.md, in their order.
var glossary = sync.OnceValue(func() []word {
	var words []word
	for paragraph := range strings.SplitSeq(docs.Glossary, "\n\n") {
		if w, ok := glossaryEntry(paragraph); ok {
			words = append(words, w)
		}
	}
	return words
})

var (
	// boldWord is the beginning of an entry.
	boldWord = regexp.MustCompile(`^\*\*(.+)\.\*\* `)
	// emphasis is text in italics.
	emphasis = regexp.MustCompile(`\*(\pL[^*]*)\*`)
)

// glossaryEntry parses a paragraph of the glossary as an entry, in plain text. It returns false if the
// paragraph is none.
func glossaryEntry(paragraph string) (w word, ok bool) {
	text := strings.Join(strings.Fields(paragraph), " ")
	m := boldWord.FindStringSubmatch(text)
	if m == nil {
		return word{}, false
	}
	text = emphasis.ReplaceAllString(strings.TrimPrefix(text, m[0]), "$1")
	text, see, _ := strings.Cut(strings.ReplaceAll(text, "`", ""), "See also: ")
	summary, rest, _ := strings.Cut(strings.TrimSpace(text), ". ")
	return word{
		name:    subjectOf(m[1]),
		summary: strings.TrimSuffix(summary, "."),
		text:    rest,
		see:     strings.ReplaceAll(strings.TrimSuffix(see, "."), ",", ""),
	}, true
}

// subjectOf returns the argument of explain for a word of the glossary: "Vector clock" becomes vector-clock,
// and TMA stays TMA.
func subjectOf(name string) string {
	name = strings.ReplaceAll(name, " ", "-")
	if name == strings.ToUpper(name) {
		return name
	}
	return strings.ToLower(name)
}
