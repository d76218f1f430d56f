// Package bigmath has the elementary functions on big.Float, by textbook series: the truth that
// approximations are fitted to and measured against. Only tests import it.
//
// Start reading at Exp.
package bigmath
