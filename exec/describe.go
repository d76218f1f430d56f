package exec

// Description says what an engine does with a program in which engines differ. The zero value is that of an
// engine that says nothing about how a program ran, and computes what all compute.
type Description struct {
	// Simulates says that the engine is the abstract machine: it compiles nothing, its times are ticks, and
	// it reports hazards.
	Simulates bool
	// TimesPrograms says that a run takes as long as the program takes on this machine, unless a device has
	// part in it: running two programs in turn says which is faster.
	TimesPrograms bool
	// Traces says, in the plural, for what Options.Trace gets events; "" if it gets none.
	Traces string
	// GivesTraced says how a program gets some of those, where it may lack them; "" if none does.
	GivesTraced string
	// SumsMatrices says that products of matrices by tensor cores are summed in another order than on the
	// abstract machine, so that their floats are rounded differently.
	SumsMatrices bool
}
