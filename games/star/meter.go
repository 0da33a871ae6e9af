package star

import (
	"bytes"
	"slices"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/plywood-go/plywood/internal/reason"
)

// Starlark counts the instructions of a program, but one instruction can work without limit:
// [0] * n, text + text, the hash of a tuple that contains another twice, which does so too.
// Therefore a file is rewritten before it is compiled: operators and methods become calls of
// functions that first add the size of their operands to the count of instructions. The same
// holds for slices and for the elements of tuples.

// Limits of one call.
const (
	maxWork  = 1 << 22 // instructions, elements and bytes: about 0.2 s and, for lists, 64 MiB
	maxDepth = 64      // of lists in lists: one that contains itself is endless
)

var (
	errEndless  = reason.New("more than 4 194 304 steps: is there an endless loop?")
	errHuge     = reason.New("a value grows beyond 4 194 304 elements, or 64 lists in each other")
	errUncalled = reason.New("a method must be called where it is named: x.m(…)")
	errTwice    = reason.New("x[f()] += y would call f twice: give f() a name first")
	errDeep     = reason.New("more than 100 brackets are open")
	errStar     = reason.New("a function cannot have a parameter *x: want a list")
)

// deep reports whether more than 100 brackets are open: to read them would take much memory.
func deep(text []byte) bool {
	open, most := 0, 0
	for _, c := range text {
		if bytes.IndexByte([]byte("([{"), c) >= 0 {
			open++
		} else if bytes.IndexByte([]byte(")]}"), c) >= 0 {
			open = max(0, open-1)
		}
		most = max(most, open)
	}
	return most > 100
}

// charge adds units of work to the count of t. It fails if they are too many.
func charge(t *starlark.Thread, units int) error {
	if uint64(units) >= maxWork-min(t.Steps, maxWork) {
		return errHuge
	}
	t.Steps += uint64(units)
	return nil
}

// size returns the number of elements and bytes in v, with those of its elements: more than limit
// if it is larger or too deep. A list may contain another many times.
func size(v starlark.Value, limit int) int { return nested(v, limit, maxDepth) }

func nested(v starlark.Value, limit, depth int) (sum int) {
	if depth == 0 {
		return limit + 1
	}
	switch v := v.(type) {
	case starlark.Int:
		if _, small := v.Int64(); !small {
			return v.BigInt().BitLen() / 8
		}
	case starlark.String:
		return len(v)
	case *starlark.Dict:
		for key, value := range v.Entries() {
			if sum += 1 + nested(key, limit-sum, depth-1); sum <= limit {
				sum += nested(value, limit-sum, depth-1)
			}
			if sum > limit {
				break
			}
		}
	case starlark.Iterable:
		for e := range starlark.Elements(v) {
			if sum += 1 + nested(e, limit-sum, depth-1); sum > limit {
				break
			}
		}
	}
	return sum
}

// product returns a·b, or maxWork if it is larger.
func product(a, b int) int {
	if a = max(a, 0); a == 0 || b < maxWork/a {
		return a * max(b, 0)
	}
	return maxWork
}

// effort returns the work of a binary operation.
func effort(op syntax.Token, x, y starlark.Value) int {
	a := size(x, maxWork)
	switch y.(type) {
	case *starlark.Dict, *starlark.Set:
		if op == syntax.IN || op == syntax.NOT_IN {
			return a // to hash x
		}
	}
	b := size(y, maxWork)
	switch op {
	case syntax.PERCENT, syntax.SLASHSLASH:
		return product(1+a, 1+b)
	case syntax.STAR:
		var n int
		switch {
		case x.Type() == y.Type():
		case starlark.AsInt(x, &n) == nil:
			a = n // repetitions
		case starlark.AsInt(y, &n) == nil:
			b = n
		}
		return product(a, b)
	}
	return a + b
}

type builtin = func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// operator returns the function that replaces a binary operator.
func operator(op syntax.Token) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		if err := charge(t, effort(op, x, y)); err != nil {
			return nil, err
		}
		switch op {
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			ok, err := starlark.Compare(op, x, y)
			return starlark.Bool(ok), err
		case syntax.NOT_IN:
			in, err := starlark.Binary(syntax.IN, x, y)
			return starlark.Bool(in == starlark.False), err
		case syntax.PLUS_EQ, syntax.PIPE_EQ:
			return y, nil // the assignment follows
		}
		return starlark.Binary(op, x, y)
	}
}

// constant are methods whose work does not grow with their receiver.
var constant = map[string]bool{"append": true, "add": true, "get": true, "setdefault": true, "extend": true}

// method calls the method args[1] of args[0].
func method(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, name, args := args[0], string(args[1].(starlark.String)), args[2:]
	units := size(args, maxWork)
	for _, kv := range kwargs {
		units += size(kv, maxWork)
	}
	switch {
	case name == "join" || name == "format" || name == "replace":
		units = product(1+size(x, maxWork), 1+units)
	case !constant[name]:
		units += size(x, maxWork)
	}
	if err := charge(t, units); err != nil {
		return nil, err
	}
	if has, ok := x.(starlark.HasAttrs); ok {
		if f, err := has.Attr(name); f != nil || err != nil {
			return starlark.Call(t, f, args, kwargs)
		}
	}
	return nil, reason.Errorf("%s has no method %s", x.Type(), name)
}

// measured returns the function f of the language with a charge for its arguments.
func measured(f *starlark.Builtin) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := charge(t, size(args, maxWork)); err != nil {
			return nil, err
		}
		return f.CallInternal(t, args, kwargs)
	}
}

// summed is the function sum of Python, for whole numbers.
func summed(_ *starlark.Thread, f *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	if err := starlark.UnpackArgs(f.Name(), args, kwargs, "x", &list); err != nil {
		return nil, err
	}
	total := starlark.MakeInt(0)
	for x := range starlark.Elements(list) {
		n, ok := x.(starlark.Int)
		if !ok {
			return nil, reason.Errorf("sum: got %s, want whole numbers", x.Type())
		}
		total = total.Add(n)
	}
	return total, nil
}

// The names of functions that replace syntax, besides those of operators. No file can contain them.
const methodCall, identity = "x.m()", "(x)"

// language returns the names that every file may use.
var language = sync.OnceValue(func() starlark.StringDict {
	names := starlark.StringDict{}
	add := func(name string, f builtin) { names[name] = starlark.NewBuiltin(name, f) }
	for op := syntax.PLUS; op <= syntax.NOT_IN; op++ {
		add(op.String(), operator(op))
	}
	for name, v := range starlark.Universe {
		if f, ok := v.(*starlark.Builtin); ok && name != "len" && name != "type" {
			add(name, measured(f))
		}
	}
	names["sum"] = starlark.NewBuiltin("sum", measured(starlark.NewBuiltin("sum", summed)))
	add(methodCall, method)
	add(identity, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], charge(t, size(args, maxWork))
	})
	for _, name := range []string{"getattr", "hasattr", "dir", "bytes"} {
		names[name] = starlark.None // methods without charge, and values that positions cannot have
	}
	return names
})

// options are those of the language: loops are allowed because work is limited, recursion is not.
func options() *syntax.FileOptions {
	return &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
}

// meter rewrites a syntax tree. It fails, with a line, if a part of it cannot be metered.
func meter(tree syntax.Node) (line int32, err error) {
	exempt := map[syntax.Node]bool{}
	syntax.Walk(tree, func(n syntax.Node) bool {
		if why := refusal(n, exempt); why != nil && err == nil {
			at, _ := n.Span()
			line, err = at.Line, why
		}
		rewrite(n, exempt)
		return true
	})
	return line, err
}

// refusal returns why n cannot be metered, or nil.
func refusal(n syntax.Node, exempt map[syntax.Node]bool) (why error) {
	switch n := n.(type) {
	case *syntax.DotExpr:
		why = errUncalled
	case *syntax.UnaryExpr:
		if n.Op == syntax.STAR && n.X != nil && !exempt[n] { // it makes a tuple of values
			why = errStar
		}
	case *syntax.AssignStmt:
		if n.Op == syntax.EQ {
			break
		}
		syntax.Walk(n.LHS, func(n syntax.Node) bool {
			if _, calls := n.(*syntax.CallExpr); calls {
				why = errTwice
			}
			return true
		})
	}
	return why
}

// rewrite rewrites n but not its children. It adds to exempt lists of arguments, and tuples of
// variables to be assigned, among the children.
func rewrite(n syntax.Node, exempt map[syntax.Node]bool) {
	assigned := func(variables syntax.Node) {
		syntax.Walk(variables, func(n syntax.Node) bool {
			_, indexed := n.(*syntax.IndexExpr) // its index is a value
			exempt[n] = !indexed
			return !indexed
		})
	}
	switch n := n.(type) {
	case *syntax.BinaryExpr:
		if lazy := []syntax.Token{syntax.AND, syntax.OR, syntax.EQ}; !slices.Contains(lazy, n.Op) { // EQ names an argument
			result := callTo(n.Op.String(), n.OpPos, n.X, n.Y)
			n.X, n.Op, n.Y = &syntax.Literal{Token: syntax.INT, Value: int64(1)}, syntax.AND, result // 1 and result
		}
	case *syntax.CallExpr:
		for _, a := range n.Args {
			if list, ok := a.(*syntax.UnaryExpr); ok {
				exempt[list] = true
			}
		}
		if dot, ok := n.Fn.(*syntax.DotExpr); ok {
			name := &syntax.Literal{Token: syntax.STRING, Value: dot.Name.Name}
			*n = *callTo(methodCall, dot.Dot, append([]syntax.Expr{dot.X, name}, n.Args...)...)
		}
	case *syntax.SliceExpr:
		n.X = callTo(identity, n.Lbrack, n.X)
	case *syntax.TupleExpr:
		for i, x := range n.List {
			if at, _ := x.Span(); !exempt[n] {
				n.List[i] = callTo(identity, at, x)
			}
		}
	case *syntax.ForStmt:
		assigned(n.Vars)
	case *syntax.ForClause:
		assigned(n.Vars)
	case *syntax.AssignStmt:
		assigned(n.LHS)
		augment(n)
	}
}

// augment rewrites an assignment such as x += y.
func augment(a *syntax.AssignStmt) {
	op := a.Op
	if op == syntax.EQ {
		return
	}
	if op != syntax.PLUS_EQ && op != syntax.PIPE_EQ { // these change a list or dict in place
		a.Op, op = syntax.EQ, op-syntax.PLUS_EQ+syntax.PLUS
	}
	a.RHS = callTo(op.String(), a.OpPos, a.LHS, a.RHS)
}

func callTo(name string, at syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{Name: name, NamePos: at}, Lparen: at, Args: args, Rparen: at}
}
