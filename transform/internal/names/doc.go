// Package names finds names for the functions that a transform makes.
package names
