package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// intrinsic is one of NVIDIA's intrinsics, as LLVM describes it.
type intrinsic struct {
	name            string // with llvm. in front
	results, params []typ
	constants       map[int]bool     // parameters that are constants
	ranges          map[int][2]int64 // of parameters: from the first number to below the second
	hasMetadata     bool
}

// typ is a type of LLVM IR, or a choice of several.
type typ struct {
	choices []string
	same    int // the type is that of the choice with this number, -1 if it is its own
}

// reference is how a record names another one.
type reference struct {
	Def string `json:"def"`
}

// record is what is read of a record.
type record struct {
	Name           string      `json:"!name"`
	Superclasses   []string    `json:"!superclasses"`
	TargetPrefix   string      `json:"TargetPrefix"`
	LLVMName       string      `json:"LLVMName"`
	RetTypes       []reference `json:"RetTypes"`
	ParamTypes     []reference `json:"ParamTypes"`
	IntrProperties []reference `json:"IntrProperties"`
	VT             reference   `json:"VT"`
	Sig            []int       `json:"Sig"`
	Number         int         `json:"Number"`
	ArgNo          int         `json:"ArgNo"`
	Lower          int64       `json:"Lower"`
	Upper          int64       `json:"Upper"`
}

// readIntrinsics returns the intrinsics of the records that llvm-tblgen prints, by their names.
func readIntrinsics(text []byte) ([]*intrinsic, error) {
	var raw map[string]json.RawMessage
	var instances map[string][]string
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw["!instanceof"], &instances); err != nil {
		return nil, err
	}
	find := func(name string) (r record) {
		_ = json.Unmarshal(raw[name], &r) // a record of another kind has none of the fields
		return r
	}
	var all []*intrinsic
	for _, name := range instances["Intrinsic"] {
		if r := find(name); r.TargetPrefix == "nvvm" {
			all = append(all, read(&r, find))
		}
	}
	slices.SortFunc(all, func(a, b *intrinsic) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// read makes an intrinsic of its record.
func read(r *record, find func(string) record) *intrinsic {
	in := &intrinsic{name: r.LLVMName, constants: map[int]bool{}, ranges: map[int][2]int64{}}
	if in.name == "" {
		in.name = "llvm." + strings.ReplaceAll(strings.TrimPrefix(r.Name, "int_"), "_", ".")
	}
	for _, t := range r.RetTypes {
		in.results = append(in.results, in.typeOf(find(t.Def)))
	}
	for _, t := range r.ParamTypes {
		in.params = append(in.params, in.typeOf(find(t.Def)))
	}
	for _, p := range r.IntrProperties {
		switch q := find(p.Def); {
		case slices.Contains(q.Superclasses, "ImmArg"):
			in.constants[q.ArgNo-1] = true
		case slices.Contains(q.Superclasses, "Range") && q.ArgNo > 0:
			in.ranges[q.ArgNo-1] = [2]int64{q.Lower, q.Upper}
		}
	}
	return in
}

// scalars are the names of types in LLVM IR.
var scalars = map[string]string{"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}

// typeOf returns the type of a record.
func (in *intrinsic) typeOf(r record) typ {
	own := func(choices ...string) typ { return typ{choices, -1} }
	switch vt := r.VT.Def; {
	case slices.Contains(r.Superclasses, "LLVMMatchType"):
		return typ{nil, r.Number}
	case vt == "iAny":
		return own("i32", "i64", "i16", "i8")
	case vt == "fAny":
		return own("float", "double", "half")
	case vt == "pAny":
		return own("ptr", "ptr addrspace(1)", "ptr addrspace(3)", "ptr addrspace(4)", "ptr addrspace(5)")
	case vt == "iPTR" && len(r.Sig) == 2:
		return own(fmt.Sprintf("ptr addrspace(%d)", r.Sig[1]))
	case vt == "iPTR":
		return own("ptr")
	case vt == "MetadataVT":
		in.hasMetadata = true
		return own("metadata")
	case strings.HasPrefix(vt, "v"):
		var n int
		var element string
		_, _ = fmt.Sscanf(vt, "v%d%s", &n, &element)
		return own(fmt.Sprintf("<%d x %s>", n, scalar(element)))
	default:
		return own(scalar(vt))
	}
}

func scalar(vt string) string {
	if name, ok := scalars[vt]; ok {
		return name
	}
	return vt
}
