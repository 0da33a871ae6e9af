// What the reader has read, answered and solved, stored in the browser.

import { keep, kept } from './keep'
import { usual, type SetUp } from './labsetup'

type Score = [right: number, all: number]

/** pages returns how many pages of each lesson have been read. */
export const pages = (): Record<string, number> => kept('lessons', {})

/** read records that a page of a lesson has been read. */
export function read(lesson: string, page: number) {
  const all = pages()
  if ((all[lesson] ?? 0) < page) keep('lessons', { ...all, [lesson]: page })
}

/** quizOf names the quiz about a setup's tree. */
const quizOf = (s: Partial<SetUp>) => [s.algorithm, s.algorithm === 'quiescence' ? s.depth ?? usual.depth : '', s.goal, s.tree].filter(Boolean).join(' ')

const scores = (): Record<string, Record<string, Score>> => kept('quizzes', {})

/** mostQuizzes is how many quizzes are kept: the last ones. */
const mostQuizzes = 200

/** answered records the score of a stage of a quiz, if it is the best so far. */
export function answered(s: Partial<SetUp>, stage: string, right: number, all: number) {
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
