package lesson

import "github.com/plywood-go/plywood/internal/words"

// Lang is a language in which searches are told, by its code in ISO 639.
type Lang = words.Lang

// The languages.
const (
	English = words.English
	Russian = words.Russian
	Chinese = words.Chinese
)

// ParseLang returns the language of a tag or the name of a locale: "ru",
// "zh-Hans", "ru_RU.UTF-8". Case does not matter. A language that is not spoken is
// an error.
func ParseLang(text string) (Lang, error) { return words.Parse(text) }
