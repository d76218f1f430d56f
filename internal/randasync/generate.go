package randasync

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Config says what programs may hold.
type Config struct {
	Statements int  // at most so many per block
	Depth      int  // of nested loops and conditions
	Tokens     bool // waits for tokens, beside counts
	Counts     bool // waits for counts
	Counted    bool // loops of constant extent, beside those of unknown extent
	Calls      bool // private functions
	Branches   bool // cf branches in the function
	Numbered   int  // queues of the pipeline dialect, beside that of cp.async
}

// generator writes one program.
type generator struct {
	cfg    Config
	r      *rand.Rand
	b      strings.Builder
	indent int
	names  int
}

const tokenType = "!nvgpu.device.async.token"

// Program returns a module with the function @main, and what that calls.
func Program(r *rand.Rand, cfg Config) string {
	g := &generator{cfg: cfg, r: r}
	callee := cfg.Calls && r.IntN(2) == 0
	if callee {
		g.line("func.func private @callee(%%c: i1, %%n: index, %%t: %s) -> %s {", tokenType, tokenType)
		g.function([]string{"%t"}, true, false)
	}
	g.line("func.func @main(%%c: i1, %%n: index) {")
	g.function(nil, false, callee)
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// function writes a body with its end.
func (g *generator) function(tokens []string, returns, calls bool) {
	g.indent++
	for _, n := range []int{0, 1, 2, 3, 4} {
		g.line("%%c%d = arith.constant %d : index", n, n)
	}
	saved := g.cfg.Calls
	g.cfg.Calls = calls
	if !returns && len(tokens) == 0 {
		tokens = append(tokens, g.commit())
	}
	if g.cfg.Branches && !returns && g.r.IntN(2) == 0 {
		tokens = g.branches(tokens)
	}
	tokens = g.block(tokens, g.cfg.Depth)
	g.cfg.Calls = saved
	if returns {
		g.line("return %s : %s", g.choose(tokens), tokenType)
	} else {
		g.line("return")
	}
	g.indent--
	g.line("}")
}

// branches writes a loop and a choice of blocks, of which the last receives a token.
func (g *generator) branches(tokens []string) []string {
	next, in := g.name("^b"), g.name("%a")
	left, right := g.name("^b"), g.name("^b")
	out, arg := g.name("^b"), g.name("%a")
	g.line("cf.br %s(%s : %s)", next, g.choose(tokens), tokenType)
	g.line("%s(%s: %s):", next, in, tokenType)
	inner := g.block(append(append([]string{}, tokens...), in), 0)
	g.line("cf.cond_br %%c, %s, %s", left, right)
	g.line("%s:", left)
	a := g.block(inner, 0)
	g.line("cf.cond_br %%c, %s(%s : %s), %s(%s : %s)", next, g.choose(a), tokenType, out, g.choose(a),
		tokenType)
	g.line("%s:", right)
	b := g.block(inner, 0)
	g.line("cf.br %s(%s : %s)", out, g.choose(b), tokenType)
	g.line("%s(%s: %s):", out, arg, tokenType)
	return append(append([]string{}, inner...), arg)
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// choose returns one of the tokens in scope, young ones more often.
func (g *generator) choose(tokens []string) string {
	i := len(tokens) - 1
	for i > 0 && g.r.IntN(2) == 0 {
		i--
	}
	return tokens[i]
}

func (g *generator) commit() string {
	t := g.name("%t")
	g.line("%s = \"nvgpu.device_async_create_group\"() : () -> %s", t, tokenType)
	return t
}

// block writes statements and returns the tokens that are in scope behind them.
func (g *generator) block(tokens []string, depth int) []string {
	tokens = append([]string{}, tokens...)
	for range 1 + g.r.IntN(g.cfg.Statements) {
		tokens = g.statement(tokens, depth)
	}
	return tokens
}

func (g *generator) statement(tokens []string, depth int) []string {
	switch k := g.r.IntN(12); {
	case k < 3:
		return append(tokens, g.commit())
	case k == 3:
		g.line("nvvm.cp.async.commit.group")
	case k == 4 && g.cfg.Numbered > 0:
		g.line("pipeline.async_commit_stage %d", g.r.IntN(g.cfg.Numbered))
	case k == 5 && g.cfg.Numbered > 0 && g.cfg.Counts:
		g.line("pipeline.async_wait_stage %d, %d", g.r.IntN(g.cfg.Numbered), g.r.IntN(4))
	case k <= 6 && g.cfg.Counts:
		g.line("nvvm.cp.async.wait.group %d", g.r.IntN(5))
	case k <= 8 && g.cfg.Tokens:
		g.line("nvgpu.device_async_wait %s", g.choose(tokens))
	case k == 9 && g.cfg.Calls:
		t := g.name("%t")
		g.line("%s = func.call @callee(%%c, %%n, %s) : (i1, index, %s) -> %s", t, g.choose(tokens), tokenType,
			tokenType)
		return append(tokens, t)
	case depth > 0 && k == 10:
		return g.condition(tokens, depth)
	case depth > 0:
		return g.loop(tokens, depth)
	}
	return tokens
}

func (g *generator) condition(tokens []string, depth int) []string {
	if g.r.IntN(2) == 0 {
		g.line("scf.if %%c {")
		g.nested(tokens, depth, false)
		g.line("}")
		return tokens
	}
	t := g.name("%t")
	g.line("%s = scf.if %%c -> (%s) {", t, tokenType)
	g.nested(tokens, depth, true)
	g.line("} else {")
	g.nested(tokens, depth, true)
	g.line("}")
	return append(tokens, t)
}

// nested writes the body of a region that may yield one token.
func (g *generator) nested(tokens []string, depth int, yields bool) {
	g.indent++
	inner := g.block(tokens, depth-1)
	if yields {
		g.line("scf.yield %s : %s", g.choose(inner), tokenType)
	}
	g.indent--
}

// loop writes a loop that carries up to three tokens, as a shift register or any other way.
func (g *generator) loop(tokens []string, depth int) []string {
	upper := "%n"
	if g.cfg.Counted && g.r.IntN(2) == 0 {
		upper = fmt.Sprintf("%%c%d", g.r.IntN(5))
	}
	n := g.r.IntN(4)
	if n == 0 {
		g.line("scf.for %s = %%c0 to %s step %%c1 {", g.name("%i"), upper)
		g.nested(tokens, depth, false)
		g.line("}")
		return tokens
	}
	if g.r.IntN(4) == 0 {
		return g.while(tokens, depth)
	}
	result := g.name("%r")
	args := make([]string, n)
	inits := make([]string, n)
	for i := range args {
		args[i] = g.name("%a")
		inits[i] = args[i] + " = " + g.choose(tokens)
	}
	types := strings.Repeat(", "+tokenType, n)[2:]
	g.line("%s:%d = scf.for %s = %%c0 to %s step %%c1 iter_args(%s) -> (%s) {", result, n, g.name("%i"),
		upper,
		strings.Join(inits, ", "), types)
	g.indent++
	inner := g.block(append(append([]string{}, tokens...), args...), depth-1)
	yields := append(args[1:], g.choose(inner)) // a shift register
	if g.r.IntN(3) == 0 {
		for i := range yields {
			yields[i] = g.choose(inner)
		}
	}
	g.line("scf.yield %s : %s", strings.Join(yields, ", "), types)
	g.indent--
	g.line("}")
	for i := range n {
		tokens = append(tokens, fmt.Sprintf("%s#%d", result, i))
	}
	return tokens
}

func (g *generator) while(tokens []string, depth int) []string {
	result, before, after := g.name("%r"), g.name("%a"), g.name("%a")
	g.line("%s = scf.while (%s = %s) : (%s) -> %s {", result, before, g.choose(tokens), tokenType, tokenType)
	g.indent++
	inner := g.block(append(append([]string{}, tokens...), before), 0)
	g.line("scf.condition(%%c) %s : %s", g.choose(inner), tokenType)
	g.indent--
	g.line("} do {")
	g.line("^bb0(%s: %s):", after, tokenType)
	g.nested(append(append([]string{}, tokens...), after), depth, true)
	g.line("}")
	return append(tokens, result)
}
