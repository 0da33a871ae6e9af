// What the reader has read, answered and solved, stored in the browser.

import { keep, kept } from './keep'
import { toAddress, usual, type SetUp } from './labsetup'
import { today, trained } from './lines'

type Score = [right: number, all: number]

/** pages returns how many pages of each lesson have been read. */
export const pages = (): Record<string, number> => kept('lessons', {})

/** read records that a page of a lesson has been read. */
export function read(lesson: string, page: number) {
  const all = pages()
  if ((all[lesson] ?? 0) < page) keep('lessons', { ...all, [lesson]: page })
}

/** quizOf names the quiz about a setup's tree. */
const quizOf = (s: Partial<SetUp>) => [s.algorithm, s.algorithm === 'quiescence' ? s.depth ?? usual.depth : '', s.order === 'given' ? '' : s.order, s.goal, s.tree].filter(Boolean).join(' ')

const scores = (): Record<string, Record<string, Score>> => kept('quizzes', {})

/** mostQuizzes is how many quizzes are kept: the last ones. */
const mostQuizzes = 200

/** Card is a stage of a quiz that was not all right, and comes again like a line of moves. */
interface Card {
  at: string // the setup, as in the address
  stage: string
  box: number
  due: number
}

/** cards returns the stages of quizzes to repeat, the first due first. */
export const cards = (): Card[] => kept<Card[]>('cards', []).sort((a, b) => a.due - b.due)

/** answered records the score of a stage of a quiz, if it is the best so far, and when it is to be repeated. */
export function answered(s: Partial<SetUp>, stage: string, right: number, all: number) {
  const at = `${toAddress({ ...usual, ...s })}`
  const is = (c: Card) => c.at === at && c.stage === stage
  const old = cards().find(is)
  if (old || right < all) keep('cards', [...cards().filter((c) => !is(c)), trained(old ?? { at, stage, box: 0, due: 0 }, right === all, today())].slice(-mostQuizzes))
  const { [quizOf(s)]: before, ...others } = scores()
  if ((before?.[stage]?.[0] ?? -1) > right) return
  const last = Object.entries(others).slice(1 - mostQuizzes)
  keep('quizzes', { ...Object.fromEntries(last), [quizOf(s)]: { ...before, [stage]: [right, all] } })
}

/** score returns the score of a quiz in all stages answered so far, or nothing. */
export function score(s: Partial<SetUp>): Score | undefined {
  const stages = Object.values(scores()[quizOf(s)] ?? {})
  return stages.length ? stages.reduce(([a, b], [c, d]) => [a + c, b + d]) : undefined
}

/** attempts returns, by position, whether the reader's last attempt at a game's challenge had no
 * mistake. */
export const attempts = (game: string): Record<string, boolean> => kept(`challenges.${game}`, {})

/** attempted records an attempt at a challenge. */
export function attempted(game: string, position: string, solved: boolean) {
  keep(`challenges.${game}`, { ...attempts(game), [position]: solved })
}
