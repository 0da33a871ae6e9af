package memory

import (
	"testing"
	"testing/fstest"
)

func TestContainer(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  uint64
	}{
		{"none", nil, unknown},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, unknown},
		{"version 2", map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "1048576\n"}, 1 << 20},
		{"above", map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "4096\n",
		}, 4096},
		{"another name within", map[string]string{"proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "8192\n"}, 8192},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/a\n0::/\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes":    "16384\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":      "9223372036854771712\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes":    "1\n",
			"sys/fs/cgroup/cpu,cpuacct/x/memory.max":          "1\n",
			"sys/fs/cgroup/unified/memory.limit_in_bytes/max": "1\n",
		}, 16384},
		{"nonsense", map[string]string{"proc/self/cgroup": "0\n::\n", "sys/fs/cgroup/memory.max": "-1\n"}, unknown},
	}
	for _, tt := range tests {
		root := fstest.MapFS{}
		for name, text := range tt.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := container(root); got.Bytes != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got.Bytes, tt.want)
		}
	}
}

func TestAvailable(t *testing.T) {
	if r := Available(); r.Bytes < 1<<20 || r.Bytes >= unknown {
		t.Errorf("%d bytes: %s", r.Bytes, r)
	}
	for bytes, want := range map[uint64]string{16 << 30: "16 GiB of x", 5 << 30: "5120 MiB of x", 1 << 20: "1024 KiB of x"} {
		if got := (Room{bytes, "x"}).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
