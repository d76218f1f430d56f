package text

import (
	"strings"
)

// spacer decides where printing writes spaces. As in ODS, spaces stand between elements, but not inside
// brackets and not in front of commas. The spacer is updated by each element in the order of the text, also
// within groups.
type spacer struct {
	emit  bool // the element before wants a space behind it
	punct bool // the element before was punctuation
}

func (s spacer) place(list []element) spacer {
	for i := range list {
		s = s.one(&list[i])
	}
	return s
}

func (s spacer) one(e *element) spacer {
	switch e.kind {
	case eAttrDict, eAttrDictKeyword, ePropDict:
		s.punct = false
		return s
	case eLiteral:
		e.space = s.emit && spaceBefore(e.text, s.punct)
		s.emit = len(e.text) != 1 || !strings.Contains("<({[", e.text)
		s.punct = classes[e.text[0]]&idStart == 0
		return s
	case eWhitespace:
		return spacer{emit: false, punct: e.text == ""}
	case eGroup:
		s = s.place(e.elems)
		return s.place(e.others)
	case eList:
		return s.place(e.elems)
	}
	e.space = s.emit || !s.punct
	return spacer{emit: true}
}

// spaceBefore reports whether a space stands in front of a literal.
func spaceBefore(text string, afterPunct bool) bool {
	switch {
	case len(text) != 1 && text != "->":
		return true
	case afterPunct:
		return !strings.Contains(">)}],", text[:1])
	}
	return !strings.Contains("<>(){}[],", text[:1])
}
