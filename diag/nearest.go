package diag

// Nearest returns the name that is most likely meant by a misspelled one, for "did you mean". It is the name
// that differs in the fewest letters, the first of several, or "" if every name differs in more than a third
// of the letters of name.
func Nearest(name string, names []string) string {
	best, fewest := "", (len(name)+2)/3+1
	for _, candidate := range names {
		if d := editDistance(name, candidate); d < fewest {
			best, fewest = candidate, d
		}
	}
	return best
}

// editDistance counts the bytes that have to be changed, added or removed to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // row[j] is the distance of the part of a seen so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
