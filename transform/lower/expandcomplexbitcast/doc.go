// Package expandcomplexbitcast is the pass expand-complex-bitcast: the bits of a complex number are those of
// its parts, the real one in the low half.
package expandcomplexbitcast
