package printed_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// What C's printf makes of formats, with the bits of arguments.
func TestFormat(t *testing.T) {
	c := all.NewContext()
	for _, x := range []struct {
		format string
		typ    ir.Type
		bits   uint64
		want   string
	}{
		{"<%d>", c.I32, 0xFFFFFFFF, "<-1>"}, {"%5d|", c.I32, 42, "   42|"}, {"%-5d|", c.I32, 42, "42   |"},
		{"%05d", c.I32, 42, "00042"},
		{"%+d", c.I64, 7, "+7"}, {"%lld%%", c.I64, 1 << 40, "1099511627776%"},
		{"%u", c.I32, 0xFFFFFFFF, "4294967295"},
		{"%x", c.Index, 255, "ff"}, {"%#X", c.I32, 255, "0XFF"}, {"%o", c.I32, 8, "10"},
		{"%c", c.I8, 65, "A"}, {"%08.3d", c.I32, 7, "     007"},
		{"%d", c.I1, 1, "1"}, {"%f", c.F32, uint64(math.Float32bits(1.5)), "1.500000"},
		{"%.2f", c.F64, math.Float64bits(2.345678), "2.35"},
		{"%e", c.F64, math.Float64bits(12345.678), "1.234568e+04"},
		{"%g", c.F64, math.Float64bits(1e20), "1e+20"},
		{"%8.3g|", c.F64, math.Float64bits(-0.5), "    -0.5|"},
		{"%5f|", c.F64, math.Float64bits(math.NaN()), "  nan|"},
		{"%G", c.F64, math.Float64bits(math.Inf(-1)), "-INF"},
	} {
		f, err := printed.ParseFormat(x.format, []ir.Type{x.typ})
		if err != nil {
			t.Errorf("%q: %v", x.format, err)
			continue
		}
		if got := string(f.Append(nil, func(int) uint64 { return x.bits })); got != x.want {
			t.Errorf("%q: %q, want %q", x.format, got, x.want)
		}
	}
}

// Formats that do not fit their arguments are refused.
func TestFormatRefused(t *testing.T) {
	c := all.NewContext()
	for format, types := range map[string][]ir.Type{
		"%d": {c.F32}, "%f": {c.I32}, "%s": {c.I64}, "%": {}, "%d %d": {c.I32}, "none": {c.I32},
		"%*d": {c.I32, c.I32},
	} {
		if _, err := printed.ParseFormat(format, types); err == nil {
			t.Errorf("%q is accepted for %v", format, types)
		}
	}
}

// A line gets out when it is complete, and what there is of it when it is flushed.
func TestLine(t *testing.T) {
	var out bytes.Buffer
	o := printed.NewOutput(&out, nil)
	a, b := o.Line(), o.Line()
	say := func(l *printed.Line, text string) {
		l.Print(func(dst []byte) []byte { return append(dst, text...) })
	}
	say(a, "one ")
	say(b, "other\n")
	say(a, "line\nand ")
	a.Flush()
	say(b, "more\n")
	if got := out.String(); got != "other\none line\nand more\n" || !o.Printed() || o.Err() != nil {
		t.Errorf("%q", got)
	}
	var none *printed.Output
	say(none.Line(), "dropped\n")
	none.Note([]byte("dropped"))
}

// The error of a writer is kept.
func TestOutputError(t *testing.T) {
	full := errors.New("full")
	o := printed.NewOutput(failing{full}, failing{full})
	_, _ = o.Write([]byte("text"))
	if !errors.Is(o.Err(), full) {
		t.Errorf("got %v", o.Err())
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
