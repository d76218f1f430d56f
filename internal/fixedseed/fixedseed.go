// Package fixedseed makes the property tests of the packages that import it, for
// its effect, try the same cases in every run: a test that fails for one commit and
// not for the next must have been broken by it. INFLIGHT_RANDOM=1, which
// scripts/nightly.sh sets, leaves the seed to chance.
package fixedseed

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // registers the flag
)

func init() {
	if os.Getenv("INFLIGHT_RANDOM") == "" {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			panic(err)
		}
	}
}
