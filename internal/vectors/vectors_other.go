//go:build purego || (!amd64 && !arm64)

package vectors

// Sets returns the only set that runs here.
func Sets() []Set { return []Set{{Name: "portable"}} }
