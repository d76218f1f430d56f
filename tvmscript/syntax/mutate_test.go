package syntax_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// aboutATokens splits a text into pieces that are tokens most of the time.
var aboutATokens = regexp.MustCompile(`\n[ \t]*|[ \t]+|\w+|"[^"\n{]*"|[-+*/<>=!:]=|//|\*\*|->|(?s:.)`)

// mutate returns the text with a few pieces removed, doubled, exchanged, or replaced by some of the pool.
func mutate(r *rand.Rand, text string, pool []string) string {
	pieces := aboutATokens.FindAllString(text, -1)
	for range 1 + r.IntN(3) {
		if len(pieces) == 0 {
			break
		}
		i, j := r.IntN(len(pieces)), r.IntN(len(pieces))
		switch r.IntN(6) {
		case 0:
			pieces = slices.Delete(pieces, i, i+1)
		case 1:
			pieces = slices.Insert(pieces, i, pieces[j])
		case 2:
			pieces[i], pieces[j] = pieces[j], pieces[i]
		case 3:
			pieces[i] = pool[r.IntN(len(pool))]
		case 4:
			pieces = slices.Insert(pieces, i, pool[r.IntN(len(pool))])
		case 5:
			i, j = min(i, j), max(i, j)
			pieces = append(pieces[:i:i], pieces[min(j, i+4):]...)
		}
	}
	return strings.Join(pieces, "")
}

// Programs with small mistakes are refused by both, or have the same tree. INFLIGHT_MUTANTS is their number.
func TestPythonAgreesOnMutants(t *testing.T) {
	n := 3000
	if s := os.Getenv("INFLIGHT_MUTANTS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	seed := uint64(1)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
		t.Logf("seed %d", seed)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	texts := slices.Concat(chunks(t, "testdata/texts.py"), bytewise, corpus(t))
	var pool []string
	for _, text := range texts {
		pool = append(pool, aboutATokens.FindAllString(text, -1)...)
	}
	slices.Sort(pool)
	pool = slices.Compact(pool)
	mutants := make([]string, n)
	for i := range mutants {
		mutants[i] = mutate(r, texts[r.IntN(len(texts))], pool)
	}
	answers := askPython(t, mutants)
	for i, text := range mutants {
		if versionsDiffer(text) {
			continue
		}
		compareWithPython(t, text, answers.Trees[i], answers.Version)
	}
}

var rawFString = regexp.MustCompile(`(?i)(fr|rf)["']`)

// versionsDiffer reports whether the versions from 3.11 to 3.13 may give a text different trees: with a
// doubled brace in a format, and a backslash in the format of a raw f-string or in {x=}.
func versionsDiffer(text string) bool {
	doubled := strings.Contains(text, "{{") && strings.Contains(text, ":")
	backslash := strings.Contains(text, "\\") && (rawFString.MatchString(text) || strings.Contains(text, "="))
	return doubled || backslash && strings.Contains(text, "{")
}
