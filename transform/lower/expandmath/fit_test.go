package expandmath

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/bigmath"
)

// digits is the precision of fitting.
const digits = 220

// fit is a polynomial to be fitted: the values of f on [from, to] by Chebyshev interpolation, which is within
// a small factor of the best polynomial of the degree.
type fit struct {
	name, doc string
	f         func(x *big.Float) *big.Float
	from, to  float64
	degree    int
}

func float(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }
func blank() *big.Float          { return new(big.Float).SetPrec(digits) }
func add(x, y *big.Float) *big.Float {
	return blank().Add(x, y)
}
func sub(x, y *big.Float) *big.Float { return blank().Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return blank().Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return blank().Quo(x, y) }
func root(x *big.Float) *big.Float   { return blank().Sqrt(x) }
func sine(x *big.Float) *big.Float   { s, _ := bigmath.SinCos(digits, x); return s }
func cosine(x *big.Float) *big.Float { _, c := bigmath.SinCos(digits, x); return c }

// scaledErfc is erfc(y) e^(y^2) (y+c) for y = c (1+u)/(1-u).
func scaledErfc(u *big.Float) *big.Float {
	y := quo(mul(float(erfcCenter), add(float(1), u)), sub(float(1), u))
	return mul(mul(bigmath.Erfc(digits, y), add(y, float(erfcCenter))), bigmath.Exp(digits, mul(y, y)))
}

var fits = []fit{
	{"expFirst", "(e^r - 1)/r for |r| <= ln(2)/2", func(r *big.Float) *big.Float {
		return quo(bigmath.Expm1(digits, r), r)
	}, -0.3466, 0.3466, 9},
	{"expSecond", "(e^r - 1 - r)/r^2 for |r| <= ln(2)/2", func(r *big.Float) *big.Float {
		return quo(sub(bigmath.Expm1(digits, r), r), mul(r, r))
	}, -0.3466, 0.3466, 10},
	{"expThird", "(e^r - 1 - r - r^2/2)/r^3 for |r| <= ln(2)/2", func(r *big.Float) *big.Float {
		return quo(sub(sub(bigmath.Expm1(digits, r), r), mul(float(0.5), mul(r, r))), mul(r, mul(r, r)))
	}, -0.3466, 0.3466, 10},
	{"logNarrow", "(2 artanh(s) - 2s)/s^3 at w = s^2 for s = f/(2+f), sqrt(1/2) <= 1+f <= sqrt(2)",
		artanhRest(1), 0, 0.02945, 5},
	{"logWide", "the same with more digits", artanhRest(1), 0, 0.02945, 7},
	{"logDouble", "(2 artanh(s) - 2s - 2/3 s^3)/s^5 at w = s^2", artanhRest(2), 0, 0.02945, 7},
	{"sinHalfTurn", "(sin(r) - r)/r^3 at z = r^2 for |r| <= pi/2", func(z *big.Float) *big.Float {
		r := root(z)
		return quo(sub(sine(r), r), mul(r, z))
	}, 0, 2.4675, 5},
	{"sinQuarterTurn", "(sin(r) - r)/r^3 at z = r^2 for |r| <= pi/4", func(z *big.Float) *big.Float {
		r := root(z)
		return quo(sub(sine(r), r), mul(r, z))
	}, 0, 0.617, 5},
	{"cosQuarterTurn", "(cos(r) - 1 + r^2/2)/r^4 at z = r^2 for |r| <= pi/4", func(z *big.Float) *big.Float {
		return quo(add(sub(cosine(root(z)), float(1)), mul(float(0.5), z)), mul(z, z))
	}, 0, 0.617, 6},
	{"atanNarrow", "(atan(t) - t)/t^3 at z = t^2 for 0 <= t <= 1", atanRest, 0, 1, 15},
	{"atanWide", "(atan(t) - t)/t^3 at z = t^2 for 0 <= t <= tan(pi/8)", atanRest, 0, 0.17158, 11},
	{"erfNarrow", "erf(x)/x at u = x^2/8 - 1 for |x| <= 4", func(u *big.Float) *big.Float {
		x := root(mul(float(8), add(u, float(1))))
		return quo(bigmath.Erf(digits, x), x)
	}, -1, 1, 24},
	{"erfSmall", "erf(x)/x - 1 at z = x^2 for |x| <= 1", func(z *big.Float) *big.Float {
		return sub(quo(bigmath.Erf(digits, root(z)), root(z)), float(1))
	}, 0, 1, 16},
	{"erfcNarrow", "erfc(y) e^(y^2) (y+c) at u = (y-c)/(y+c) for 0 <= y <= 10.1", scaledErfc, -1,
		erfcMap(10.1), 18},
	{"erfcWide", "the same with more digits for 0 <= y <= 27.3", scaledErfc, -1, erfcMap(27.3), 30},
}

func erfcMap(y float64) float64 { return (y - erfcCenter) / (y + erfcCenter) }

// artanhRest returns the series of 2 artanh(s) without its first terms, divided by the power of s of the
// next.
func artanhRest(skipped int) func(w *big.Float) *big.Float {
	return func(w *big.Float) *big.Float {
		sum, power := blank(), float(1)
		for k := 2*skipped + 1; power.MantExp(nil) > -digits; k += 2 {
			sum = add(sum, quo(mul(float(2), power), float(float64(k))))
			power = mul(power, w)
		}
		return sum
	}
}

func atanRest(z *big.Float) *big.Float {
	t := root(z)
	return quo(sub(bigmath.Atan2(digits, t, float(1)), t), mul(t, z))
}

// values returns f at x, moved a little where the quotients have no value.
func (p fit) value(x *big.Float) *big.Float {
	if x.MantExp(nil) < -60 || x.Sign() == 0 {
		x = float(0x1p-60)
	}
	return p.f(x)
}

// coefficients returns the polynomial from the constant term up.
func (p fit) coefficients() []float64 {
	n := p.degree + 1
	mid, half := quo(add(float(p.from), float(p.to)), float(2)),
		quo(sub(float(p.to), float(p.from)), float(2))
	pi := bigmath.Pi(digits)
	nodes, samples := make([]*big.Float, n), make([]*big.Float, n)
	for k := range samples {
		nodes[k] = cosine(quo(mul(pi, float(float64(k)+0.5)), float(float64(n))))
		samples[k] = p.value(add(mid, mul(half, nodes[k])))
	}
	// The sum of c_j T_j(u), as powers of u.
	poly := make([]*big.Float, n)
	for i := range poly {
		poly[i] = blank()
	}
	before, now := []*big.Float{blank()}, []*big.Float{float(1)} // T_j-1 and T_j
	for j := range n {
		c := blank()
		for k := range samples {
			c = add(c, mul(samples[k], evaluated(now, nodes[k])))
		}
		c = quo(c, float(float64(n)))
		if j > 0 {
			c = mul(c, float(2))
		}
		for i := range now {
			poly[i] = add(poly[i], mul(c, now[i]))
		}
		before, now = now, nextChebyshev(j, before, now)
	}
	// u = (x - mid)/half: powers of x by Horner's rule on polynomials.
	result := []*big.Float{blank()}
	for i := n - 1; i >= 0; i-- {
		next := make([]*big.Float, len(result)+1)
		for d := range next {
			next[d] = blank()
			if d > 0 {
				next[d] = quo(result[d-1], half)
			}
			if d < len(result) {
				next[d] = sub(next[d], quo(mul(result[d], mid), half))
			}
		}
		next[0] = add(next[0], poly[i])
		result = next
	}
	out := make([]float64, n)
	for i := range out {
		out[i], _ = result[i].Float64()
	}
	return out
}

// nextChebyshev returns T_j+1 = 2u T_j - T_j-1, and u for j = 0.
func nextChebyshev(j int, before, now []*big.Float) []*big.Float {
	next := make([]*big.Float, j+2)
	for i := range next {
		next[i] = blank()
		if i > 0 {
			next[i] = mul(float(2), now[i-1])
		}
		if i < len(before) {
			next[i] = sub(next[i], before[i])
		}
	}
	if j == 0 {
		next[1] = float(1)
	}
	return next
}

func evaluated(poly []*big.Float, x *big.Float) *big.Float {
	sum := blank()
	for i := len(poly) - 1; i >= 0; i-- {
		sum = add(mul(sum, x), poly[i])
	}
	return sum
}

// errorOf returns the largest relative error at 30 points, as a power of 2.
func (p fit) errorOf(c []float64) float64 {
	largest := 0.0
	for k := range 30 {
		x := float(p.from + (p.to-p.from)*(float64(k)+0.5)/30)
		poly := make([]*big.Float, len(c))
		for i, v := range c {
			poly[i] = float(v)
		}
		want := p.value(x)
		e, _ := quo(sub(evaluated(poly, x), want), want).Float64()
		largest = max(largest, math.Abs(e))
	}
	return math.Log2(largest)
}

// parts splits a constant into numbers of so many digits and the rest.
func parts(v *big.Float, widths ...uint) []float64 {
	out := make([]float64, 0, len(widths)+1)
	rest := blank().Set(v)
	for _, w := range widths {
		head := new(big.Float).SetPrec(w).SetMode(big.ToZero).Set(rest)
		h, _ := head.Float64()
		out = append(out, h)
		rest = sub(rest, head)
	}
	last, _ := rest.Float64()
	return append(out, last)
}

func literals(values []float64) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.FormatFloat(v, 'x', -1, 64))
	}
	return b.String()
}

// generated is the file that TestCoefficients holds against coefficients.go.
func generated(t *testing.T) []byte {
	var b bytes.Buffer
	b.WriteString(
		"// Code generated by go test -run TestCoefficients; DO NOT EDIT.\n\npackage expandmath\n\n")
	b.WriteString("// Polynomials, from the constant term up, with their largest relative error.\nvar (\n")
	for _, p := range fits {
		c := p.coefficients()
		fmt.Fprintf(&b, "\t// %s is %s: 2^%.1f.\n\t%s = []float64{%s}\n", p.name, p.doc, p.errorOf(c), p.name,
			literals(c))
	}
	b.WriteString(
		")\n\n// Constants in parts, of which the first ones have so few digits that products with small " +
			"integers are exact.\nvar (\n")
	pi := bigmath.Pi(digits)
	ln2 := bigmath.Log(digits, float(2))
	for _, c := range []struct {
		name, doc string
		v         *big.Float
		widths    []uint
	}{
		{"ln2", "ln(2), for integers of up to 11 digits", ln2, []uint{42, 42}},
		{"pi25", "pi, for integers of up to 28 digits", pi, []uint{25, 25}},
		{"halfPi33", "pi/2, for integers of up to 20 digits", quo(pi, float(2)), []uint{33, 33, 33}},
		{"log2E", "1/ln(2)", quo(float(1), ln2), []uint{53}},
		{"log10E", "1/ln(10)", quo(float(1), bigmath.Log(digits, float(10))), []uint{53}},
		{"log10Of2", "ln(2)/ln(10)", quo(ln2, bigmath.Log(digits, float(10))), []uint{42, 53}},
		{"halfPi", "pi/2", quo(pi, float(2)), []uint{53}},
		{"twoThirds", "2/3", quo(float(2), float(3)), []uint{53}},
	} {
		fmt.Fprintf(&b, "\t// %s is %s.\n\t%s = []float64{%s}\n", c.name, c.doc, c.name,
			literals(parts(c.v, c.widths...)))
	}
	b.WriteString(")\n\n")
	fmt.Fprintf(&b,
		"// twoOverPi holds the first digits of 2/pi behind the point, in words of 64.\nvar twoOverPi = "+
			"[]uint64{")
	fraction := new(big.Float).SetPrec(1400).Quo(new(big.Float).SetPrec(1400).SetFloat64(2), bigmath.Pi(1400))
	for range 20 {
		fraction.SetMantExp(fraction, 64)
		word, _ := fraction.Uint64()
		fmt.Fprintf(&b, "0x%016x,", word)
		fraction.Sub(fraction, new(big.Float).SetPrec(1400).SetUint64(word))
	}
	b.WriteString("}\n")
	out, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The polynomials are what fitting gives. INFLIGHT_UPDATE=1 writes them.
func TestCoefficients(t *testing.T) {
	const file = "coefficients.go"
	want := generated(t)
	if os.Getenv("INFLIGHT_UPDATE") != "" {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what fitting gives: run go generate", file)
	}
}
