package lesson

import "github.com/plywood-go/plywood/internal/words"

// Lang is a language of explanations, by its ISO 639 code.
type Lang = words.Lang

// The languages.
const (
	English = words.English
	Russian = words.Russian
	Chinese = words.Chinese
)

// ParseLang returns the language of a tag or locale name such as "ru", "zh-Hans" or
// "ru_RU.UTF-8". Case does not matter. It fails for an unsupported language.
func ParseLang(text string) (Lang, error) { return words.Parse(text) }
