package pass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// OptionType says how the value of an option is written.
type OptionType uint8

// The types of options.
const (
	Bool    OptionType = iota // true or false; "" means true
	Int                       // a decimal number
	String                    // any text
	Strings                   // texts separated by commas
	Enum                      // one of Option.Cases
)

// String returns the word that help texts use.
func (t OptionType) String() string {
	return [...]string{"bool", "int", "string", "list", "enum"}[t]
}

// Option declares an option of a pass.
type Option struct {
	Name    string
	Type    OptionType
	Default string // in the syntax of the type; "" is false, 0, "" or no element
	Help    string // one line
	Cases   []string
}

// parse returns the value of the text: a bool, int64, string or []string.
func (o *Option) parse(text string) (any, error) {
	switch o.Type {
	case Bool:
		return o.parseBool(text)
	case Int:
		return o.parseInt(text)
	case Strings:
		return splitList(text), nil
	case Enum:
		if !slices.Contains(o.Cases, text) {
			return nil, fmt.Errorf("'%s' is not one of %s", text, strings.Join(o.Cases, ", "))
		}
	}
	return text, nil
}

func (o *Option) parseBool(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true", "1":
		return true, nil
	case "false", "0", "":
		return false, nil
	}
	return nil, fmt.Errorf("'%s' is neither true nor false", text)
}

func (o *Option) parseInt(text string) (any, error) {
	if text == "" {
		return int64(0), nil
	}
	v, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		return nil, fmt.Errorf("'%s' is not a number", text)
	}
	return v, nil
}

// splitList splits "a,b,c". Commas in brackets or quotes do not separate elements.
func splitList(text string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" || len(list) > 0 {
		list = append(list, rest)
	}
	return list
}

// Value is the text of an option in a pipeline.
type Value struct{ Name, Text string }

// Values holds the options that a pipeline gives to a pass, in the order of the text.
type Values []Value

// Get returns the last text given for an option, and whether there is one.
func (vs Values) Get(name string) (string, bool) {
	for i := len(vs) - 1; i >= 0; i-- {
		if vs[i].Name == name {
			return vs[i].Text, true
		}
	}
	return "", false
}

// String returns "{a=1 b=x}", "" for no values.
func (vs Values) String() string {
	if len(vs) == 0 {
		return ""
	}
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Name + "=" + quoteValue(v.Text)
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// quoteValue adds quotes or braces to a value that could not be parsed without them.
func quoteValue(text string) string {
	switch {
	case text != "" && !strings.ContainsAny(text, " \t\n\r'\"{}"):
		return text
	case !strings.Contains(text, "'"):
		return "'" + text + "'"
	case !strings.Contains(text, `"`):
		return `"` + text + `"`
	}
	return "{" + text + "}"
}

// ParseValues parses "a=1 b='x y'", the options of p without the outer braces. An option without = is true.
func ParseValues(p *Pass, text string) (Values, error) {
	var vs Values
	for text = strings.TrimLeft(text, space); text != ""; text = strings.TrimLeft(text, space) {
		name, rest := cutName(text)
		value := "true"
		if strings.HasPrefix(rest, "=") {
			var err error
			if value, rest, err = cutValue(rest[1:]); err != nil {
				return nil, fmt.Errorf("option %s: %w", name, err)
			}
		}
		if err := checkValue(p, name, value); err != nil {
			return nil, err
		}
		vs = append(vs, Value{name, value})
		text = rest
	}
	return vs, nil
}

const space = " \t\n\r"

func checkValue(p *Pass, name, value string) error {
	o := p.Option(name)
	if o == nil {
		return fmt.Errorf("no such option %s", name)
	}
	if _, err := o.parse(value); err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	return nil
}

// cutName splits text behind a name, in front of the next = or space.
func cutName(text string) (name, rest string) {
	i := strings.IndexAny(text, "="+space)
	if i < 0 {
		return text, ""
	}
	return text[:i], text[i:]
}

// cutValue splits text behind a value: a quoted text, a text in braces, or a text without spaces.
func cutValue(text string) (value, rest string, err error) {
	if text == "" {
		return "", "", nil
	}
	switch text[0] {
	case '\'', '"':
		end := strings.IndexByte(text[1:], text[0])
		if end < 0 {
			return "", "", fmt.Errorf("missing closing %c", text[0])
		}
		return text[1 : end+1], text[end+2:], nil
	case '{':
		end := matchingBrace(text)
		if end < 0 {
			return "", "", fmt.Errorf("missing closing '}'")
		}
		return text[1:end], text[end+1:], nil
	}
	end := strings.IndexAny(text, space)
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:], nil
}

// matchingBrace returns the offset of the brace that closes text[0], or -1.
func matchingBrace(text string) int {
	depth := 0
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
