// Package names finds names for the functions that a transform makes.
//
// May import: ir.
package names
