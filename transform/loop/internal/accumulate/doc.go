// Package accumulate keeps in values what loops would load and store again and again: elements that a loop
// accumulates into become values that it carries, and elements that one block loads twice are loaded once.
package accumulate
