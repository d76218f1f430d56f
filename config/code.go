package config

// Code says how a program is compiled. The zero value is what an engine does if nobody asks for more.
type Code struct {
	// BoundsChecks makes the engine native check the bounds of every access to memory. The other engines
	// always check them.
	BoundsChecks bool
	// DeviceGraphs makes the engines native and cuda submit a device's operations as graphs, in place of
	// streams and events.
	DeviceGraphs bool
	// FastMath allows the engines wasm and native to add and multiply floats in another order, so that they
	// can vectorize sums and products.
	FastMath bool
}
