package hal

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Affinity is #hal.device.affinity<@device, [0, 1]>: queues of a device, all if no list is there. Promise is
// #hal.device.promise<@device, [0]>: the same of a device that is not defined yet. Optimal is
// #hal.device.optimal<[...]>: the best of several affinities.
var (
	Affinity = &ir.AttributeDef{Dialect: "hal", Mnemonic: "device.affinity", Parse: parseQueues,
		Print: printQueues}
	Promise = &ir.AttributeDef{Dialect: "hal", Mnemonic: "device.promise", Parse: parseQueues,
		Print: printQueues}
	Optimal = &ir.AttributeDef{Dialect: "hal", Mnemonic: "device.optimal", Parse: parseOptimal,
		Print: printOptimal}
)

// anyQueue stands for all queues of a device.
const anyQueue = -1

// Device returns the name of the device of an Affinity or a Promise, "" for another attribute. The first
// queue is that of the lowest number in the list, -1 if there is no list.
func Device(a ir.Attr) (name string, queue int) {
	p, ok := a.(*ir.ParametricAttr)
	if !ok || p.Def != Affinity && p.Def != Promise {
		return "", anyQueue
	}
	mask := uint64(p.IntParam(1))
	if int64(mask) == anyQueue {
		return p.Params[0].String(), anyQueue
	}
	for queue = 0; queue < 63 && mask>>queue&1 == 0; queue++ {
	}
	return p.Params[0].String(), queue
}

// parseQueues parses <@device> or <@device, [0, 1]>. The parameters are the device and a set of bits.
func parseQueues(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	name, err := p.Attr(nil)
	if err != nil {
		return nil, err
	}
	if _, ok := name.(*ir.SymbolRefAttr); !ok {
		return nil, p.Errorf(off, "expected the symbol of a device")
	}
	mask := int64(anyQueue)
	if p.TryPunct(",") && !p.TryPunct("*") {
		mask = 0
		err := p.CommaSeparated("[", func() error {
			off := p.Off()
			n, err := p.Int()
			if err == nil && (n < 0 || n > 63) {
				err = p.Errorf(off, "queues are numbered from 0 to 63")
			}
			mask |= 1 << uint(n&63)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return []ir.Attr{name, p.Context().Int(p.Context().I64, mask)}, p.Punct(">")
}

func printQueues(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = f.AppendAttr(append(dst, '<'), params[0], ir.WithType)
	mask := uint64(params[1].(*ir.IntegerAttr).Value)
	if int64(mask) == anyQueue {
		return append(dst, '>')
	}
	separator := ", ["
	if mask == 0 {
		dst = append(dst, separator...)
	}
	for i := range 64 {
		if mask>>i&1 != 0 {
			dst = strconv.AppendInt(append(dst, separator...), int64(i), 10)
			separator = ", "
		}
	}
	return append(dst, "]>"...)
}

func parseOptimal(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	a, err := p.Attr(nil)
	if err != nil {
		return nil, err
	}
	return []ir.Attr{a}, p.Punct(">")
}

func printOptimal(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(f.AppendAttr(append(dst, '<'), params[0], ir.WithType), '>')
}
