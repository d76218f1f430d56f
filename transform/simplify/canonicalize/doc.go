// Package canonicalize has the pass canonicalize: it brings operations into the form that other passes
// expect, by folding, by the rewrites that each dialect declares beside its operations, and by erasing what
// is dead.
//
// All of the work is done by ir.ApplyPatternsGreedily; the rewrites themselves are in the tables of the
// dialects, in OpDef.Fold and OpDef.Canonicalize.
package canonicalize
