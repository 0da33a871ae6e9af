package enginetest

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine/workshop"
)

// Here returns a Send that runs tasks locally, part after part: the reference
// for every other Send.
func Here(tasks workshop.Tasks) workshop.Send {
	return func(ctx context.Context, e workshop.Task, take func(part int, data string) error) error {
		worker, err := tasks.Worker(ctx, e.Plan, func(_ context.Context, name string) ([]byte, error) {
			for _, data := range e.Files {
				if workshop.FileName(data) == name {
					return data, nil
				}
			}
			return nil, fmt.Errorf("no file %s", name)
		})
		if err != nil {
			return err
		}
		for i, part := range e.Parts {
			data, _, err := worker(ctx, part)
			if err == nil {
				err = take(i, data)
			}
			if err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
		return nil
	}
}
