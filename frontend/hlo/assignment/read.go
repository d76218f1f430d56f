package assignment

import (
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// headline begins the text of an assignment.
const headline = "BufferAssignment:"

// Read reads a buffer assignment. The error has the place of what is wrong.
func Read(file *diag.File) (*Assignment, error) {
	r := &reader{file: file, text: string(file.Content), out: &Assignment{File: file, TotalBytes: -1},
		values: map[string]*Value{}, numbers: map[int64]*Allocation{}, places: map[string]*Value{}}
	if err := r.read(); err != nil {
		return nil, err
	}
	return r.out, nil
}

// reader reads an assignment line by line.
type reader struct {
	file *diag.File
	text string
	// rest is what of the line is not read yet, and at is where that begins in the text.
	rest string
	at   int
	next int // where the next line begins

	out     *Assignment
	values  map[string]*Value // by what stands between the angle brackets
	numbers map[int64]*Allocation
	places  map[string]*Value // by name and index
}

// line moves to the next line. It returns false at the end of the text.
func (r *reader) line() bool {
	if r.next >= len(r.text) {
		return false
	}
	r.at = r.next
	end := strings.IndexByte(r.text[r.at:], '\n')
	if end < 0 {
		end = len(r.text) - r.at
	}
	r.rest, r.next = strings.TrimSuffix(r.text[r.at:r.at+end], "\r"), r.at+end+1
	return true
}

// take reads a text that the rest of the line begins with, if it does.
func (r *reader) take(text string) bool {
	rest, ok := strings.CutPrefix(r.rest, text)
	if ok {
		r.rest, r.at = rest, r.at+len(text)
	}
	return ok
}

// until reads what stands in front of a text, and the text.
func (r *reader) until(text string) (string, bool) {
	i := strings.Index(r.rest, text)
	if i < 0 {
		return "", false
	}
	found := r.rest[:i]
	r.rest, r.at = r.rest[i+len(text):], r.at+i+len(text)
	return found, true
}

// here returns the place of the rest of the line.
func (r *reader) here() diag.Span { return r.file.Span(r.at, r.at+max(len(r.rest), 1)) }

func (r *reader) expected(what string) error {
	return diag.Errorf(codeSyntax, r.here(), "expected %s in a buffer assignment", what)
}

// expect reads a text that must come next.
func (r *reader) expect(text string) error {
	if !r.take(text) {
		return r.expected("'" + text + "'")
	}
	return nil
}

// number reads a number of 0 or more.
func (r *reader) number(what string) (int64, error) {
	n := 0
	for n < len(r.rest) && r.rest[n] >= '0' && r.rest[n] <= '9' {
		n++
	}
	value, err := strconv.ParseInt(r.rest[:n], 10, 64)
	if err != nil {
		return 0, r.expected(what + ", a number from 0 to 2^63-1,")
	}
	r.rest, r.at = r.rest[n:], r.at+n
	return value, nil
}

// read reads the whole text.
func (r *reader) read() error {
	found := false
	for !found && r.line() {
		if found = r.take(headline); !found && strings.TrimSpace(r.rest) != "" {
			break
		}
	}
	if !found {
		return r.expected("'" + headline + "' on the first line")
	}
	if err := r.allocations(); err != nil {
		return err
	}
	if len(r.out.Allocations) == 0 {
		return diag.Errorf(codeSyntax, r.file.Span(0, len(headline)),
			"the buffer assignment has no allocation")
	}
	return nil
}

// allocations reads the allocations, and what comes after them.
func (r *reader) allocations() error {
	var current *Allocation
	for r.line() {
		var err error
		switch {
		case strings.TrimSpace(r.rest) == "":
		case strings.HasPrefix(r.rest, "allocation "):
			current, err = r.allocation()
		case strings.HasPrefix(r.rest, " value: "):
			if current == nil {
				return r.expected("an allocation in front of its values,")
			}
			err = r.value(current)
		case r.take("Total bytes used: "):
			r.out.TotalBytes, err = r.number("the total size")
		case strings.HasPrefix(r.rest, "Used values:"):
			return r.used()
		default:
			return r.expected("'allocation N: size BYTES', ' value: <...>' or 'Used values:'")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// allocation reads the line that begins an allocation.
func (r *reader) allocation() (*Allocation, error) {
	a := &Allocation{Parameter: -1, Span: r.here()}
	r.take("allocation ")
	var err error
	if a.Number, err = r.number("the number of the allocation"); err != nil {
		return nil, err
	}
	if err := r.expect(": "); err != nil {
		return nil, err
	}
	if strings.HasPrefix(r.rest, "0x") { // an address, in texts of 2022
		r.until(", ")
	}
	if err := r.expect("size "); err != nil {
		return nil, err
	}
	if a.Size, err = r.number("the size of the allocation"); err != nil {
		return nil, err
	}
	for !r.take(":") {
		if err := r.expect(", "); err != nil {
			return nil, err
		}
		if err := r.property(a); err != nil {
			return nil, err
		}
	}
	if old := r.numbers[a.Number]; old != nil {
		return nil, diag.Errorf(codeRange, a.Span, "allocation %d stands twice in the assignment", a.Number).
			Note(old.Span, "the first one")
	}
	r.numbers[a.Number] = a
	r.out.Allocations = append(r.out.Allocations, a)
	return a, nil
}

// property reads one of the words behind the size of an allocation.
func (r *reader) property(a *Allocation) (err error) {
	switch {
	case r.take("color "):
		a.Color, err = r.number("the color")
	case r.take("parameter "):
		if a.Parameter, err = r.number("the number of the parameter"); err != nil {
			return err
		}
		if err = r.expect(", shape "); err != nil {
			return err
		}
		if a.Shape, err = r.shape(" at ShapeIndex "); err != nil {
			return err
		}
		a.ParameterIndex, err = r.index()
	case r.take("output shape is "):
		a.Output, err = r.shape("")
	case r.take("constant"):
		a.Constant = true
	case r.take("thread-local"):
		a.ThreadLocal = true
	case r.take("maybe-live-out"):
		a.LiveOut = true
	case r.take("preallocated-temp"):
		a.Temporary = true
	default:
		err = r.expected("'color', 'parameter', 'output shape is', 'constant', 'thread-local', " +
			"'maybe-live-out' or 'preallocated-temp'")
	}
	return err
}

// shape reads a shape between bars, and what stands behind it. Texts before 2023 have no bars: there the
// shape ends in front of end or, where that is "", of ", maybe-live-out", ", thread-local" or the colon.
func (r *reader) shape(end string) (string, error) {
	if r.take("|") {
		text, ok := r.until("|")
		if !ok {
			return "", r.expected("'|' behind a shape")
		}
		return text, r.expect(end)
	}
	if end != "" {
		if text, ok := r.until(end); ok {
			return text, nil
		}
		return "", r.expected("'" + end + "' behind a shape")
	}
	at := len(r.rest)
	for _, end := range []string{", maybe-live-out", ", thread-local", ", constant", ":"} {
		if i := strings.Index(r.rest, end); i >= 0 {
			at = min(at, i)
		}
	}
	text := r.rest[:at]
	r.rest, r.at = r.rest[at:], r.at+at
	return text, nil
}

// index reads {1,0}.
func (r *reader) index() (Index, error) {
	if err := r.expect("{"); err != nil {
		return nil, err
	}
	var x Index
	for !r.take("}") {
		if len(x) > 0 {
			if err := r.expect(","); err != nil {
				return nil, err
			}
		}
		n, err := r.number("an index")
		if err != nil {
			return nil, err
		}
		x = append(x, n)
	}
	return x, nil
}

// value reads the line of a value.
func (r *reader) value(a *Allocation) error {
	v := &Value{Allocation: a}
	r.take(" value: ")
	v.Span = r.here()
	key, err := r.name(v)
	if err != nil {
		return err
	}
	if err := r.expect(" (size="); err != nil {
		return err
	}
	if v.Size, err = r.number("the size of the value"); err != nil {
		return err
	}
	if err := r.expect(",offset="); err != nil {
		return err
	}
	if v.Offset, err = r.number("the offset of the value"); err != nil {
		return err
	}
	if err := r.expect("): "); err != nil {
		return err
	}
	v.Shape = strings.TrimSpace(r.rest)
	return r.place(v, key)
}

// place adds a value to its allocation, if it has a place there.
func (r *reader) place(v *Value, key string) error {
	a := v.Allocation
	if v.Offset > math.MaxInt64-v.Size || v.Offset+v.Size > a.Size {
		return diag.Errorf(codeRange, v.Span,
			"%s lies beyond the end of allocation %d: it has %d bytes from %d on, and the allocation has %d",
			v, a.Number, v.Size, v.Offset, a.Size).Note(a.Span, "the allocation")
	}
	if old := r.places[v.String()]; old != nil {
		return diag.Errorf(codeRange, v.Span, "%s has two places in the assignment", v).
			Note(old.Span, "the first one")
	}
	r.places[v.String()] = v
	r.values[key] = v
	a.Values = append(a.Values, v)
	return nil
}

// name reads <3 name{1} (phi) @0> and returns what stands between the brackets.
func (r *reader) name(v *Value) (key string, err error) {
	if err := r.expect("<"); err != nil {
		return "", err
	}
	if end := strings.IndexByte(r.rest, '>'); end >= 0 {
		key = r.rest[:end]
	}
	if v.ID, err = r.number("the number of the value"); err != nil {
		return "", err
	}
	if err := r.expect(" "); err != nil {
		return "", err
	}
	end := strings.IndexAny(r.rest, " {>")
	if end <= 0 {
		return "", r.expected("the name of an instruction")
	}
	v.Instruction = strings.TrimPrefix(r.rest[:end], "%")
	r.rest, r.at = r.rest[end:], r.at+end
	if strings.HasPrefix(r.rest, "{") {
		if v.Index, err = r.index(); err != nil {
			return "", err
		}
	}
	v.Phi = r.take(" (phi)")
	if r.take(" @") {
		if v.Color, err = r.number("the color of the value"); err != nil {
			return "", err
		}
	}
	return key, r.expect(">")
}
