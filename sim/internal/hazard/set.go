package hazard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
)

// Set is the hazards of one or several executions. The zero value is empty.
type Set struct {
	found map[Key]*Found
	run   int64
}

// Key identifies a hazard by its kind and its operations. First is negative if there is only a second
// operation.
type Key struct {
	Code          diag.Code
	First, Second int32
}

// Found is a hazard while the program runs. Its accesses are described after the run: only then is it known
// whether an operation was committed, and in which group.
type Found struct {
	Hazard
	FirstAt, SecondAt shadow.Access
	Issued            any   // the operation that is in flight at the end, nil for other hazards
	run, inRun        int64 // the last run in which it occurred, and the number of occurrences in that run
}

// NewRun begins another execution.
func (s *Set) NewRun() { s.run++ }

// Count counts an occurrence of the hazard with a key. It returns the hazard, and whether this is its first
// occurrence.
func (s *Set) Count(key Key) (f *Found, isNew bool) {
	f = s.found[key]
	if f == nil {
		isNew = true
		f = &Found{Hazard: Hazard{Code: key.Code}, FirstAt: shadow.Access{Site: key.First},
			SecondAt: shadow.Access{Site: key.Second}}
		if s.found == nil {
			s.found = map[Key]*Found{}
		}
		s.found[key] = f
	}
	if f.run != s.run {
		f.run, f.inRun = s.run, 0
	}
	f.inRun++
	f.Hazard.Count = max(f.Hazard.Count, f.inRun)
	return f, isNew
}

// All returns the hazards in the order of the program and, apart from them, the writes of equal values.
// describe fills in the accesses of each. A read of an unwritten element is left out if a race with the write
// explains it: such a read is found only in schedules in which the write comes late.
func (s *Set) All(describe func(*Found)) (hazards, equalWrites []Hazard) {
	for _, f := range s.sorted() {
		describe(f)
		if f.Code == Equal {
			equalWrites = append(equalWrites, f.Hazard)
		} else {
			hazards = append(hazards, f.Hazard)
		}
	}
	return hazards, equalWrites
}

func (s *Set) sorted() []*Found {
	explained := map[int32]bool{}
	for key := range s.found {
		if key.Code == RAW {
			explained[key.Second] = true
		}
	}
	var all []*Found
	for key, f := range s.found {
		if key.Code != Uninitialized || !explained[key.Second] {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b *Found) int {
		return cmp.Or(cmp.Compare(a.SecondAt.Site, b.SecondAt.Site),
			cmp.Compare(a.FirstAt.Site, b.FirstAt.Site), strings.Compare(string(a.Code), string(b.Code)))
	})
	return all
}
