package server

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// Run is the program that package process starts: it reads a configuration from in, starts
// its server, and writes reports to out until in ends.
func Run(in io.Reader, out io.Writer) error {
	var mu sync.Mutex
	w := json.NewEncoder(out)
	report := func(r process.Report) {
		mu.Lock()
		defer mu.Unlock()
		_ = w.Encode(r) // it fails if the program that reads it has ended, as in does
	}
	input := bufio.NewReader(in)
	s, err := configured(input)
	if err != nil {
		report(process.Report{Error: err.Error()})
		return err
	}
	defer s.Close()
	report(process.Report{URL: s.URL()})
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	last := ""
	all.Go(func() {
		s.Keep(ctx, time.Second, func(err error) {
			text := ""
			if err != nil {
				text = err.Error()
			}
			if text != last {
				last = text
				report(process.Report{Trouble: &text})
			}
		})
	})
	all.Go(func() { s.Watch(ctx, func(text string) { report(process.Report{Log: text}) }) })
	_, err = io.Copy(io.Discard, input)
	return err
}

// configured starts the server of a configuration.
func configured(in *bufio.Reader) (*Server, error) {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, reason.Errorf("queue: configuration: %w", err)
	}
	c, err := process.ReadConfig(line)
	if err != nil {
		return nil, err
	}
	return Start(c)
}
