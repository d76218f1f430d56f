package expr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
)

// mistakes are expressions that are wrong, with the column, the code and a part of the message or suggestion.
var mistakes = []struct {
	source string
	col    int
	code   string
	says   string
}{
	{"i + undefind", 5, "tvmscript-unknown-name", "undefind is not defined"},
	{"foru + i", 1, "tvmscript-unknown-name", "did you mean four"},
	{"np.zeros(3) + 1", 1, "tvmscript-unknown-name", "numpy is not evaluated"},
	{"i / j", 1, "tvmscript-division", "int32"},
	{"B[i] / 2", 1, "tvmscript-division", "x // y"},
	{"x // 2.0", 1, "tvmscript-dtype", "T.floor(x / y)"},
	{"x % 2.0", 1, "tvmscript-dtype", "T.fmod"},
	{"x << 2", 1, "tvmscript-dtype", "float32"},
	{"P[i] + P[j]", 1, "tvmscript-dtype", "T.Cast(\"int32\", x)"},
	{"P[i] < P[j]", 1, "tvmscript-dtype", "bool"},
	{"H[i] + G[i]", 1, "tvmscript-dtype", "float16 and bfloat16"},
	{"Q[i] * H[i]", 1, "tvmscript-dtype", "float8_e4m3fn and float16"},
	{"V[i] + T.Broadcast(x, 8)", 1, "tvmscript-dtype", "4 and of 8 lanes"},
	{"i // 0", 1, "tvmscript-value", "division by zero"},
	{"B[i] % 0", 1, "tvmscript-value", "division by zero"},
	{"i << 64", 1, "tvmscript-value", "64"},
	{"i << 32", 1, "tvmscript-value", "0 to 31"},
	{"C[i] >> 8", 1, "tvmscript-value", "0 to 7"},
	{"T.truncdiv(i, 0)", 1, "tvmscript-value", "division by zero"},
	{"2 ** 64 + i", 1, "tvmscript-value", "64 bits"},
	{"99999999999999999999 + i", 1, "tvmscript-value", "64 bits"},
	{"C[i] + 300", 1, "tvmscript-value", "300 is no int8"},
	{"U[i] - -1", 1, "tvmscript-value", "-1 is no uint8"},
	{"C[i] = 128", 8, "tvmscript-value", "128 is no int8"},
	{"T.int8(200)", 1, "tvmscript-value", "200 is no int8"},
	{"T.uint8(255) + T.uint8(1)", 1, "tvmscript-value", "256 is no uint8"},
	{"H[i] * 1e6", 1, "tvmscript-value", "float16"},
	{"A[i, 0:4] = T.Broadcast(x, 8)", 13, "tvmscript-dtype", "float32x4"},
	{"A[i, j] = V[i]", 11, "tvmscript-dtype", "float32x4"},
	{"A[i]", 1, "tvmscript-subscript", "2 dimensions, and here are 1"},
	{"A[i, j, k]", 1, "tvmscript-subscript", "2 dimensions, and here are 3"},
	{"A[16, j]", 3, "tvmscript-subscript", "beyond the extent 16"},
	{"A[i, -1]", 6, "tvmscript-subscript", "negative"},
	{"A[x, j]", 3, "tvmscript-subscript", "float32"},
	{"A[1.5, j]", 3, "tvmscript-subscript", "a float"},
	{"A['a', j]", 3, "tvmscript-subscript", "a string"},
	{"A[i, 8:24]", 6, "tvmscript-subscript", "[8, 24)"},
	{"A[i, 8:8]", 6, "tvmscript-subscript", "extent of 0"},
	{"A[i, 0:n]", 1, "tvmscript-subscript", "T.vectorized"},
	{"A[0:4, i]", 1, "tvmscript-subscript", "last subscript"},
	{"A[T.Ramp(0, 1, 4), i]", 1, "tvmscript-subscript", "last dimension"},
	{"A[i, j][0]", 1, "tvmscript-subscript", "one bracket"},
	{"i[0]", 1, "tvmscript-subscript", "not subscripted"},
	{"t[2]", 1, "tvmscript-subscript", "2 elements"},
	{"t[i]", 1, "tvmscript-subscript", "import time"},
	{"A.data[0]", 1, "tvmscript-subscript", "A[...]"},
	{"A + 1", 1, "tvmscript-type", "A[...]"},
	{"A.data + 1", 1, "tvmscript-type", "pointer"},
	{"T.float32 + i", 1, "tvmscript-type", "call it"},
	{"'a' + i", 1, "tvmscript-type", "a string"},
	{"None + i", 1, "tvmscript-type", "None"},
	{"A.shpe[0]", 3, "tvmscript-attribute", "shpe"},
	{"i.shape", 3, "tvmscript-attribute", "shape"},
	{"t.append(3)", 3, "tvmscript-attribute", "append"},
	{"[1].append(3)", 1, "tvmscript-unsupported", "x + [y]"},
	{"x and i < 3", 1, "tvmscript-dtype", "!= 0"},
	{"not x", 1, "tvmscript-dtype", "== 0"},
	{"x if i else 1.0", 6, "tvmscript-dtype", "condition"},
	{"T.if_then_else(i < 3, x, P)", 1, "tvmscript-type", "the buffer P"},
	{"T.if_then_else(i < 3, H[i], G[i])", 1, "tvmscript-dtype", "bfloat16"},
	{"T.exp(i)", 7, "tvmscript-dtype", "T.Cast(\"float32\", x)"},
	{"T.exp()", 1, "tvmscript-arity", "no argument for x"},
	{"T.exp(x, 1, 2)", 13, "tvmscript-arity", "number 3"},
	{"T.exp(y=x)", 7, "tvmscript-arity", "no parameter y"},
	{"T.Cast(\"float32\", value=x, dtype=\"int8\")", 28, "tvmscript-arity", "twice"},
	{"T.Cast(\"flaot32\", x)", 8, "tvmscript-value", "did you mean \"float32\""},
	{"T.Cast(3, x)", 8, "tvmscript-type", "an int"},
	{"T.Cast(\"handle\", x)", 1, "tvmscript-dtype", "handle"},
	{"T.reinterpret(\"int8\", x)", 1, "tvmscript-dtype", "int8"},
	{"T.maximum(i, j)", 1, "tvmscript-call", "T.call_extern"},
	{"T.floordv(i, j)", 1, "tvmscript-call", "did you mean T.floordiv"},
	{"i(3)", 1, "tvmscript-call", "no function"},
	{"max(i, j)", 1, "tvmscript-type", "T.max(x, y)"},
	{"abs(x)", 1, "tvmscript-type", "T.abs"},
	{"int(x)", 1, "tvmscript-type", "T.Cast"},
	{"range(i)", 1, "tvmscript-type", "T.serial"},
	{"math.sqrt(x)", 1, "tvmscript-type", "function of T"},
	{"[a for a in range(n)]", 13, "tvmscript-type", "import time"},
	{"[a for a in t if a < i]", 18, "tvmscript-type", "import time"},
	{"[a for a in i]", 13, "tvmscript-type", "iterated"},
	{"(q := 3) + i", 2, "tvmscript-unsupported", "assign q"},
	{"b'a' + i", 1, "tvmscript-unsupported", "byte strings"},
	{"i @ j", 1, "tvmscript-unsupported", "@"},
	{"i in t", 1, "tvmscript-type", ""},
	{"f'{i}'", 4, "tvmscript-type", "no text"},
	{"{i: 3}", 2, "tvmscript-type", "key"},
	{"T.Ramp(x, 1, 4)", 8, "tvmscript-dtype", "float32"},
	{"T.Ramp(0, 1, n)", 14, "tvmscript-type", "import time"},
	{"T.Ramp(0, 1, 0)", 14, "tvmscript-value", "lanes"},
	{"T.Broadcast(V[i], 2)", 1, "tvmscript-dtype", "one lane"},
	{"T.exp(x, dtype=\"flaot32\")", 16, "tvmscript-value", "did you mean \"float32\""},
	{"T.call_packed(\"p\", A.access_ptr(\"r\", offset=T.Ramp(0, 2, 4)))", 20, "tvmscript-dtype",
		"vector of 4 lanes"},
	{"B[T.Ramp(0, 2, 4) * 2][0]", 1, "tvmscript-subscript", "one bracket"},
	{"T.exp(x, dtyp=\"float32\")", 10, "tvmscript-arity", "no parameter dtyp"},
	{"T.ldexp(i, 3)", 9, "tvmscript-dtype", "floating-point"},
	{"T.const(x, \"float32\")", 9, "tvmscript-type", "T.Cast(\"float32\", x)"},
	{"T.float16(1e6)", 1, "tvmscript-value", "too large"},
	{"T.call_extern(\"f\", x)", 15, "tvmscript-value", "f is no dtype"},
	{"T.call_extern(\"int32\")", 1, "tvmscript-arity", "name of the function"},
	{"T.call_extern(\"void\", \"f\", i) + 1", 1, "tvmscript-type", "None"},
	{"T.address_of(x)", 14, "tvmscript-type", "element of a buffer"},
	{"T.call_packed(\"p\", A.access_ptr(\"x\"))", 33, "tvmscript-value", "\"rw\""},
	{"T.call_intrin(\"float16\", \"tir.exp\", x)", 1, "tvmscript-dtype", "float32"},
	{"A.vload([i, 0], \"float16x4\")", 17, "tvmscript-dtype", "float32"},
	{"A.vload([i], \"float32x4\")", 9, "tvmscript-subscript", "2 dimensions"},
	{"T.infinity(\"int32\")", 12, "tvmscript-dtype", "T.max_value"},
	{"T.max_value(\"float32x4\")", 13, "tvmscript-dtype", "float32x4"},
	{"x = 3", 1, "tvmscript-subscript", "only elements"},
	{"t[0] = 3", 1, "tvmscript-subscript", "an int"},
	{"(lambda f: f(f))(lambda f: f(f))", 28, "tvmscript-limit", "200"},
	{"[0] * 10000000", 1, "tvmscript-limit", "1048576"},
	{"[0 for a in range(100000) for b in range(100000)]", 0, "tvmscript-limit", "steps"},
	{"'ab' * 2 ** 40", 1, "tvmscript-limit", "elements"},
	{"range(2 ** 62)", 1, "tvmscript-limit", "elements"},
	{"(lambda *, a: a)(1)", 18, "tvmscript-arity", "fewer"},
	{"(lambda a: a)(1, a=2)", 18, "tvmscript-arity", "twice"},
	{"T.float32()", 1, "tvmscript-arity", "variables of shapes"},
	{"T.float32(\"abc\")", 11, "tvmscript-value", "abc"},
	{"T.Select(x, 1, 2)", 10, "tvmscript-dtype", "condition"},
	{"T.Shuffle([x], [0])", 1, "tvmscript-dtype", "vectors"},
	{"T.Let(x, where=t)", 16, "tvmscript-type", "dict"},
	{"T.fma(x, x, H[i])", 1, "tvmscript-dtype", "float16"},
	{"*t", 1, "tvmscript-unsupported", "starred"},
}

// Each mistake has one diagnostic, at its place, with something to do about it or a message that says enough.
func TestMistakes(t *testing.T) {
	codes := map[string]bool{}
	for _, m := range mistakes {
		w := newWorld(all.NewContext())
		_, err := w.run(t, m.source)
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%s: %v", m.source, err)
			continue
		}
		codes[m.code] = true
		place := d.Span.Place()
		if place.Line != 1 || m.col != 0 && place.Col != m.col || string(d.Code) != m.code ||
			!strings.Contains(d.Message+d.Suggestion, m.says) {
			t.Errorf("%s\n is %v (%s)\n want %s", m.source, err, d.Suggestion,
				fmt.Sprint(m.col, " ", m.code, " ", m.says))
		}
	}
	for _, c := range []diag.Code{
		expr.CodeName, expr.CodeDtype, expr.CodeArity, expr.CodeUnsupported, expr.CodeCall,
		expr.CodeSubscript, expr.CodeAttribute,
		expr.CodeType, expr.CodeValue, expr.CodeLimit, expr.CodeDivision,
	} {
		if !codes[string(c)] {
			t.Errorf("no mistake has the code %s", c)
		}
	}
}
