package train

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// The names of the settings of every trainer.
const (
	selfPlay = "selfplay"
	threads  = "threads"
)

// SelfPlay returns the setting of the games of self-play per pass.
func SelfPlay() workshop.Setting {
	return workshop.Setting{Name: selfPlay, Usage: "games of self-play per pass", High: 100_000_000}
}

// Threads returns the setting of the threads.
func Threads() workshop.Setting {
	return workshop.Setting{Name: threads, Usage: "threads; 0 means one per processor", High: 4096}
}

// Complete returns the given settings, with the defaults of those that are missing.
func Complete(settings []workshop.Setting, given map[string]int) map[string]int {
	all := map[string]int{}
	for _, s := range settings {
		all[s.Name] = s.Default
		if value, ok := given[s.Name]; ok {
			all[s.Name] = value
		}
	}
	return all
}

// Command returns the command that repeats a run, with placeholders for folders and files.
// subject names the game and the options before the settings.
func Command(subject string, settings []workshop.Setting, values map[string]int, seed uint64) string {
	var b strings.Builder
	b.WriteString("ply train " + subject)
	for _, s := range settings {
		if s.Name != threads {
			fmt.Fprintf(&b, " --%s %d", s.Name, values[s.Name])
		}
	}
	fmt.Fprintf(&b, " --seed %d --work WORK", seed)
	return b.String()
}

// ReadWeights reads the file of weights that a run starts from. It also returns the file's
// SHA-256 sum. Without a name it returns zero values.
func ReadWeights[W any](name string, parse func(file []byte) (W, error)) (weights W, sum string, err error) {
	if name == "" {
		return weights, "", nil
	}
	file, err := memory.ReadFile(name, workshop.MaxFile)
	if err != nil {
		return weights, "", reason.Errorf("%w: %w", workshop.ErrData, err)
	}
	if weights, err = parse(file); err != nil {
		return weights, "", reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
	}
	return weights, workshop.FileName(file), nil
}
