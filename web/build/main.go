// Command build bundles the sources of the page, ../page, into ../assets, which the
// server embeds, and their tests into ../browsertest/testdata. It needs nothing but Go. The same sources give the same bytes, so
// .ci/run can check that the committed assets are current.
//
//	go run -C web/build .
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	err := build("../page", "../assets", "engines.ts", "offline.ts", "style.css")
	if err == nil {
		// main.js loads learn.js when it is first asked for; chunk.js is what both need.
		err = build("../page", "../assets", "main.tsx")
	}
	if err == nil {
		err = build("../page", "../browsertest/testdata", "units.ts")
	}
	if err == nil {
		err = place("../page", "../assets")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build bundles sources of the page in the folder from into the folder to.
func build(from, to string, sources ...string) error {
	for i := range sources {
		sources[i] = filepath.Join(from, "src", sources[i])
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: sources,
		EntryNames:  "[name]",
		ChunkNames:  "[name]",
		Splitting:   len(sources) == 1 && sources[0] == filepath.Join(from, "src", "main.tsx"),
		Outdir:      to,
		Bundle:      true,
		Write:       true,
		Format:      api.FormatESModule,
		Target:      api.ES2022,
		Charset:     api.CharsetUTF8,
		JSX:         api.JSXTransform,
		JSXFactory:  "h",
		JSXFragment: "Fragment",
		Alias: map[string]string{
			"preact":       "./" + filepath.Join(from, "vendor/preact/preact.mjs"),
			"preact/hooks": "./" + filepath.Join(from, "vendor/preact/hooks.mjs"),
		},
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // the licence is served separately, as preact.txt
		LogLevel:          api.LogLevelInfo,
	})
	if len(result.Errors) > 0 {
		return fmt.Errorf("%d errors", len(result.Errors))
	}
	return nil
}

// place copies the page's other files.
func place(from, to string) error {
	for name, source := range map[string]string{
		"index.html": "index.html", "icon.svg": "icon.svg", "preact.txt": "vendor/preact/LICENSE", "app-en.webmanifest": "app-en.webmanifest", "app-ru.webmanifest": "app-ru.webmanifest", "app-zh.webmanifest": "app-zh.webmanifest",
	} {
		content, err := os.ReadFile(filepath.Join(from, source))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
