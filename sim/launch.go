package sim

// lane is a thread of a kernel.
type lane struct{}
