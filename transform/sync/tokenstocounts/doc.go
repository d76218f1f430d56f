// Package tokenstocounts is the pass tokens-to-counts: waits for the tokens of groups become waits that name
// an in-flight count, the largest one that covers the token on every path.
//
// pass.go declares the pass, wait.go finds and writes the counts, execute.go makes queues of async.execute
// operations.
package tokenstocounts
