// Package countstotokens is the pass counts-to-tokens: waits that name an in-flight count become waits for
// the token of a group. The tokens of the youngest groups of a queue are a shift register that loops,
// conditions and branches carry.
//
// pass.go declares the pass, register.go says which queues of a thread of control can be converted and how
// deep their registers are, thread.go rewrites a thread.
package countstotokens
