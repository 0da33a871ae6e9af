//go:build !purego

package vectors

// Sets returns the only set that runs here.
func Sets() []Set { return []Set{{Name: "NEON"}} }
