package machine

// Finding is what runs find about one wait.
type Finding struct {
	Unknown bool  // its count could not be evaluated
	Needed  bool  // an access conflicts with an operation whose completion is attributed to it
	Asked   bool  // hazards ask for the count required
	Seen    bool  // it has met an age
	Count   int64 // that hazards ask for
	Age     awaited
}

// ask notes the count that a hazard asks for.
func (f *Finding) ask(count int64) {
	if !f.Asked || count < f.Count {
		f.Asked, f.Count = true, count
	}
}

// meet keeps the smallest age that a wait for a token meets.
func (f *Finding) meet(age awaited) {
	f.Age, f.Seen = age.or(f.Age, f.Seen), true
}

// Add adds what another run has found.
func (f *Finding) Add(g *Finding) {
	f.Unknown, f.Needed = f.Unknown || g.Unknown, f.Needed || g.Needed
	if g.Asked {
		f.ask(g.Count)
	}
	if g.Seen {
		f.meet(g.Age)
	}
}
