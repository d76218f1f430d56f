// Package convertindextoarith is the pass convert-index-to-arith: arithmetic of the index dialect becomes
// arithmetic of arith. Programs go through it before they are judged and run, so that nothing behind it knows
// two vocabularies for one thing.
package convertindextoarith
