package main

import (
	"bytes"
	"errors"
	"go/format"
	"regexp"
	"slices"
	"strings"
)

// Width is how many columns a line has at most, and tabWidth how many of them a tab takes.
const (
	Width    = 110
	tabWidth = 4
)

// maxRounds bounds how often the lines of a file are broken: each round breaks each line that is too wide
// once.
const maxRounds = 40

// errTokens says that a formatted file does not have the tokens of the file.
var errTokens = errors.New("breaking lines would change the program")

// generated matches the mark of a file that a program has written, which says itself how its lines are
// broken.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// Format returns the file with its lines broken, formatted as gofmt does.
func Format(src []byte) ([]byte, error) {
	if generated.Match(src) {
		return src, nil
	}
	out, err := format.Source(src)
	for range maxRounds {
		if err != nil {
			return nil, err
		}
		next, changed, err := round(out)
		if err != nil || !changed {
			return checked(src, out, err)
		}
		if out, err = format.Source(next); err != nil {
			return nil, err
		}
	}
	return checked(src, out, err)
}

// checked returns the formatted file if it has the tokens of the file.
func checked(src, out []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	if !slices.Equal(texts(src), texts(out)) {
		return nil, errTokens
	}
	return out, nil
}

// round fills the comments that are too wide, or if there are none breaks each line of code that is once.
func round(src []byte) (out []byte, changed bool, err error) {
	f, err := read(src)
	if err != nil {
		return nil, false, err
	}
	if filled := fillComments(f); !bytes.Equal(filled, src) {
		return filled, true, nil
	}
	broken := breakLines(f)
	return broken, !bytes.Equal(broken, src), nil
}

// columns returns how wide a text at the start of a line is.
func columns(text string) int {
	tabs := strings.Count(text, "\t")
	return len([]rune(text)) + tabs*(tabWidth-1)
}
