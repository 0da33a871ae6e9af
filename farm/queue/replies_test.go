package queue_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/server"
)

// TestReplies has a worker send results, greetings and questions for files whose answers by the server
// would change what the worker may not: files, the journal, streams, and the messages of another
// worker. Nothing may change, and honest work goes on, also after the worker is revoked
// and another one is added.
func TestReplies(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	dir := filepath.Join(t.TempDir(), "keys")
	must(t, keys.Create(dir, nil))
	for name, role := range map[string]keys.Role{"liar": keys.Worker, "honest": keys.Worker, "boss": keys.Operator} {
		_, err := keys.Add(dir, role, name)
		must(t, err)
	}
	s, err := server.Start(server.Config{Dir: t.TempDir(), Host: "127.0.0.1", Port: -1, Credentials: dir})
	must(t, err)
	t.Cleanup(s.Close)
	options := func(name string) []nats.Option {
		_, all, err := keys.Client(filepath.Join(dir, name+".creds"))
		must(t, err)
		return all
	}
	as := func(name string) queue.Queue {
		q, err := natsqueue.Dial(natsqueue.Config{URL: s.URL(), Lease: lease, Options: options(name)})
		must(t, err)
		t.Cleanup(q.Close)
		return q
	}
	q, boss, honest := as(keys.CreatedName), as("boss"), as("honest")
	if _, err := honest.Greet(ctx, "honest", nil); !errors.Is(err, queue.ErrAway) {
		t.Errorf("nobody is greeted: %v", err)
	}
	must(t, q.Prepare(ctx))
	must(t, q.Journal().Append(ctx, 1, []byte("message")))
	data := []byte("file")
	name, err := boss.PutFile(ctx, data)
	must(t, err)
	asked := make(chan string, 100)
	stopAnswer, err := q.Answer(func(topic string, _ []byte) []byte {
		asked <- topic
		return []byte("{}")
	})
	must(t, err)
	defer stopAnswer()
	stopGreet, err := q.OnGreet(func(worker string, _ []byte, answer func([]byte)) { answer([]byte(worker)) })
	must(t, err)
	defer stopGreet()

	silent := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // the server refuses some replies
	liar, err := nats.Connect(s.URL(), append(options("liar"), silent)...)
	must(t, err)
	defer liar.Close()
	nc, err := nats.Connect(s.URL(), options(keys.CreatedName)...)
	must(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	must(t, err)
	for _, reply := range []string{
		"farm.ask.file." + name, "farm.ask.question.status", "farm.archive", "farm.result.honest", "farm.hello.honest",
		"$JS.API.STREAM.PURGE.FARM_FILES", "$JS.API.STREAM.PURGE.FARM_ARCHIVE", "$JS.API.STREAM.DELETE.FARM_FILES",
		"$JS.API.DIRECT.GET.FARM_FILES.farm.ask.file." + name,
	} {
		for range 3 {
			for _, subject := range []string{"farm.result.liar", "farm.hello.liar", "$JS.API.DIRECT.GET.FARM_FILES.farm.ask.file." + name} {
				must(t, liar.PublishRequest(subject, reply, nil))
			}
		}
	}
	must(t, liar.Flush())
	must(t, honest.PutResult(ctx, "honest", []byte("result")))
	for found := false; !found; {
		for _, m := range receive(t, ctx, q) {
			if m.Sender() == "honest" {
				found = string(m.Data()) == "result"
				if !found {
					t.Errorf("a result that honest has not sent: %s", m.Data())
				}
			}
			must(t, m.Ack())
		}
	}
	must(t, keys.Revoke(dir, "liar"))
	_, err = keys.Add(dir, keys.Worker, "late")
	must(t, err)
	watched, end := context.WithCancel(ctx)
	s.Keep(watched, lease/10, func(error) {}, func(string) { end() })
	for liar.IsConnected() {
		must(t, ctx.Err())
		time.Sleep(lease / 10)
	}
	for name, worker := range map[string]queue.Queue{"honest": honest, "late": as("late")} {
		if got, err := worker.Greet(ctx, name, nil); err != nil || string(got) != name {
			t.Errorf("%q, %v", got, err)
		}
	}
	if got, err := honest.File(ctx, name); err != nil || !bytes.Equal(got, data) {
		t.Errorf("the file is %q, %v", got, err)
	}
	for stream, want := range map[string]uint64{"FARM_FILES": 1, "FARM_ARCHIVE": 1} {
		s, err := js.Stream(ctx, stream)
		if err != nil || s.CachedInfo().State.Msgs != want || s.CachedInfo().State.LastSeq != want {
			t.Errorf("%s: %v, %+v", stream, err, s.CachedInfo().State)
		}
	}
	if _, err := boss.Ask(ctx, "topic", nil); err != nil || len(asked) != 1 {
		t.Errorf("%d questions, %v", len(asked), err)
	}
}
