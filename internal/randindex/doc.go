// Package randindex writes random functions that compute with the index dialect.
package randindex
