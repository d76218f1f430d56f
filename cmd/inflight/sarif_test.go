package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

// sarifSchema is the part of the schema of SARIF 2.1.0 that logs of Inflight use: which properties the
// objects of the standard have (section 3 of it), which of them they must have, and what values they take.
const sarifSchema = `{"$ref": "#/$defs/log", "$defs": {
"log": {"type": "object", "required": ["version", "runs"], "additionalProperties": false, "properties": {
	"$schema": {"type": "string"}, "version": {"type": "string", "enum": ["2.1.0"]},
	"runs": {"type": "array", "items": {"$ref": "#/$defs/run"}}}},
"run": {"type": "object", "required": ["tool"], "additionalProperties": false, "properties": {
	"tool": {"type": "object", "required": ["driver"], "additionalProperties": false, "properties": {
		"driver": {"$ref": "#/$defs/driver"}}},
	"invocations": {"type": "array", "items": {"$ref": "#/$defs/invocation"}},
	"columnKind": {"type": "string", "enum": ["utf16CodeUnits", "unicodeCodePoints"]},
	"results": {"type": "array", "items": {"$ref": "#/$defs/result"}}}},
"driver": {"type": "object", "required": ["name"], "additionalProperties": false, "properties": {
	"name": {"type": "string"}, "version": {"type": "string"}, "informationUri": {"type": "string"},
	"rules": {"type": "array", "items": {"type": "object", "required": ["id"],
		"additionalProperties": false, "properties": {"id": {"type": "string"},
			"shortDescription": {"$ref": "#/$defs/message"}, "help": {"$ref": "#/$defs/message"}}}}}},
"invocation": {"type": "object", "required": ["executionSuccessful"], "additionalProperties": false,
	"properties": {"executionSuccessful": {"type": "boolean"},
		"toolExecutionNotifications": {"type": "array", "items": {"type": "object", "required": ["message"],
			"additionalProperties": false, "properties": {"message": {"$ref": "#/$defs/message"},
				"level": {"$ref": "#/$defs/level"},
				"locations": {"type": "array", "items": {"$ref": "#/$defs/location"}}}}}}},
"level": {"type": "string", "enum": ["none", "note", "warning", "error"]},
"message": {"type": "object", "required": ["text"], "additionalProperties": false,
	"properties": {"text": {"type": "string"}}},
"result": {"type": "object", "required": ["message"], "additionalProperties": false, "properties": {
	"ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": -1},
	"level": {"$ref": "#/$defs/level"}, "message": {"$ref": "#/$defs/message"},
	"locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
	"relatedLocations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
	"codeFlows": {"type": "array", "items": {"type": "object", "required": ["threadFlows"],
		"additionalProperties": false, "properties": {"threadFlows": {"type": "array", "items": {
			"type": "object", "required": ["locations"], "additionalProperties": false, "properties": {
				"locations": {"type": "array", "items": {"type": "object", "additionalProperties": false,
					"properties": {"location": {"$ref": "#/$defs/location"}}}}}}}}}},
	"partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
	"suppressions": {"type": "array", "items": {"type": "object", "required": ["kind"],
		"additionalProperties": false, "properties": {
			"kind": {"type": "string", "enum": ["inSource", "external"]},
			"status": {"type": "string", "enum": ["accepted", "underReview", "rejected"]},
			"justification": {"type": "string"}}}}}},
"location": {"type": "object", "additionalProperties": false, "properties": {
	"id": {"type": "integer", "minimum": -1}, "message": {"$ref": "#/$defs/message"},
	"physicalLocation": {"type": "object", "additionalProperties": false, "properties": {
		"artifactLocation": {"type": "object", "additionalProperties": false,
			"properties": {"uri": {"type": "string"}}},
		"region": {"type": "object", "additionalProperties": false, "properties": {
			"startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1},
			"endLine": {"type": "integer", "minimum": 1},
			"endColumn": {"type": "integer", "minimum": 1}}}}}}}}}`

// sarifOf decodes a log and holds it against the schema.
func sarifOf(t *testing.T, text []byte) object {
	t.Helper()
	decode := func(text []byte) object {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var v object
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return v
	}
	schema, log := decode([]byte(sarifSchema)), decode(text)
	if err := valid(schema, schema, log, "log"); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	return log["runs"].([]any)[0].(object)
}

// The logs of check are valid by the schema, whatever it finds, and whatever it is given.
func TestSARIFFollowsTheSchema(t *testing.T) {
	t.Chdir(root(t))
	for _, c := range []struct {
		command         string
		status, results int
		success         bool
	}{
		{"check examples/rfc77/as_printed/interleaved.mlir", exitError, 3, true},
		{"check examples/gemm/small.mlir", exitOK, 0, true},
		{"check examples/ptx/gemm.ptx", exitOK, 0, true},
		{"check examples/nosuch.mlir", exitError, 1, true},
	} {
		var out, errs bytes.Buffer
		status := run(append(strings.Fields(c.command), "--format", "sarif"), strings.NewReader(""), &out,
			&errs)
		if status != c.status || errs.Len() > 0 {
			t.Errorf("%s: exit status %d\n%s", c.command, status, errs.String())
		}
		results := sarifOf(t, out.Bytes())["results"].([]any)
		if len(results) != c.results {
			t.Errorf("%s: %d results, want %d\n%s", c.command, len(results), c.results, out.String())
		}
	}
}

// A log has the places of a finding in characters, its notes with a place as related locations and the others
// in the message, its events as a flow, and what was accepted with the reason. What has no code is a
// notification.
func TestSARIFHasAllOfAFinding(t *testing.T) {
	file := diag.NewFile("a b/κ.ptx", []byte("ab\nκκκ := x;\nwait;\n"))
	at := func(text string) diag.Span {
		i := bytes.Index(file.Content, []byte(text))
		return file.Span(i, i+len(text))
	}
	d := diag.Warningf("fix-language", at("x"), "found").Note(at("wait"), "near").Note(diag.Span{},
		"and more").
		Suggest("add it")
	d.Flow = []diag.Note{{Span: at("ab"), Message: "begins"}, {Span: at("x"), Message: "ends"}}
	accepted := diag.Errorf("fix-threads", diag.UnloadedFile("/src/k.cu").At(3, 0), "accepted")
	var b bytes.Buffer
	err := diag.SARIF{W: &b, Version: "1",
		Fingerprint: func(d *diag.Diagnostic) string { return "f-" + string(d.Code) },
		Suppressed:  []diag.Suppressed{{Diagnostic: accepted, Reason: "known", InSource: true}},
	}.Render(diag.List{d, diag.Errorf("", diag.Span{}, "no disk")})
	if err != nil {
		t.Fatal(err)
	}
	run := sarifOf(t, b.Bytes())
	for _, want := range []string{
		`"uri":"a%20b/%CE%BA.ptx"`, `"region":{"endColumn":9,"endLine":2,"startColumn":8,"startLine":2}`,
		`"message":{"text":"found\nand more\nhelp: add it"}`, `"message":{"text":"near"}`,
		`"inflight/v1":"f-fix-language"`, `"uri":"file:///src/k.cu"`, `"region":{"startLine":3}`,
		`"suppressions":[{"justification":"known","kind":"inSource","status":"accepted"}]`,
		`"executionSuccessful":false`, `"text":"no disk"`, `"message":{"text":"begins"}`, `"ruleIndex":1`,
	} {
		if text, _ := json.Marshal(run); !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
