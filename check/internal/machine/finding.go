package machine

// Finding is the result of runs about one wait.
type Finding struct {
	Unknown bool  // its count could not be evaluated
	Needed  bool  // an access conflicts with an operation whose completion is attributed to it
	Starts  bool  // it starts a lazy task, or may
	Asked   bool  // hazards require Count
	Seen    bool  // Age is valid
	Count   int64 // the largest count without the hazards
	Age     awaited
}

// ask records the largest count that avoids a hazard.
func (f *Finding) ask(count int64) {
	if !f.Asked || count < f.Count {
		f.Asked, f.Count = true, count
	}
}

// meet keeps the smallest age of the groups that a wait for a token completes.
func (f *Finding) meet(age awaited) {
	f.Age, f.Seen = age.or(f.Age, f.Seen), true
}

// Add adds the finding of another run.
func (f *Finding) Add(g *Finding) {
	f.Unknown, f.Needed, f.Starts = f.Unknown || g.Unknown, f.Needed || g.Needed, f.Starts || g.Starts
	if g.Asked {
		f.ask(g.Count)
	}
	if g.Seen {
		f.meet(g.Age)
	}
}
