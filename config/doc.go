// Package config says how a program is compiled and run: one type for the code (Code), and one for a run
// (Run). The library's face, the engines and the targets share these types, and none of them copies them
// field by field: a new field stands here once, and every engine receives it.
//
// An engine uses the fields that mean something to it. TestEveryOptionReachesItsEngines in package exec lists
// them: for each field and each engine, a program that shows the effect, or that the engine does not use it.
package config
