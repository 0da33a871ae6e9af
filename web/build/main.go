// Command build bundles the sources of the page, ../page, into ../assets, which the
// server embeds. It needs nothing but Go. The same sources give the same bytes, so
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
	if err := build("../page", "../assets"); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build bundles the page in the folder from into the folder to.
func build(from, to string) error {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(from, "src/main.tsx"), filepath.Join(from, "src/engines.ts"), filepath.Join(from, "src/offline.ts"), filepath.Join(from, "src/style.css")},
		EntryNames:  "[name]",
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
