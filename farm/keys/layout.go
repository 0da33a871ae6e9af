package keys

import "github.com/plywood-go/plywood/internal/reason"

// Role determines what a user may do in a farm.
type Role string

// The roles.
const (
	Coordinator Role = "coordinator"
	Operator    Role = "operator"
	Worker      Role = "worker"
)

// ParseRole parses the name of a role.
func ParseRole(text string) (Role, error) {
	switch r := Role(text); r {
	case Coordinator, Operator, Worker:
		return r, nil
	}
	return "", reason.Errorf("role %q, want coordinator, operator or worker", text)
}

// Layout names the stream and the subjects of a farm to which permissions apply. A subject
// stands for itself and for all subjects that begin with it and a dot.
type Layout struct {
	// Work is the stream from which workers fetch jobs, each from the consumer of its name.
	Work string
	// Results is the subject to which workers publish, each under its own name: Results.NAME.
	Results string
	// Beats is the subject of the workers' greetings, each under its own name too.
	Beats string
	// Control is the subject to which all workers subscribe.
	Control string
	// Requests is the subject of operators' questions to the coordinator.
	Requests string
	// Files is the stream of the files that jobs need. Empty means none.
	Files string
	// MaxMessage is the largest size of a message in bytes. Zero means the server's limit.
	MaxMessage int
}

// Grant lists what a user may publish and subscribe to. Nil means everything.
type Grant struct {
	Publish, Subscribe []string // subjects and patterns of them
}

// Inbox returns the prefix of the subjects to which answers to a user are sent; see
// nats.CustomInboxPrefix. Only the user and the coordinator may read them.
func Inbox(name string) string { return "_INBOX_" + name }

// Grant returns the permissions of a user.
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

// below returns a subject and a pattern for all that begin with it.
func below(subject string) []string { return []string{subject, subject + ".>"} }
