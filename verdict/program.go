package verdict

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// The verdicts on a program, or on one launch of a kernel, in which the judge found no hazard.
const (
	// Proven holds for every execution.
	Proven = "proven free of hazards"
	// Incomplete stands in front of the reason for which hazards may exist that the judge did not find.
	Incomplete = "no hazard found, but the check is NOT COMPLETE: "
	// Endless and Outside are of programs that are wrong in another way.
	Endless = "no hazard, but it does not come to its end, or not as it should"
	Outside = "no hazard, but it goes beyond the end of memory"
	// InLaunch holds for one launch, and InPartOfLaunch for those instructions that the launch executed.
	InLaunch       = "no hazard in this launch"
	InPartOfLaunch = "no hazard in this launch, which did not reach everything"
)

// Lively is the verdict on an array of tiles.
const Lively = "proven: no core and no DMA channel waits for ever"

// InLaunches and InPartOfLaunches are InLaunch and InPartOfLaunch for so many launches.
const (
	InLaunches       = "no hazard in %d launches"
	InPartOfLaunches = "no hazard in %d launches, which did not reach everything"
)

// TooLong stands behind InLaunches where some launches were not tried, or not to their ends.
func TooLong(launches int) string {
	if launches == 1 {
		return "; 1 was too long to try"
	}
	return diag.Sprintf("; %d were too long to try", launches)
}

// ForAll stands behind InLaunches where no value of a number makes the launch wrong: which are all of them.
func ForAll(all []string) string { return "; right " + strings.Join(all, ", and ") }

// Depends is the verdict on a kernel with a hazard that only some of the launches have which nobody excluded.
const Depends = "depends on the launch"

// Wrong is the verdict on a launch of a kernel that has a hazard or another error.
const Wrong = "WRONG"

// Hazards is the verdict on a program with hazards: how many, and how many causes they have if these are
// fewer.
func Hazards(hazards, causes int) string {
	text := diag.Count(hazards, "hazard")
	if causes < hazards {
		text += " with " + diag.Count(causes, "cause")
	}
	return text
}

// Equal returns the number of pairs of writes of equal values in words.
func Equal(n int) string { return diag.Count(n, "remark") + " on equal writes" }
