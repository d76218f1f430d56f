package cf

import (
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
)

// unsignedBig returns v modulo 2^bits.
func unsignedBig(v *big.Int, bits uint) *big.Int {
	modulus := new(big.Int).Lsh(big.NewInt(1), bits)
	return new(big.Int).Mod(v, modulus)
}

// bigElement returns element i of integers wider than 64 bits, as an unsigned number.
func bigElement(d *ir.DenseElementsAttr, i, size int) *big.Int {
	if d.Splat {
		i = 0
	}
	buf := []byte(d.Data[i*size : (i+1)*size])
	for a, b := 0, size-1; a < b; a, b = a+1, b-1 {
		buf[a], buf[b] = buf[b], buf[a]
	}
	return unsignedBig(new(big.Int).SetBytes(buf), uint(d.Type.ElemType().(*ir.IntegerType).Width))
}
