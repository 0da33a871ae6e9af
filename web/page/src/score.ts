// How values are written.

import type { ReviewedMove, Value } from './api'
import { isDistance } from './tree'
import { language, text } from './words'

const minus = '−'
const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false })

export function signed(n: number): string {
  const size = Math.abs(n)
  const digits = size >= 10_000 ? plain.format(size / 1000) + 'k' : plain.format(size)
  if (digits === plain.format(0)) return '0'
  return (n > 0 ? '+' : minus) + digits
}

/** whole returns a number in a unit that people use: thousandths of a row are rows. */
const whole = (n: number, unit: string) => (unit.startsWith('thousandths') ? n / 1000 : n)

/** figure writes a number in a unit with its sign. */
export const figure = (n: number, unit: string): string => signed(whole(n, unit))

/** brief writes a value briefly: +12, or W5 for a win in 5. */
export function brief(v: Value): string {
  if (!isDistance(v)) return figure(v.value, v.unit)
  if (v.outcome === 0) return '='
  return text(v.outcome > 0 ? 'score.win' : 'score.loss', { n: v.plies ?? '' })
}

/** full writes a side's value in words. */
export function full(v: Value, side: string, other: string, exact: boolean): string {
  if (exact && v.outcome === 0 && v.value === 0) return text('value.draw')
  if (isDistance(v)) {
    if (v.outcome === 0) return text('value.draw')
    const winner = v.outcome > 0 ? side : other
    return v.plies ? text('value.win', { side: winner, n: v.plies }) : text('over.win', { side: winner })
  }
  if (brief(v) === '0') return text('value.even')
  return `${brief(v)} ${unit(v.unit, v.value)}`.trim()
}

/** unit returns the name of a unit, in the form for the number n. */
export function unit(name: string, n: number): string {
  const key = `unit.${name.replaceAll(' ', '-')}`
  const known = text(key, { n: Math.abs(whole(n, name)) })
  return known === key ? name : known
}

/** losses writes losses by unit, or a dash. */
export function losses(by: Record<string, number>): string {
  const some = Object.entries(by).filter(([, n]) => n > 0)
  return some.map(([name, n]) => `${plain.format(whole(n, name))} ${unit(name, n)}`).join(', ') || '–'
}

/** meaning describes a level in the reader's language: how deep it searches, and from how many
 * empty squares to the end. */
export function meaning(level = ''): string {
  const depth = /depth (\d+)/.exec(level)?.[1]
  const end = /from (\d+) empty/.exec(level)?.[1]
  if (depth && end) return text('level.end', { depth, n: end })
  const playouts = /(\d+) playouts/.exec(level)?.[1]
  if (playouts) return text('level.playouts', { n: playouts })
  return depth ? text('level.depth', { depth }) : end ? text('level.solve') : level
}

/** weight maps values of all kinds to one axis for graphs; ±1 is a win. */
export function weight(v: Value, scale: number): number {
  if (isDistance(v)) return Math.sign(v.outcome)
  return Math.tanh(v.value / scale)
}

/** chance returns the chance of the side for which a value is; a win counts 1 and a draw 1/2. Where it
 * is not known, a value of the usual size stands for it. */
export const chance = (v: Value, exact: boolean, unit: string): number => points(v, exact) ?? (1 + weight(v, scaleOf(unit))) / 2

/** points returns the expected points of the side for which a value is, if they are known: 1 for a win, 1/2
 * for a draw. */
function points(v: Value, exact: boolean): number | undefined {
  if (exact && v.outcome !== 2) return (1 + Math.sign(v.outcome || v.value)) / 2
  return v.odds && v.odds.win + v.odds.draw / 2
}

/** pointsLost returns the expected points that a move has cost, if they are known. */
export function pointsLost({ value, best_value: best, exact }: ReviewedMove): number | undefined {
  const [had, has] = [best && points(best, exact), value && points(value, exact)]
  return had === undefined || has === undefined ? undefined : Math.max(0, had - has)
}

/** accuracyOf returns 1 less the mean of the points lost by moves that had a choice; undefined if nothing is
 * known of them. */
export function accuracyOf(moves: ReviewedMove[]): number | undefined {
  const lost = moves.flatMap((m) => (m.forced ? [] : pointsLost(m) ?? []))
  return lost.length ? 1 - lost.reduce((sum, x) => sum + x, 0) / lost.length : undefined
}

/** scaleOf returns a large value of a unit. */
export function scaleOf(unit: string): number {
  if (unit === 'discs') return 16
  if (unit === 'stones') return 4
  if (unit.startsWith('thousandths')) return 400
  return unit === 'points' ? 120 : 12
}
