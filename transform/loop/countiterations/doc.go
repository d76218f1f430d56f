// Package countiterations has the pass count-iterations: loops whose last step may go beyond their type count
// their iterations instead.
package countiterations
