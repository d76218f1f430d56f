package exec

// Description describes an engine where engines differ. The zero value describes an engine that tells nothing
// about how a program ran, and computes the same results as all others.
type Description struct {
	// Simulates is set for the abstract machine: it compiles nothing, its times are ticks, and it reports
	// hazards.
	Simulates bool
	// TimesPrograms is set if a run takes as long as the program takes on this computer, unless the program
	// uses a device. Runs of two programs in turn then tell which one is faster.
	TimesPrograms bool
	// Traces names, in the plural, the operations for which Options.Trace gets events; "" if it gets none.
	Traces string
	// GivesTraced tells how to change a program so that it has such operations; "" if no program has any.
	GivesTraced string
	// SumsMatrices is set if tensor cores sum products of matrices in another order than the abstract
	// machine, so that floats are rounded differently.
	SumsMatrices bool
}
