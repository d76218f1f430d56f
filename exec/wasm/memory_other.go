//go:build !linux || !(amd64 || arm64)

package wasm

// reserve reserves no addresses.
func reserve(uint64) reservation { return nil }
