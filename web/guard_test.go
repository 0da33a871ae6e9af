package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestRefused(t *testing.T) {
	_, server := newTest(t, testConfig())
	place := obj{"game": "othello"}
	long := make([]string, maxMoves+1)
	tests := []struct {
		name, method, path string
		body               any
		change             func(*http.Request)
		status             int
		says               string
	}{
		{"cross-site", "POST", "/position", place, header("Sec-Fetch-Site", "cross-site"), 403, "another site"},
		{"same-site", "POST", "/position", place, header("Sec-Fetch-Site", "same-site"), 403, "another site"},
		{"foreign origin", "POST", "/position", place, header("Origin", "https://evil.example"), 403, "another site"},
		{"form", "POST", "/position", "game=othello", header("Content-Type", "application/x-www-form-urlencoded"), 415, "application/json"},
		{"plain text", "POST", "/analysis", "{}", header("Content-Type", "text/plain"), 415, "application/json"},
		{"rebinding", "GET", "/games", nil, func(r *http.Request) { r.Host = "evil.example:7590" }, 421, "name"},
		{"method", "GET", "/analysis", nil, nil, 405, "POST"},
		{"nowhere", "GET", "/none", nil, nil, 404, "openapi"},
		{"large", "POST", "/records/read", obj{"text": strings.Repeat("f5", maxBody)}, nil, 413, "1048576 bytes"},
		{"broken", "POST", "/position", "{", nil, 400, "not what was expected"},
		{"unknown field", "POST", "/position", obj{"game": "othello", "x": 1}, nil, 400, `"x"`},
		{"two documents", "POST", "/position", `{"game":"othello"}{}`, nil, 400, "goes on"},
		{"no game", "POST", "/position", obj{"game": "go"}, nil, 422, "othello"},
		{"bad position", "POST", "/position", obj{"game": "othello", "position": "q"}, nil, 422, "othello"},
		{"illegal move", "POST", "/position", obj{"game": "othello", "moves": []string{"f5", "f5"}}, nil, 422, "move 2"},
		{"long position", "POST", "/position", obj{"game": "othello", "position": strings.Repeat("-", maxText+1)}, nil, 400, "65536"},
		{"many moves", "POST", "/position", obj{"game": "othello", "moves": long}, nil, 400, "1024"},
		{"deep", "POST", "/analysis", obj{"game": "othello", "depth": 1e6}, nil, 400, "depth"},
		{"long", "POST", "/analysis", obj{"game": "othello", "time_ms": 1e10}, nil, 400, "time_ms"},
		{"negative", "POST", "/analysis", obj{"game": "othello", "time_ms": -1}, nil, 400, "time_ms"},
		{"many lines", "POST", "/analysis", obj{"game": "othello", "multipv": 1e4}, nil, 400, "multipv"},
		{"level", "POST", "/move", obj{"game": "othello", "level": 99}, nil, 400, "level"},
		{"clock", "POST", "/move", obj{"game": "othello", "clock": obj{"left_ms": -1}}, nil, 400, "clock"},
		{"over", "POST", "/move", obj{"game": "othello:4", "position": "XXXXXXXXXXXXXXXX O"}, nil, 422, "over"},
		{"no moves", "POST", "/review", obj{"game": "othello"}, nil, 422, "no game"},
		{"long review", "POST", "/review", obj{"game": "othello", "moves": []string{"f5", "d6"}, "time_ms": 3.6e6}, nil, 400, "all moves"},
		{"what is it", "POST", "/records/read", obj{"text": "hello"}, nil, 422, "no game"},
		{"result in words", "POST", "/records/write", obj{"game": "othello", "format": "ggf", "moves": []string{"f5"}, "result": "hello"}, nil, 422, "result"},
		{"format", "POST", "/records/write", obj{"game": "othello", "format": "x"}, nil, 422, "format"},
		{"tree", "POST", "/trees/scene", obj{"tree": "((1 "}, nil, 422, "tree"},
		{"large tree", "POST", "/trees/scene", obj{"tree": "(" + strings.Repeat("1 ", maxTree) + ")"}, nil, 422, "20000"},
		{"algorithm", "POST", "/trees/scene", obj{"tree": "(1 2)", "algorithm": "magic"}, nil, 400, "magic"},
		{"search of a tree", "POST", "/trees/scene", obj{"tree": "(1 2)", "algorithm": "search"}, nil, 400, "search"},
		{"no tree", "POST", "/trees/scene", obj{}, nil, 422, "tree"},
		{"tree and game", "POST", "/trees/scene", obj{"tree": "(1 2)", "game": "othello"}, nil, 400, "one of them"},
		{"plies of a tree", "POST", "/trees/compare", obj{"tree": "(1 2)", "plies": 2}, nil, 400, "need a game"},
		{"moves of a tree", "POST", "/trees/compare", obj{"tree": "(1 2)", "moves": []string{"f5"}}, nil, 400, "need a game"},
		{"depth 0", "POST", "/trees/scene", obj{"game": "othello", "depth": 0}, nil, 400, "depth: 0, want 1 to 20"},
		{"too deep", "POST", "/trees/picture", obj{"game": "othello", "depth": 21, "format": "svg"}, nil, 400, "depth: 21"},
		{"no visits", "POST", "/trees/scene", obj{"game": "othello", "limit": 0}, nil, 400, "limit: 0, want 1 to 5000"},
		{"many visits", "POST", "/trees/scene", obj{"game": "othello", "limit": 5001}, nil, 400, "limit: 5001"},
		{"plies", "POST", "/trees/scene", obj{"game": "othello", "plies": -1}, nil, 400, "plies: -1"},
		{"order of a game", "POST", "/trees/scene", obj{"game": "othello", "order": "best"}, nil, 400, "want given"},
		{"cut of search", "POST", "/trees/scene", obj{"game": "othello", "algorithm": "search", "cut": "gt"}, nil, 400, "search has none"},
		{"hard search", "POST", "/trees/scene", obj{"game": "othello", "algorithm": "search", "fail": "hard"}, nil, 400, "search has none"},
		{"unknown game", "POST", "/trees/scene", obj{"game": "<script>"}, nil, 422, "script"},
		{"illegal in the laboratory", "POST", "/trees/compare", obj{"game": "othello", "moves": []string{"a1"}}, nil, 422, "move 1"},
		{"searched to the end", "POST", "/trees/scene", obj{"game": "othello:4", "position": "XXXXXXXXXXXXXXXX O"}, nil, 422, "over"},
		{"too many positions", "POST", "/trees/scene", obj{"game": "mnk:15,15,5", "depth": 20, "algorithm": "sss"}, nil, 422, "200000 positions"},
		{"quiz of a game", "POST", "/quiz", obj{"tree": "(1 2)", "stage": "values", "game": "othello"}, nil, 400, "game"},
		{"language", "POST", "/trees/scene", obj{"tree": "(1 2)", "lang": "xx"}, nil, 400, "xx"},
		{"picture", "POST", "/trees/picture", obj{"tree": "(1 2)", "format": "gif"}, nil, 400, "gif"},
		{"stage", "POST", "/quiz", obj{"tree": "(1 2)", "stage": "x"}, nil, 400, "x"},
		{"question", "POST", "/quiz/check", obj{"tree": "(1 2)", "stage": "values", "question": 9}, nil, 400, "question"},
		{"lesson", "GET", "/lessons/x", nil, nil, 404, "lesson"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, tt.method, server.URL+base+tt.path, tt.body)
			if tt.change != nil {
				tt.change(r)
			}
			status, _, body := do(t, r)
			var e errorDoc
			if err := json.Unmarshal([]byte(body), &e); err != nil {
				t.Fatalf("%v: %.200s", err, body)
			}
			if status != tt.status || e.Schema != "ply.error/1" || !strings.Contains(e.Error, tt.says) {
				t.Errorf("got %d %+v, want %d and %q", status, e, tt.status, tt.says)
			}
			if strings.Contains(e.Error, "\n") {
				t.Errorf("the error has more than a line: %q", e.Error)
			}
		})
	}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func TestNames(t *testing.T) {
	s := New(Config{Hosts: []string{"board.example"}})
	for host, want := range map[string]bool{
		"localhost:7590": true, "127.0.0.1:7590": true, "[::1]:80": true, "192.168.1.5": true, "LOCALHOST": true,
		"board.example:80": true, "Board.Example": true,
		"evil.example": false, "localhost.evil.example:7590": false, "": false, "127.0.0.1.evil.example": false,
	} {
		if got := s.answersTo(host); got != want {
			t.Errorf("answersTo(%q) = %v", host, got)
		}
	}
}

func TestToken(t *testing.T) {
	c := testConfig()
	c.Token = "secret"
	_, server := newTest(t, c)
	games := server.URL + base + "/games"
	ask := func(url string, change func(*http.Request)) int {
		r := request(t, "GET", url, nil)
		if change != nil {
			change(r)
		}
		status, _, _ := do(t, r)
		return status
	}
	if got := ask(games, nil); got != 401 {
		t.Errorf("without a token: %d", got)
	}
	if got := ask(server.URL+"/", nil); got != 401 {
		t.Errorf("the page without a token: %d", got)
	}
	if got := ask(games, header("Authorization", "Bearer wrong")); got != 401 {
		t.Errorf("with a wrong token: %d", got)
	}
	if got := ask(games, header("Authorization", "Bearer secret")); got != 200 {
		t.Errorf("with the token: %d", got)
	}
	if got := ask(games, header("Cookie", cookie+"=secret")); got != 200 {
		t.Errorf("with the cookie: %d", got)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(request(t, "GET", server.URL+"/?token=secret", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" || len(cookies) != 1 || !cookies[0].HttpOnly {
		t.Errorf("the address with the token: %v %v", answer.Status, answer.Header)
	}
}

func TestHeaders(t *testing.T) {
	_, server := newTest(t, testConfig())
	for _, path := range []string{"/", base + "/games", "/none"} {
		_, h, _ := do(t, request(t, "GET", server.URL+path, nil))
		if got := h.Get("Content-Security-Policy"); got != policy || strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", path, got)
		}
		if got := h.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", path, got)
		}
	}
	for query, framed := range map[string]bool{"?embed=1": true, "?embed=1&x": false, "?embed=2": false} {
		_, h, _ := do(t, request(t, "GET", server.URL+"/"+query, nil))
		if got := h.Get("Content-Security-Policy"); strings.Contains(got, "frame-ancestors") == framed || !strings.HasPrefix(policy, got) {
			t.Errorf("%s: policy %q", query, got)
		}
	}
}
