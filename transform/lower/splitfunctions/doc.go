// Package splitfunctions has the pass split-functions: a function that branches in very many places becomes
// several, because what compiles it afterwards takes more than linear time.
//
// Start reading at pass.go; part.go takes operations out of a block, graph.go finds blocks that can be taken
// out of a function of several, and cut.go takes them; switches.go makes small switches of large ones.
package splitfunctions
