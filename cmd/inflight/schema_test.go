package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/golden"
)

// object is a JSON object, of a schema or of a report.
type object = map[string]any

// schemaMaker makes a JSON Schema from Go types.
type schemaMaker struct{ defs object }

// of returns the schema of a type. A pointer may be null; every other field is always present and not null.
func (s *schemaMaker) of(t reflect.Type) object {
	switch {
	case t == reflect.TypeFor[exec.Number]():
		return object{"type": []any{"number", "boolean", "string"}}
	case t.Kind() == reflect.Pointer:
		return object{"anyOf": []any{s.of(t.Elem()), object{"type": "null"}}}
	case t.Implements(reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()):
		return object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		return s.structure(t)
	}
	panic("no schema for " + t.String())
}

// structure defines the schema of a struct, and returns a reference to it.
func (s *schemaMaker) structure(t reflect.Type) object {
	if s.defs[t.Name()] == nil {
		properties, required := object{}, []any{}
		s.defs[t.Name()] = object{"type": "object", "properties": properties, "additionalProperties": false}
		for f := range t.Fields() {
			name := f.Tag.Get("json")
			if strings.Contains(name, ",") || name == "" {
				panic(fmt.Sprintf("%s.%s: the field is not always there, or has no name", t.Name(), f.Name))
			}
			properties[name] = s.of(f.Type)
			required = append(required, name)
		}
		s.defs[t.Name()].(object)["required"] = required
	}
	return object{"$ref": "#/$defs/" + t.Name()}
}

// reportSchema returns the schema of all reports, each under the name of its command.
func reportSchema() object {
	s := &schemaMaker{object{}}
	reports := object{}
	for name, t := range map[string]reflect.Type{
		"run": reflect.TypeFor[runJSON](), "check": reflect.TypeFor[inflight.Findings](),
		"sim":                  reflect.TypeFor[simJSON](),
		"sim --machine":        reflect.TypeFor[timedJSON](),
		"check and run of PTX": reflect.TypeFor[[]ptxReportJSON](),
		"check of HLO":         reflect.TypeFor[hloReportJSON](),
		"sim of HLO":           reflect.TypeFor[hloTimesJSON](),
		"check of ranks":       reflect.TypeFor[ranksJSON](),
		"sim of ranks":         reflect.TypeFor[timesJSON](),
	} {
		reports[name] = s.of(t)
	}
	return object{"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":      "The reports of inflight with --json",
		"properties": reports, "type": "object", "$defs": s.defs}
}

// docs/report.schema.json is the schema of the reports.
func TestReportSchema(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if err := e.Encode(reportSchema()); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join(root(t), "docs", "report.schema.json"), b.Bytes())
}

// The output of the commands with --json is valid by the schema: all fields are present and have their types,
// and no list is null.
func TestReportsFollowTheSchema(t *testing.T) {
	t.Chdir(root(t))
	schema := reportSchema()
	for _, c := range []struct {
		report, command string
		status          int
	}{
		{"run", "run examples/reduction/reduction.mlir --print sum", exitOK},
		{"run", "run examples/gemm/small.mlir --engine sim --compare never", exitOK},
		{"run", "run examples/regions/tensors.mlir", exitOK},
		{"check", "check examples/rfc77/as_printed/interleaved.mlir", exitError},
		{"check", "check examples/tvm/softmax.py", exitOK},
		{"check", "check examples/tokens/double_buffer.mlir", exitOK},
		{"sim", "sim examples/rfc77/two_stages.mlir", exitOK},
		{"sim", "sim examples/rfc77/two_stages.mlir --mode exhaustive", exitOK},
		{"sim --machine", "sim examples/rfc77/two_stages.mlir --mode timed --machine h100", exitOK},
		{"check and run of PTX", "check examples/ptx/gemm.ptx", exitOK},
		{"check and run of PTX", "check examples/ptx/ring.ptx", exitOK},
		{"check of HLO", "check examples/hlo/layer.txt", exitOK},
		{"check of HLO", "check examples/hlo/inplace.hlo", exitError},
		{"sim of HLO", "sim examples/hlo/pipeline.hlo --mode timed", exitOK},
		{"check of ranks", "check --ranks=4 examples/ranks/ring.mlir", exitOK},
		{"sim of ranks", "sim --ranks=4 examples/ranks/ring.mlir --mode timed", exitOK},
		{"sim of ranks", "sim examples/ranks/interleaved.csv --mode timed --transport buffered", exitOK},
		{"check and run of PTX", "run examples/ptx/vector_add.ptx --arg n=100", exitOK},
	} {
		t.Run(c.command, func(t *testing.T) {
			var out, errs bytes.Buffer
			if status := run(append(strings.Fields(c.command), "--json"), strings.NewReader(""), &out,
				&errs); status != c.status {
				t.Fatalf("exit status %d: %s", status, errs.String())
			}
			d := json.NewDecoder(&out)
			d.UseNumber()
			var report any
			if err := d.Decode(&report); err != nil {
				t.Fatal(err)
			}
			if err := valid(schema, schema["properties"].(object)[c.report].(object), report,
				c.report); err != nil {
				t.Error(err)
			}
		})
	}
}

// The validation finds a value of a wrong type, null in place of a list, and missing and unknown fields.
func TestSchemaFindsMistakes(t *testing.T) {
	schema := reportSchema()
	sim := schema["properties"].(object)["sim"].(object)
	for _, text := range []string{`{}`, `[]`,
		`{"complete":null,"hazards":0,"mode":"late","outcomes":null,"printed":"","schedules":null,"steps":1,"ticks":null,"written":null}`,
		`{"complete":null,"hazards":"0","mode":"late","outcomes":null,"printed":"","schedules":null,"steps":1,"ticks":null,"written":[]}`,
		`{"more":1,"complete":null,"hazards":0,"mode":"late","outcomes":null,"printed":"","schedules":null,"steps":1,"ticks":null,"written":[]}`} {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var report any
		if err := d.Decode(&report); err != nil {
			t.Fatal(err)
		}
		if valid(schema, sim, report, "sim") == nil {
			t.Errorf("valid: %s", text)
		}
	}
}

// valid validates a value by the part of JSON Schema that reportSchema and sarifSchema use.
func valid(top, schema object, v any, path string) error {
	if ref, ok := schema["$ref"].(string); ok {
		return valid(top, top["$defs"].(object)[strings.TrimPrefix(ref, "#/$defs/")].(object), v, path)
	}
	if either, ok := schema["anyOf"].([]any); ok {
		if v == nil {
			return nil
		}
		return valid(top, either[0].(object), v, path)
	}
	types, ok := schema["type"].([]any)
	if !ok {
		types = []any{schema["type"]}
	}
	if !slices.Contains(types, any(typeOf(v))) &&
		!(typeOf(v) == "integer" && slices.Contains(types, any("number"))) {
		return fmt.Errorf("%s is %s, want %v", path, typeOf(v), types)
	}
	if words, ok := schema["enum"].([]any); ok && !slices.Contains(words, v) {
		return fmt.Errorf("%s is %v, want one of %v", path, v, words)
	}
	if least, ok := schema["minimum"].(json.Number); ok && number(v) < number(least) {
		return fmt.Errorf("%s is %v, want at least %v", path, v, least)
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if err := valid(top, schema["items"].(object), e, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case object:
		return validObject(top, schema, v, path)
	}
	return nil
}

func number(v any) float64 {
	f, _ := v.(json.Number).Float64()
	return f
}

func validObject(top, schema, v object, path string) error {
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Errorf("%s.%s is missing", path, name)
		}
	}
	properties, _ := schema["properties"].(object)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		s, ok := properties[name].(object)
		if !ok {
			s, ok = schema["additionalProperties"].(object)
		}
		if !ok {
			return fmt.Errorf("%s.%s is not in the schema", path, name)
		}
		if err := valid(top, s, v[name], path+"."+name); err != nil {
			return err
		}
	}
	return nil
}

// typeOf returns the JSON Schema name of a value's type.
func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
		return "number"
	}
	return "object"
}
