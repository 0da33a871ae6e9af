// Command ply-queue is the NATS server of a farm. 'ply farm up' starts and configures it;
// see package process. It is a separate program, so that ply need not contain the server.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/plywood-go/plywood/farm/queue/server"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "ply-queue: started by 'ply farm up', without arguments")
		os.Exit(2)
	}
	// Ctrl-C reaches every program of the terminal. The farm needs its queue to stop
	// cleanly, and then ends it.
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	if err := server.Run(os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}
