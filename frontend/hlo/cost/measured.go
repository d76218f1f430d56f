package cost

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/timed"
)

var (
	codeCosts = diag.Register("hlo-costs", "a file of measured costs is not in a known form",
		"It is the text of a ProfiledInstructionsProto, with costs { name: \"fusion.1\" cost_us: 12.5 }, "+
			"or it has "+
			"lines such as fusion.1,12.5 with a name and microseconds.")
	codeOtherCosts = diag.Register("hlo-costs-of-another-module",
		"measured costs name no instruction of a program",
		"Names of instructions change from one compilation to the next: measure the program that is timed. "+
			"Costs of a program with MPI have lines such as linalg.matmul,12.5, @stage,30 or a.mlir:12,7.")
)

// Measured are costs that were measured, by the names of instructions.
type Measured struct {
	file      *diag.File
	costs     map[string]entry
	latencies map[[2]string]entry
}

type entry struct {
	time timed.Time
	span diag.Span
}

func (m *Measured) cost(name string) (timed.Time, bool) {
	if m == nil {
		return 0, false
	}
	e, ok := m.costs[name]
	return e.time, ok
}

// Of returns the cost of a name, if the file has one. HLO's names are without %.
func (m *Measured) Of(name string) (timed.Time, bool) { return m.cost(name) }

// Other returns the error that the file has costs of another program, and why.
func (m *Measured) Other(why string) error {
	return diag.Errorf(codeOtherCosts, m.file.Span(0, 0), "%s", why)
}

// latency returns the time from a start to its done, or else the cost of the start.
func (m *Measured) latency(start, done string) (timed.Time, bool) {
	if m == nil {
		return 0, false
	}
	if e, ok := m.latencies[[2]string{start, done}]; ok {
		return e.time, true
	}
	return m.cost(start)
}

// ReadMeasured reads a file of costs. A name may begin with %.
func ReadMeasured(file *diag.File) (*Measured, error) {
	m := &Measured{file: file, costs: map[string]entry{}, latencies: map[[2]string]entry{}}
	r := &reader{file: file, text: file.Content}
	var d *diag.Diagnostic
	if bytes.ContainsAny(file.Content, "{") {
		d = r.messages(m)
	} else {
		d = r.lines(m)
	}
	switch {
	case d != nil:
		return nil, d
	case len(m.costs)+len(m.latencies) == 0:
		return nil, diag.Errorf(codeCosts, file.Span(0, 0), "the file has no costs")
	}
	return m, nil
}

// Check returns an error if no cost is that of an instruction of the module.
func (m *Measured) Check(module *hlo.Module) error {
	if m == nil {
		return nil
	}
	for _, c := range module.All() {
		for _, in := range c.Instructions {
			if _, ok := m.costs[in.Name]; ok {
				return nil
			}
			for _, done := range in.Dones() {
				if _, ok := m.latencies[[2]string{in.Name, done.Name}]; ok {
					return nil
				}
			}
		}
	}
	return diag.Errorf(codeOtherCosts, m.file.Span(0, 0),
		"none of these costs is that of an instruction of the "+
			"module %s", module.Name)
}

type reader struct {
	file *diag.File
	text []byte
	at   int
}

func (r *reader) wrong(from int, format string, args ...any) *diag.Diagnostic {
	from = min(from, len(r.text))
	return diag.Errorf(codeCosts, r.file.Span(from, min(from+1, len(r.text))), format, args...)
}

// lines reads lines with a name, a comma or blanks, and microseconds. Lines that begin with # are comments.
func (r *reader) lines(m *Measured) *diag.Diagnostic {
	titled := false
	for line := range bytes.Lines(r.text) {
		from := r.at
		r.at += len(line)
		fields := strings.FieldsFunc(string(line), func(c rune) bool {
			return strings.ContainsRune(", \t\r\n", c)
		})
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 2 {
			return r.wrong(from, "expected a name and microseconds, as in fusion.1,12.5")
		}
		t, ok := microseconds(fields[1])
		if !ok {
			if !titled && len(m.costs) == 0 && !strings.ContainsAny(fields[1], "0123456789") {
				titled = true // the names of the columns
				continue
			}
			return r.wrong(from, "%s is not a time in microseconds", fields[1])
		}
		m.costs[strings.TrimPrefix(fields[0], "%")] = entry{t, r.file.Span(from, r.at)}
	}
	return nil
}

func microseconds(text string) (timed.Time, bool) {
	us, err := strconv.ParseFloat(text, 64)
	if err != nil || !(us >= 0 && us < 1e12) {
		return 0, false
	}
	return picoseconds(us * 1000), true
}

// messages reads costs { ... } and latencies { ... }.
func (r *reader) messages(m *Measured) *diag.Diagnostic {
	for {
		from, word := r.word()
		if word == "" {
			return nil
		}
		if word != "costs" && word != "latencies" {
			return r.wrong(from, "expected costs or latencies, found %s", word)
		}
		at, open := r.word()
		if open == ":" {
			at, open = r.word()
		}
		if open != "{" {
			return r.wrong(at, "expected {")
		}
		fields, d := r.fields()
		if d != nil {
			return d
		}
		key, number := "name", "cost_us"
		if word == "latencies" {
			key, number = "source", "latency_us"
		}
		t, ok := microseconds(fields[number])
		if fields[key] == "" || !ok {
			return r.wrong(from, "%s needs %s and a number %s", word, key, number)
		}
		e := entry{t, r.file.Span(from, r.at)}
		if word == "costs" {
			m.costs[fields[key]] = e
		} else {
			m.latencies[[2]string{fields[key], fields["target"]}] = e
		}
	}
}

// fields reads NAME: VALUE up to a closing brace.
func (r *reader) fields() (map[string]string, *diag.Diagnostic) {
	fields := map[string]string{}
	for {
		from, name := r.word()
		switch name {
		case "}":
			return fields, nil
		case "":
			return nil, r.wrong(from, "the file ends before a closing brace")
		case ",", ";":
			continue
		}
		if at, colon := r.word(); colon != ":" {
			return nil, r.wrong(at, "expected : behind %s", name)
		}
		at, value := r.word()
		if value == "" || strings.Contains("{}:", value) {
			return nil, r.wrong(at, "expected the value of %s", name)
		}
		fields[name] = strings.TrimPrefix(strings.Trim(value, `"`), "%")
	}
}

// word returns the next word, sign or quoted text, and where it begins; "" at the end.
func (r *reader) word() (int, string) {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '#':
			for r.at < len(r.text) && r.text[r.at] != '\n' {
				r.at++
			}
		case strings.IndexByte(" \t\r\n", c) >= 0:
			r.at++
		case strings.IndexByte("{}:,;", c) >= 0:
			r.at++
			return r.at - 1, string(c)
		case c == '"':
			from := r.at
			if end := bytes.IndexByte(r.text[r.at+1:], '"'); end >= 0 {
				r.at += end + 2
			} else {
				r.at = len(r.text)
			}
			return from, string(r.text[from:r.at])
		default:
			from := r.at
			for r.at < len(r.text) && strings.IndexByte(" \t\r\n{}:,;\"#", r.text[r.at]) < 0 {
				r.at++
			}
			return from, string(r.text[from:r.at])
		}
	}
	return r.at, ""
}
