package pipelineschedule

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var (
	codeAction = diag.Register("schedule-action", "a cell of a pipeline schedule is not an action",
		"An action is the number of a stage, one of F, I, W, B, UNSHARD, RESHARD, REDUCE_GRAD, SEND_F, "+
			"RECV_F, "+
			"SEND_B and RECV_B, and the number of a microbatch, such as 0SEND_F1; or several of them in "+
			"parentheses with OVERLAP_F_B or BATCH_P2P behind.")
	codeTable = diag.Register("schedule-invalid", "a pipeline schedule does not fit together",
		"Each stage is on one rank, and the stages are numbered from 0 without a gap. A stage computes each "+
			"microbatch at most once forward and once backward, after its input was received; a message is "+
			"sent after it was computed.")
)

// Kind is what an action does.
type Kind uint8

// The kinds of actions, as PyTorch names them.
const (
	Idle           Kind = iota // an empty cell
	Forward                    // F
	BackwardInput              // I
	BackwardWeight             // W
	Backward                   // B: both
	Unshard
	Reshard
	ReduceGrad
	SendForward
	RecvForward
	SendBackward
	RecvBackward
	Overlap // (...)OVERLAP_F_B
	Batch   // (...)BATCH_P2P
)

// words is the spellings of the kinds. The longer ones stand first where one begins another.
var words = []struct {
	kind Kind
	word string
}{
	{SendForward, "SEND_F"}, {RecvForward, "RECV_F"}, {SendBackward, "SEND_B"}, {RecvBackward, "RECV_B"},
	{Unshard, "UNSHARD"}, {Reshard, "RESHARD"}, {ReduceGrad, "REDUCE_GRAD"}, {Overlap, "OVERLAP_F_B"},
	{Batch, "BATCH_P2P"}, {Backward, "BW"}, {Forward, "F"}, {BackwardInput, "I"}, {BackwardWeight, "W"},
	{Backward, "B"},
}

// Table is a schedule: the actions of each rank.
type Table struct {
	Ranks [][]Action
	// Rows is the places of the lines, for messages about a rank as a whole.
	Rows []diag.Span
	// Old says that the table is in the spelling of before 2025: BW is the full backward pass, and B that of
	// the input.
	Old bool
}

// Action is a cell of a table.
type Action struct {
	Kind  Kind
	Stage int
	// Microbatch is the number of the microbatch, -1 for kinds without.
	Microbatch int
	// Parts are the actions in parentheses.
	Parts []Action
	At    diag.Span
}

// Sends and Receives report whether the action is of that kind.
func (a *Action) Sends() bool    { return a.Kind == SendForward || a.Kind == SendBackward }
func (a *Action) Receives() bool { return a.Kind == RecvForward || a.Kind == RecvBackward }

// Computes reports whether the action computes a stage, forward or backward.
func (a *Action) Computes() bool { return a.Kind >= Forward && a.Kind <= Backward }

// largest is the largest number of a stage or a microbatch.
const largest = 1 << 20

// Read reads a table.
func Read(file *diag.File) (*Table, error) {
	t := &Table{}
	var errs diag.List
	rest, off := file.Content, 0
	if after, ok := bytes.CutPrefix(rest, []byte("\ufeff")); ok {
		rest, off = after, len("\ufeff")
	}
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		row, err := readRow(file, off, string(bytes.TrimSuffix(line, []byte("\r"))))
		errs.Add(err...)
		t.Ranks = append(t.Ranks, row)
		t.Rows = append(t.Rows, file.Span(off, off+len(line)))
		off += len(rest) - len(after)
		rest = after
	}
	if len(t.Ranks) == 0 {
		errs.Add(diag.Errorf(codeTable, file.Span(0, 0),
			"the schedule has no rank: a line for each is expected"))
	}
	t.readOld()
	return t, errs.Err()
}

// readRow reads the line of a rank that begins at an offset.
func readRow(file *diag.File, off int, line string) (row []Action, errs diag.List) {
	if line == "" {
		return nil, nil
	}
	for _, cell := range strings.Split(line, ",") {
		word := strings.TrimSpace(cell)
		from := off + strings.Index(cell, word)
		if n := len(word); n >= 2 && word[0] == '"' && word[n-1] == '"' {
			word, from = strings.TrimSpace(word[1:n-1]), from+1
		}
		a, ok := readAction(file, from, word)
		if !ok {
			said := diag.Sprintf("%q is not an action of a schedule, such as 2F0 or 0SEND_F1", word)
			if tooLarge(word) {
				said = diag.Sprintf("%s: the numbers of stages and microbatches go up to %d", word, largest)
			}
			errs.Add(diag.Errorf(codeAction, file.Span(from, from+len(word)), "%s", said))
		}
		row = append(row, a)
		off += len(cell) + 1
	}
	return row, errs
}

func readAction(file *diag.File, from int, word string) (Action, bool) {
	a := Action{Stage: -1, Microbatch: -1, At: file.Span(from, from+len(word))}
	if word == "" {
		return a, true
	}
	if inner, ok := strings.CutPrefix(word, "("); ok {
		return readParts(file, from+1, inner, a)
	}
	stage, rest, ok := number(word)
	if !ok {
		return a, false
	}
	a.Stage = stage
	for _, w := range words {
		if behind, is := strings.CutPrefix(rest, w.word); is {
			a.Kind = w.kind
			rest = behind
			break
		}
	}
	if rest != "" {
		if a.Microbatch, rest, ok = number(rest); !ok {
			return a, false
		}
	}
	needs := a.Computes() || a.Sends() || a.Receives()
	return a, rest == "" && a.Kind != Idle && a.Kind < Overlap && needs == (a.Microbatch >= 0)
}

// tooLarge reports whether a word of letters, digits and the signs of the grammar has a number that is too
// large.
func tooLarge(word string) bool {
	if strings.Trim(word, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_();") != "" {
		return false
	}
	for _, digits := range strings.FieldsFunc(word, func(c rune) bool { return c < '0' || c > '9' }) {
		if n, err := strconv.Atoi(digits); err != nil || n > largest {
			return true
		}
	}
	return false
}

// readParts reads a;b)KIND.
func readParts(file *diag.File, from int, word string, a Action) (Action, bool) {
	inner, kind, ok := strings.Cut(word, ")")
	switch {
	case !ok:
		return a, false
	case kind == "OVERLAP_F_B":
		a.Kind = Overlap
	case kind == "BATCH_P2P":
		a.Kind = Batch
	default:
		return a, false
	}
	for _, cell := range strings.Split(inner, ";") {
		word := strings.TrimSpace(cell)
		part, ok := readAction(file, from+strings.Index(cell, word), word)
		transfers := part.Sends() || part.Receives()
		if !ok || a.Kind == Batch != transfers || a.Kind == Overlap && !part.Computes() {
			return a, false
		}
		a.Parts = append(a.Parts, part)
		from += len(cell) + 1
	}
	return a, true
}

// number reads the decimal number that a text begins with.
func number(text string) (n int, rest string, ok bool) {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	return n, text[digits:], err == nil && n <= largest
}

// readOld recognizes the old spelling, and gives its actions the kinds of today.
func (t *Table) readOld() {
	var full, input, weight bool
	t.each(func(a *Action) {
		full = full || a.Kind == Backward && a.old()
		input = input || a.Kind == BackwardInput
		weight = weight || a.Kind == BackwardWeight
	})
	if t.Old = full || weight && !input; !t.Old {
		return
	}
	t.each(func(a *Action) {
		if a.Kind == Backward && !a.old() {
			a.Kind = BackwardInput
		}
	})
}

// old reports whether the action is spelled BW.
func (a *Action) old() bool {
	return a.At.File != nil && bytes.Contains(a.At.File.Content[a.At.Start:a.At.End], []byte("BW"))
}

// each calls f for each action and for each part of one.
func (t *Table) each(f func(*Action)) {
	for r := range t.Ranks {
		for i := range t.Ranks[r] {
			a := &t.Ranks[r][i]
			f(a)
			for j := range a.Parts {
				f(&a.Parts[j])
			}
		}
	}
}

// String prints a table as Read reads it. Spaces and quotes are not kept.
func (t *Table) String() string {
	var b strings.Builder
	for _, row := range t.Ranks {
		for i := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(t.Text(&row[i]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Text prints an action of the table.
func (t *Table) Text(a *Action) string {
	switch {
	case a.Kind == Idle:
		return ""
	case len(a.Parts) > 0:
		parts := make([]string, len(a.Parts))
		for i := range a.Parts {
			parts[i] = t.Text(&a.Parts[i])
		}
		return "(" + strings.Join(parts, ";") + ")" + a.Kind.String()
	}
	word := a.Kind.String()
	switch {
	case t.Old && a.Kind == Backward:
		word = "BW"
	case t.Old && a.Kind == BackwardInput:
		word = "B"
	}
	text := strconv.Itoa(a.Stage) + word
	if a.Microbatch >= 0 {
		text += strconv.Itoa(a.Microbatch)
	}
	return text
}

// String is PyTorch's word for a kind.
func (k Kind) String() string {
	word := ""
	for _, w := range words {
		if w.kind == k {
			word = w.word // the last one: B, and not BW
		}
	}
	return word
}
