package presburger_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// sum returns constant + the coefficients times the variables.
func sum(constant int64, coefs ...int64) presburger.Sum {
	s := presburger.Sum{Const: constant}
	for v, c := range coefs {
		s.Terms = append(s.Terms, presburger.Term{Var: presburger.Var(v), Coef: c})
	}
	return s
}

// holds reports whether values satisfy a condition.
func holds(c presburger.Condition, values []int64) bool {
	n := c.Sum.Const
	for _, t := range c.Sum.Terms {
		n += t.Coef * values[t.Var]
	}
	return n == 0 || n > 0 && !c.Zero
}

func holdAll(list []presburger.Condition, values []int64) bool {
	for _, c := range list {
		if !holds(c, values) {
			return false
		}
	}
	return true
}

// question is a problem with its conditions and alternatives.
type question struct {
	vars       int
	conditions []presburger.Condition
	choices    [][][]presburger.Condition
}

func (q *question) problem() *presburger.Problem {
	p := &presburger.Problem{}
	for range q.vars {
		p.Variable()
	}
	p.Require(q.conditions...)
	for _, c := range q.choices {
		p.Either(c...)
	}
	return p
}

// solved reports whether values are a solution.
func (q *question) solved(values []int64) bool {
	for _, alternatives := range q.choices {
		found := false
		for _, a := range alternatives {
			found = found || holdAll(a, values)
		}
		if !found {
			return false
		}
	}
	return holdAll(q.conditions, values)
}

// within reports whether there is a solution with all values from -most to most.
func (q *question) within(most int64) bool {
	values := make([]int64, q.vars)
	for i := range values {
		values[i] = -most
	}
	for {
		if q.solved(values) {
			return true
		}
		i := 0
		for ; i < len(values) && values[i] == most; i++ {
			values[i] = -most
		}
		if i == len(values) {
			return false
		}
		values[i]++
	}
}

// random returns a question about few variables. In most cases all variables have limits, and then boxed is
// true.
func random(r *rand.Rand, most int64) (q question, boxed bool) {
	q.vars, boxed = 1+r.IntN(4), r.IntN(4) > 0
	for v := range q.vars {
		if boxed {
			coefs := make([]int64, v+1)
			coefs[v] = 1
			q.conditions = append(q.conditions, presburger.NotNegative(sum(most, coefs...)))
			coefs = append([]int64(nil), coefs...)
			coefs[v] = -1
			q.conditions = append(q.conditions, presburger.NotNegative(sum(most, coefs...)))
		}
	}
	for range 1 + r.IntN(4) {
		q.conditions = append(q.conditions, q.condition(r))
	}
	for range r.IntN(3) {
		q.choices = append(q.choices,
			[][]presburger.Condition{{q.condition(r)}, {q.condition(r), q.condition(r)}})
	}
	return q, boxed
}

func (q *question) condition(r *rand.Rand) presburger.Condition {
	coefs := make([]int64, q.vars)
	for v := range coefs {
		if r.IntN(3) > 0 {
			coefs[v] = r.Int64N(25) - 12
		}
	}
	s := sum(r.Int64N(61)-30, coefs...)
	if r.IntN(3) == 0 {
		return presburger.Zero(s)
	}
	return presburger.NotNegative(s)
}

// For random problems, every solution is valid, and a problem answered with No has no solution in a box that
// contains all of them.
func TestAnswersAreThoseOfTryingAllValues(t *testing.T) {
	const most = 5
	counts := map[presburger.Answer]int{}
	total := passtest.Programs(3000)
	for seed := range uint64(total) {
		q, boxed := random(rand.New(rand.NewPCG(seed, 1)), most)
		p := q.problem()
		p.MaxSteps = 1_000_000
		answer, values := p.Solve()
		counts[answer]++
		switch {
		case answer == presburger.Yes && !q.solved(values):
			t.Fatalf("seed %d: %v is no solution of %v", seed, values, q)
		case answer == presburger.No && q.within(most):
			t.Fatalf("seed %d: there is a solution of %v", seed, q)
		case answer == presburger.Unknown && boxed:
			t.Errorf("seed %d: no answer to %v", seed, q)
		}
	}
	t.Logf("%v", counts)
	if counts[presburger.Yes] < total/8 || counts[presburger.No] < total/8 {
		t.Errorf("the test says little")
	}
}

// Each of these problems is decided by only one part of the test.
func TestAnswers(t *testing.T) {
	zero, above := presburger.Zero, presburger.NotNegative
	for name, c := range map[string]struct {
		want presburger.Answer
		q    question
	}{
		"a divisor of the coefficients is none of the constant": {presburger.No,
			question{2, []presburger.Condition{
				zero(sum(1, 6, -9)),
			}, nil}},
		"equations have a common solution modulo a number only": {presburger.No,
			question{3, []presburger.Condition{
				zero(sum(0, 3, 5, 0)), zero(sum(1, 3, -1, 6)),
			}, nil}},
		"an inequality is rounded": {presburger.No, question{1, []presburger.Condition{
			above(sum(-1, 3)), above(sum(2, -3)),
		}, nil}},
		"between the shadows, none": {presburger.No, question{2, []presburger.Condition{
			above(sum(-27, 11, 13)), above(sum(45, -11, -13)), above(sum(10, 7, -9)), above(sum(4, -7, 9)),
		}, nil}},
		"between the shadows, some": {presburger.Yes, question{2, []presburger.Condition{
			above(sum(-2, 5, -3)), above(sum(3, -5, 3)), above(sum(0, 0, 1)), above(sum(2, 0, -1)),
		}, nil}},
		"no limits": {presburger.Yes, question{3, []presburger.Condition{
			above(sum(-100, 7, -3, 2)), above(sum(-100, -7, 5)), zero(sum(-1, 2, 3, 5)),
		}, nil}},
		"the second alternatives": {presburger.Yes, question{1, []presburger.Condition{above(sum(0, 1))},
			[][][]presburger.Condition{{{above(sum(-1, -1))}, {zero(sum(-7, 1))}},
				{{above(sum(-8, 1))}, {above(sum(7, -1))}}}}},
		"each alternative alone": {presburger.No, question{1, nil,
			[][][]presburger.Condition{{{above(sum(-1, -1))}, {zero(sum(-7, 1))}},
				{{above(sum(-8, 1))}, {zero(sum(-1, 1))}}}}},
		"no variable":  {presburger.No, question{0, []presburger.Condition{zero(sum(1))}, nil}},
		"no condition": {presburger.Yes, question{2, nil, nil}},
		"too large numbers": {presburger.Unknown,
			question{1, []presburger.Condition{above(sum(math.MinInt64, 1))}, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			answer, values := c.q.problem().Solve()
			if answer != c.want {
				t.Fatalf("the answer is %v", answer)
			}
			if answer == presburger.Yes && !c.q.solved(values) {
				t.Errorf("%v is no solution", values)
			}
		})
	}
}

// With too few steps the answer is Unknown.
func TestStepsAreLimited(t *testing.T) {
	q := question{2, []presburger.Condition{
		presburger.NotNegative(sum(-27, 11, 13)), presburger.NotNegative(sum(45, -11, -13)),
		presburger.NotNegative(sum(10, 7, -9)), presburger.NotNegative(sum(4, -7, 9)),
	}, nil}
	p := q.problem()
	p.MaxSteps = 10
	if answer, _ := p.Solve(); answer != presburger.Unknown {
		t.Errorf("the answer is %v", answer)
	}
}

// Every problem has an answer, and its solution is valid.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3, 4, 0, 5, 250, 7, 1, 9, 9, 9})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 {
			return
		}
		q := question{vars: 1 + int(b[0]%4)}
		for b = b[1:]; len(b) > q.vars+1 && len(q.conditions) < 8; b = b[q.vars+2:] {
			coefs := make([]int64, q.vars)
			for v := range coefs {
				coefs[v] = int64(int8(b[v]))
			}
			q.conditions = append(q.conditions,
				presburger.Condition{Sum: sum(int64(int8(b[q.vars])), coefs...), Zero: b[q.vars+1]%2 == 1})
		}
		answer, values := q.problem().Solve()
		if answer == presburger.Yes && !q.solved(values) {
			t.Errorf("%v is no solution of %v", values, q)
		}
		if answer == presburger.No && q.within(2) {
			t.Errorf("there is a solution of %v", q)
		}
	})
}
