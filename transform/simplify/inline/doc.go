// Package inline has the pass inline: calls of functions become the bodies of these. graph.go knows who calls
// whom, legal.go which calls may be replaced, body.go replaces one, and pass.go decides in which order.
package inline
