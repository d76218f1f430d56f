// Package exec runs compiled programs: engines behind one interface, and the
// arguments they are given, from .npy files or seeded random data.
package exec
