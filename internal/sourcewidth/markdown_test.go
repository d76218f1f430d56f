package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// long has 40 words of 4 letters.
var long = strings.TrimSpace(strings.Repeat("word ", 40))

// What is no prose stays as it is, however wide.
func TestMarkdownThatStays(t *testing.T) {
	for name, text := range map[string]string{
		"narrow":  "a\nb\n\n- c\n  d\n",
		"code":    "```text\n" + long + "\n```\n",
		"table":   "| " + long + " | b |\n|---|---|\n| a | " + long + " |\n",
		"heading": "## " + long + "\n",
		"link":    "[a]: http://x/" + strings.ReplaceAll(long, " ", "") + "\n",
		"html":    "<!-- " + long + " -->\n",
		"a word":  "[a](http://x/" + strings.ReplaceAll(long, " ", "") + ")\n",
	} {
		if got := string(FormatMarkdown([]byte(text))); got != text {
			t.Errorf("%s becomes\n%s", name, got)
		}
	}
}

// Paragraphs and items are filled, items with their indentation; the words stay in their order.
func TestMarkdownIsFilled(t *testing.T) {
	text := "A short\nline.\n\n" + long + "\nand more\n\n- first\n- " + long + "\n  end\n  1. " + long +
		"\n\n" +
		long + "\n```text\n" + long + "\n```\n"
	got := string(FormatMarkdown([]byte(text)))
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
		t.Errorf("the words have changed:\n%s", got)
	}
	for _, want := range []string{"A short\nline.\n\nword", "\n\n- first\n- word", "\n  word",
		" end\n  1. word",
		"\n     word", "\n```text\n" + long + "\n```\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	code := false
	for line := range strings.Lines(got) {
		if code = code != strings.HasPrefix(line, "```"); !code && utf8.RuneCountInString(line) > Width+1 {
			t.Errorf("%q is too wide", line)
		}
	}
	if again := string(FormatMarkdown([]byte(got))); again != got {
		t.Errorf("filled again it is\n%s", again)
	}
}

// No line begins with what would be a list, a heading or a quotation there, and code stays on one line.
func TestMarkdownWordsThatStayTogether(t *testing.T) {
	for _, word := range []string{"- 1", "+ 1", "# a", "> 3", "| x", "1. The", "`a b c d e f`"} {
		for n := range 6 {
			text := strings.Repeat("x", 100+2*n) + " " + word + " " + long + "\n"
			got := string(FormatMarkdown([]byte(text)))
			for line := range strings.Lines(got) {
				if mark.MatchString(line) || strings.Count(line, "`")%2 == 1 {
					t.Errorf("%q begins a line, or ends it, in\n%s", word, got)
				}
			}
		}
	}
}

// The documents of the project have no paragraph with a line that is too wide.
func TestDocumentsAreFilled(t *testing.T) {
	files, err := filesBelow("../..")
	if err != nil {
		t.Fatal(err)
	}
	documents := 0
	for _, file := range files {
		if filepath.Ext(file) != ".md" {
			continue
		}
		documents++
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content, FormatMarkdown(content)) {
			t.Errorf("%s has lines of more than %d columns: go run ./internal/sourcewidth -w %s breaks them",
				file,
				Width, file)
		}
	}
	if documents < 10 {
		t.Errorf("there are %d documents", documents)
	}
}
