package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/docs"
)

// glossary has the words of docs/glossary.md, in their order.
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

// glossaryEntry returns the entry that a paragraph of the glossary is, as plain text.
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

// subjectOf returns what a word of the glossary is called as an argument of explain: Vector clock is
// vector-clock, and TMA is TMA.
func subjectOf(name string) string {
	name = strings.ReplaceAll(name, " ", "-")
	if name == strings.ToUpper(name) {
		return name
	}
	return strings.ToLower(name)
}
