package machine

import (
	"errors"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// Memory that no device has, or not this machine, is an error at the variable, with its limit; the largest
// that there is, is none.
func TestLimitsOfMemory(t *testing.T) {
	for _, c := range []struct{ module, params, body, want string }{
		{"", "", ".local .align 4 .b8 s[1000000000];",
			"1000000000 bytes of local memory of a thread; the limit is 524288"},
		{"", "", ".local .b8 a[524288];", ""},
		{"", "", ".local .b8 a[524288]; .local .b8 b;", "'b' makes 524289 bytes of local memory"},
		{"", "", ".local .b32 a[268435455];", "bytes of local memory of a thread; the limit is 524288"},
		{"", "", ".shared .b32 a[58112];", ""},
		{"", "", ".shared .b32 a[58113];", "232452 bytes of shared memory of a block; the limit is 232448"},
		{".shared .b64 a[500000000];", "", "", "bytes of shared memory of a block"},
		{".const .b32 a[16384];", "", "", ""},
		{".const .b32 a[16384]; .const .b8 b;", "", "",
			"'b' makes 65537 bytes of constant memory; the limit is 65536"},
		{".const .b32 a[500000000];", "", "", "bytes of constant memory"},
		{".global .b8 a[268435456];", "", "", ""},
		{".global .b8 a[268435456]; .global .b8 b;", "", "", "268435457 bytes of global variables"},
		{".global .b8 a[4294967295];", "", "", "bytes of global variables"},
		{"", ".param .b8 p[32764]", "", ""},
		{"", ".param .b8 p[32764], .param .b8 q", "", "32765 bytes of parameters; the limit is 32764"},
	} {
		text := ".version 8.0\n.target sm_80\n.address_size 64\n" + c.module + "\n.visible .entry k(" +
			c.params + ") {\n" + c.body + "\nret;\n}\n"
		m, err := ptx.Parse(diag.NewFile("k.ptx", []byte(text)))
		if err == nil {
			err = ptx.Verify(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = Compile(m, m.Kernels()[0])
		d, isDiagnostic := errors.AsType[*diag.Diagnostic](err)
		switch {
		case c.want == "" && err != nil, c.want != "" && err == nil:
			t.Errorf("%s: got %v, want %q", text, err, c.want)
		case err != nil && (!isDiagnostic || d.Code != codeMemory || d.Span.Place().Line < 4 ||
			!strings.Contains(d.Message, c.want)):
			t.Errorf("%s: got %v, want %q", text, err, c.want)
		}
	}
}

// Addresses of 32 bits are refused, and not taken for memory that is not there. A kernel without parameters
// needs none.
func TestAddressesOf32Bits(t *testing.T) {
	for params, want := range map[string]string{
		"": "",
		".param .u32 to": "error: addresses of 'k' have 32 bits; kernels with 64 are executed " +
			"[ptx-not-executed]",
	} {
		m, err := ptx.Parse(
			diag.NewFile("k.ptx", []byte(".version 7.1\n.target sm_80\n.entry k("+params+") { ret; }")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(m, m.Kernels()[0]); want == "" && err != nil ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", params, err)
		}
	}
}
