// Signs on moves, as records have them: "! $7" is a good and the only move.

/** symbols are the signs of print, by the numbers of the PGN standard and of later programs. */
const symbols: Record<string, string> = {
  $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!', $7: '□', $10: '=', $13: '∞', $14: '⩲', $15: '⩱', $16: '±', $17: '∓',
  $18: '+−', $19: '−+', $22: '⨀', $32: '⟳', $36: '↑', $40: '→', $132: '⇆', $138: '⊕', $140: '∆', $142: '⌓', $146: 'N',
}

/** grades are the signs that judge a move, of which it has one at most, with the names of their texts. */
export const grades: [sign: string, name: string][] = [
  ['!!', 'sign.brilliant'], ['!', 'sign.good'], ['!?', 'sign.interesting'], ['?!', 'sign.dubious'], ['?', 'sign.mistake'], ['??', 'sign.blunder'],
]

/** printed returns the signs of a record as print has them. */
export const printed = (signs = ''): string[] => signs.split(' ').filter(Boolean).map((s) => symbols[s] ?? s)

/** gradeOf returns the sign that judges the move, or "". */
export const gradeOf = (signs?: string): string => printed(signs).find((s) => grades.some(([sign]) => sign === s)) ?? ''

/** graded returns signs with another judgement, or without one if they have it already. */
export function graded(signs = '', grade: string): string {
  const old = gradeOf(signs)
  const others = signs.split(' ').filter((s) => s && (symbols[s] ?? s) !== old)
  return [...(old === grade ? [] : [grade]), ...others].join(' ')
}
