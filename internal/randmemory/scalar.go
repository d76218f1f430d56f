package randmemory

// toElement converts a number of type i32 to a type of elements, fromElement converts back.
func (g *generator) toElement(v, elem string) string {
	switch elem {
	case "i1", "i8", "i16":
		return g.value("arith.trunci %s : i32 to %s", v, elem)
	case "i64":
		return g.value("arith.extsi %s : i32 to i64", v)
	case "index":
		return g.value("arith.index_cast %s : i32 to index", v)
	case "f32", "f64":
		return g.value("arith.sitofp %s : i32 to %s", v, elem)
	}
	return v
}

func (g *generator) fromElement(v, elem string) string {
	switch elem {
	case "i1":
		return g.value("arith.extui %s : i1 to i32", v)
	case "i8", "i16":
		return g.value("arith.extsi %s : %s to i32", v, elem)
	case "i64":
		return g.value("arith.trunci %s : i64 to i32", v)
	case "index":
		return g.value("arith.index_cast %s : index to i32", v)
	case "f32":
		return g.value("arith.bitcast %s : f32 to i32", v)
	case "f64":
		return g.value("arith.trunci %s : i64 to i32", g.value("arith.bitcast %s : f64 to i64", v))
	}
	return v
}

// literal returns a constant of a type of elements.
func (g *generator) literal(elem string) string {
	switch elem {
	case "f32", "f64":
		return "1.5"
	case "i1":
		return "true"
	}
	return "11"
}
