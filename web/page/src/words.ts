// The texts in the reader's language, which come with the page. A text may contain value names
// in braces, and forms of a word that depend on a number: "{n} {n|leaf|leaves}". Russian has
// three forms, Chinese one.

const texts: Record<string, string> = JSON.parse(document.getElementById('words')?.textContent || '{}')

export const language = document.documentElement.lang

const plural = new Intl.PluralRules(language)

function choose(forms: string[], n: number): string {
  if (forms.length < 2) return forms[0] ?? ''
  const category = plural.select(Math.abs(n))
  if (category === 'one') return forms[0]!
  const few = category === 'few' || !Number.isInteger(n) // 0,3 фишки
  return few || forms.length === 2 ? forms[1]! : forms[2]!
}

// Texts in grammatical cases, by case and key: "of.side.black" is "side.black" in the case
// "of".
const cases: Record<string, Record<string, string>> = { of: {}, to: {} }
for (const [key, text] of Object.entries(texts)) {
  const [, name, base] = /^(of|to)\.(.*)/.exec(key) ?? []
  if (name) cases[name]![texts[base!]!] = text
}

/** text returns the text of a key with values filled in, in a grammatical case where the text
 * asks for one: {side:of}. */
export function text(key: string, values: Record<string, string | number> = {}): string {
  return (texts[key] ?? key).replace(/\{([^{}|:]+)(?::(\w+))?((?:\|[^{}|]*)*)\}/g, (whole, name: string, grammar: string | undefined, forms: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (forms) return choose(forms.slice(1).split('|'), Number(value))
    return cases[grammar ?? '']?.[value] ?? String(value)
  })
}

/** has reports whether a key has a text. */
export const has = (key: string) => key in texts

const decimals = (digits: number) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
const [tenths, hundredths] = [decimals(1), decimals(2)]

/** fixed writes a number with one or two decimals, in the format of the language. */
export const fixed = (n: number, digits: 1 | 2) => (digits === 1 ? tenths : hundredths).format(n)

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })

/** exact writes a whole number with all its digits. */
export const exact = (n: number) => whole.format(n)

export const count = (n: number) => (n < 100_000 ? whole.format(n) : short.format(n))
