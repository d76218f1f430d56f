package printed

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// Format is a format of C's printf, with the types of its arguments.
type Format struct{ parts []part }

// part is a text, or a conversion of an argument.
type part struct {
	text string
	verb byte   // 0 for a text
	spec string // of package fmt
	arg  int
	typ  ir.Type
}

// ParseFormat parses a format for arguments of some types: integers for %d, %i, %u, %x, %X, %o and %c, floats
// for %f, %F, %e, %E, %g and %G, with flags, widths and precisions that are numbers. How long an integer is,
// its type says.
func ParseFormat(text string, types []ir.Type) (*Format, error) {
	f := &Format{}
	args := 0
	for text != "" {
		at := strings.IndexByte(text, '%')
		if at != 0 {
			if at < 0 {
				at = len(text)
			}
			f.parts = append(f.parts, part{text: text[:at]})
			text = text[at:]
			continue
		}
		if strings.HasPrefix(text, "%%") {
			f.parts = append(f.parts, part{text: "%"})
			text = text[2:]
			continue
		}
		p, n, err := parseConversion(text)
		if err != nil {
			return nil, err
		}
		if args == len(types) {
			return nil, fmt.Errorf("it converts more than %d arguments", args)
		}
		if _, isFloat := types[args].(*ir.FloatType); isFloat != strings.ContainsRune("fFeEgG",
			rune(p.verb)) || !IsNumber(types[args]) {
			return nil, fmt.Errorf("%s does not convert an argument of type %v", text[:n], types[args])
		}
		p.arg, p.typ = args, types[args]
		f.parts = append(f.parts, p)
		args++
		text = text[n:]
	}
	if args < len(types) {
		return nil, fmt.Errorf("it converts %d of %d arguments", args, len(types))
	}
	return f, nil
}

// parseConversion parses the conversion that a text begins with, and returns its length.
func parseConversion(text string) (p part, n int, err error) {
	rest := strings.TrimLeft(text[1:], "-+ #0")
	rest = strings.TrimLeft(rest, "0123456789")
	if after, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(after, "0123456789")
	}
	p.spec = text[:len(text)-len(rest)]
	rest = strings.TrimLeft(rest, "hlLqjzt")
	if rest == "" || !strings.ContainsRune("diuxXocfFeEgG", rune(rest[0])) {
		return p, 0, fmt.Errorf("%s is no conversion of a number",
			text[:min(len(text), len(text)-len(rest)+1)])
	}
	p.verb = rest[0]
	return p, len(text) - len(rest) + 1, nil
}

// Append appends the text of arguments, by their bits.
func (f *Format) Append(dst []byte, bits func(i int) uint64) []byte {
	for _, p := range f.parts {
		if p.verb == 0 {
			dst = append(dst, p.text...)
		} else {
			dst = p.append(dst, bits(p.arg))
		}
	}
	return dst
}

func (p *part) append(dst []byte, bits uint64) []byte {
	if t, ok := p.typ.(*ir.FloatType); ok {
		return p.appendFloat(dst, number(t, bits))
	}
	width := uint32(64)
	if t, ok := p.typ.(*ir.IntegerType); ok {
		width = t.Width
	}
	unused := 64 - width
	unsigned, signed := bits<<unused>>unused, int64(bits<<unused)>>unused
	switch p.verb {
	case 'd', 'i':
		if width == 1 {
			signed = int64(unsigned) // a bool is 0 or 1
		}
		return fmt.Appendf(dst, p.integerSpec("d"), signed)
	case 'u':
		return fmt.Appendf(dst, p.integerSpec("d"), unsigned)
	case 'c':
		return append(dst, byte(unsigned))
	}
	return fmt.Appendf(dst, p.integerSpec(string(p.verb)), unsigned)
}

// integerSpec returns what package fmt calls the conversion. A precision makes zeros of no account.
func (p *part) integerSpec(verb string) string {
	spec := p.spec
	if strings.Contains(spec, ".") {
		flags := spec[1 : len(spec)-len(strings.TrimLeft(spec[1:], "-+ #0"))]
		spec = "%" + strings.ReplaceAll(flags, "0", "") + spec[1+len(flags):]
	}
	return spec + verb
}

func (p *part) appendFloat(dst []byte, v float64) []byte {
	spec := p.spec
	if !strings.Contains(spec, ".") {
		spec += ".6"
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		text := map[bool]string{true: "nan", false: "inf"}[math.IsNaN(v)]
		if math.Signbit(v) {
			text = "-" + text
		}
		if p.verb < 'a' {
			text = strings.ToUpper(text)
		}
		digits := strings.TrimLeft(p.spec[1:], "+ #0")
		width, _, _ := strings.Cut(digits, ".")
		return fmt.Appendf(dst, "%"+width+"s", text)
	}
	return fmt.Appendf(dst, spec+string(p.verb), v)
}

// number returns the number that the bits of a float stand for.
func number(t *ir.FloatType, bits uint64) float64 {
	switch t.Kind {
	case ir.F64:
		return math.Float64frombits(bits)
	case ir.F32:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return ir.DecodeFloat(t.Kind, bits)
}

// AppendFlops appends a number of operations in units of 10^9.
func AppendFlops(dst []byte, flops float64) []byte {
	return append(strconv.AppendFloat(dst, flops/1e9, 'f', 6, 64), " GFLOPS\n"...)
}
