package keys

import "github.com/plywood-go/plywood/internal/reason"

// Role is what somebody may do in a farm.
type Role string

// The roles.
const (
	Coordinator Role = "coordinator"
	Operator    Role = "operator"
	Worker      Role = "worker"
)

// ParseRole reads a role.
func ParseRole(text string) (Role, error) {
	switch r := Role(text); r {
	case Coordinator, Operator, Worker:
		return r, nil
	}
	return "", reason.Errorf("role %q, want coordinator, operator or worker", text)
}

// Layout names the stream and the subjects of a farm on which permissions rest. A
// subject stands for itself and all that begins with it and a dot.
type Layout struct {
	// Work is the stream from which workers fetch jobs, each from the consumer of its name.
	Work string
	// Results is where workers publish, each under its name: Results.NAME.
	Results string
	// Beats is where workers say that they live, each under its name too.
	Beats string
	// Control is what all workers hear.
	Control string
	// Requests is where operators ask the coordinator.
	Requests string
	// Files is the stream that workers read what jobs need from; empty means none.
	Files string
	// MaxMessage is the greatest size of a message, in bytes; zero means that of the
	// server.
	MaxMessage int
}

// Grant is what a user may publish and subscribe to. Nil means anything.
type Grant struct {
	Publish, Subscribe []string
}

// Inbox returns the prefix of the subjects to which answers to a user are sent; see
// nats.CustomInboxPrefix. Only the user and the coordinator may read them.
func Inbox(name string) string { return "_INBOX_" + name }

// Grant returns what a user may do.
func (l Layout) Grant(role Role, name string) Grant {
	switch role {
	case Coordinator:
		return Grant{}
	case Operator:
		return Grant{Publish: below(l.Requests), Subscribe: []string{Inbox(name) + ".>"}}
	}
	publish := append(append(below(l.Results+"."+name), below(l.Beats+"."+name)...),
		"$JS.API.CONSUMER.INFO."+l.Work+"."+name,
		"$JS.API.CONSUMER.MSG.NEXT."+l.Work+"."+name,
		"$JS.ACK."+l.Work+"."+name+".>",
	)
	if l.Files != "" {
		publish = append(publish, "$JS.API.DIRECT.GET."+l.Files+".>")
	}
	return Grant{Publish: publish, Subscribe: append(below(l.Control), Inbox(name)+".>")}
}

// below returns a subject and all that begin with it.
func below(subject string) []string { return []string{subject, subject + ".>"} }
