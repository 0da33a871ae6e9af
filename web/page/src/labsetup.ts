// The laboratory's search, as its address describes it.

import { language } from './words'

export interface SetUp {
  tree: string
  game: string // empty for a written tree
  puzzle: string // instead of a game, for a path search
  goal: string // for a puzzle with several goals, and for a proof
  rounds: number // of an algorithm that lets a tree grow; 0 for the usual number
  explore: number // the weight of exploration in UCT; 0 for the usual one
  heuristic: string // of the puzzle; empty for the usual one
  position: string // of the game; empty for the initial one
  moves: string // played from there, separated by dots
  depth: number // in plies, for a game, dfs or quiescence
  algorithm: string
  order: string
  window: string // at the root of a tree; empty for the infinite one
  seed?: number
  cut: string
  fail: string
  signs: string
  style: string
  shapes: string
  layout: string
  step?: number // none before the first
  fold?: string // the nodes that are folded, or unfolded in a large tree; with none it is shown whole
}

export const usual: SetUp = {
  tree: 'a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))',
  game: '', puzzle: '', goal: '', heuristic: '', position: '', moves: '', depth: 2,
  algorithm: 'alphabeta', order: 'given', window: '', rounds: 0, explore: 0, cut: '', fail: 'soft', signs: 'minimax', style: 'values', shapes: 'squares', layout: 'down',
}

/** searches are the algorithms by use. production is the engine's search, which does not search
 * trees. */
const { textbook, practical, production, quizzed, stages, paths, chance, growing }: { textbook: string[]; practical: string[]; production: string; quizzed: string[]; stages: Record<string, string[]>; paths: string[]; chance: string[]; growing: string[] } =
  JSON.parse(document.getElementById('searches')?.textContent || '{}')

/** algorithms returns the algorithms that can search a tree or a game, perhaps one with dice. */
export const algorithms = (s: SetUp, dice = false) => (s.puzzle ? paths : s.game ? dice ? chance : [...textbook, production, ...practical, ...growing] : chancy(s.tree) ? [...chance, 'uct'] : [...textbook, ...practical, ...growing])

/** chancy reports whether a tree has a chance node, by its word. */
const chancy = (tree: string) => /chance|случай|随机|机会/i.test(tree)

/** suited returns a setup of a tree whose algorithm can search it and, if asked for, has quizzes. */
export function suited(s: SetUp, quiz = false): SetUp {
  const able = algorithms(s).filter((a) => !quiz || (asked(a) && (a !== 'uct' || !chancy(s.tree))))
  return able.includes(s.algorithm) ? s : { ...s, algorithm: able.includes(usual.algorithm) ? usual.algorithm : able[0]! }
}

/** stagesOf returns the stages of the quiz about a setup's algorithm. */
export const stagesOf = (s: SetUp) => stages[suited(s, true).algorithm]!

/** asked reports whether an algorithm has quizzes. */
export const asked = (algorithm: string) => quizzed.includes(algorithm)

/** fixed reports whether an algorithm supports only its own cut. */
export const fixed = (s: SetUp) => s.algorithm === production || grows(s)

/** grows reports whether an algorithm lets a tree grow: it has rounds, and no windows. */
export const grows = (s: SetUp) => growing.includes(s.algorithm)

/** has reports whether an algorithm has a goal, rounds or a weight of exploration. */
const has = (s: SetUp, key: string) => (key === 'goal' ? s.algorithm === 'pns' : key === 'explore' ? s.algorithm === 'uct' : grows(s))

/** deepest is the greatest depth offered for a game; an address may ask for more. */
export const deepest = 6

const named = (prefix: string, names: string[]): [string, string][] => names.map((n) => [n, `${prefix}.${n}`])

export const choices = {
  goal: [['', 'explain.goal-win'], ['draw', 'explain.goal-draw']] as [string, string][],
  order: named('order', ['given', 'reversed', 'best', 'worst', 'shuffle']),
  cut: [['', 'lab.printed'], ...named('cut', ['ge', 'gt'])] as [string, string][],
  fail: named('fail', ['soft', 'hard']),
  signs: named('signs', ['minimax', 'negamax']),
  style: named('style', ['values', 'alphabeta', 'windows', 'intervals', 'types']),
  shapes: named('shapes', ['squares', 'triangles']),
  layout: named('layout', ['down', 'right', 'icicle']),
}

/** examples are trees by the name of their source. We chose all but the first two. */
export const examples: [string, string][] = [
  ['example.bratko', usual.tree],
  ['example.norvig', '((3 12 8) (2 4 6) (14 5 2))'],
  ['example.deep', '(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)) ((9 9) (3 4)))'],
  ['example.fractions', '((0.5 -0.25 2) (1/2 3) (0.125 7))'.replace('1/2', '0.75')],
  ['example.chance', 'max(chance a(0.5:3 0.5:9) chance b(1/4:min(2 8) 3/4:min(1 4)) chance c(5 0 7))'],
  ['example.estimates', 'a(b=4(d=6(!h=1 i=7) e=3(j=5 k=2) ~p=5) c=2(f=8(!l=9 m=3) g=5(n=4 o=6) ~q=1))'],
  ['example.lopsided', '(4 (6 (2 9) 3) ((7 1) (5 (8 0))))'],
]

/** played returns the moves of a setup's game. */
export const played = (s: SetUp) => s.moves.split('.').filter(Boolean)

/** place returns the part of a setup that the server needs. */
export function place(s: SetUp) {
  const { step: _, fold: ____, layout: ___, tree, order, window, seed, game, puzzle, goal, heuristic, position, moves: __, depth, cut, fail, rounds, explore, ...rest } = s
  if (puzzle) return { puzzle, goal: goal || undefined, heuristic: heuristic || undefined, position, moves: played(s), depth: s.algorithm === 'dfs' ? depth : undefined, algorithm: s.algorithm, lang: language }
  if (!game && !algorithms(s).includes(s.algorithm)) return place(suited(s))
  const what = game ? { game, position, moves: played(s), depth } : { tree, order, window: grows(s) ? '' : window, seed, depth: s.algorithm === 'quiescence' ? depth : undefined }
  const growth = Object.entries({ goal, rounds: rounds || '', explore: explore || '', seed }).filter(([key]) => has(s, key))
  const how = grows(s) ? Object.fromEntries(growth) : fixed(s) ? {} : { cut, fail }
  const said = Object.entries({ ...what, ...how, ...rest }).filter(([, v]) => v !== '' && v !== undefined)
  return { ...Object.fromEntries(said), lang: language }
}

/** written returns a setup with its tree in place of the game. */
export const written = (s: SetUp): SetUp => ({ ...s, game: '', puzzle: '', goal: s.puzzle || s.game ? '' : s.goal, algorithm: s.algorithm === production || paths.includes(s.algorithm) ? usual.algorithm : s.algorithm })

const texts = ['tree', 'game', 'puzzle', 'goal', 'heuristic', 'position', 'moves', 'algorithm', 'order', 'window', 'cut', 'fail', 'signs', 'style', 'shapes', 'layout'] as const

export function fromAddress(q: URLSearchParams): SetUp {
  const s: SetUp = { ...usual }
  for (const key of texts) s[key] = q.get(key) ?? usual[key]
  s.depth = Number(q.get('depth')) || usual.depth
  s.rounds = Number(q.get('rounds')) || 0
  s.explore = Number(q.get('explore')) || 0
  if (q.has('seed')) s.seed = Number(q.get('seed')) || 0
  s.step = Number(q.get('step')) || undefined
  s.fold = q.get('fold') ?? undefined
  if (s.puzzle) return { ...s, game: '', algorithm: paths.includes(s.algorithm) ? s.algorithm : 'astar' }
  return s.game ? s : written(s)
}

const ofTrees = ['tree', 'order', 'window', 'seed']
const ofGames = ['game', 'position', 'moves', 'depth']
const ofPuzzles = ['puzzle', 'heuristic']
const ofGrowth = ['goal', 'rounds', 'explore']
const ofTwo = ['cut', 'fail', 'signs', 'style', 'shapes']

export function toAddress(s: SetUp): URLSearchParams {
  const q = new URLSearchParams()
  const other = ofGrowth.filter((key) => !has(s, key))
  const idle = s.puzzle ? [...ofTrees, ...ofTwo, 'game', 'rounds', 'explore'] : [...(s.game ? ofTrees : ofGames).filter((key) => key === 'seed' ? !grows(s) : key !== 'depth' || s.algorithm !== 'quiescence'), ...ofPuzzles, ...other]
  for (const [key, value] of Object.entries(s)) {
    if (value !== undefined && value !== usual[key as keyof SetUp] && !idle.includes(key)) q.set(key, String(value))
  }
  return q
}

/** schoolAddress returns the address of the laboratory or the quiz with a setup from the
 * server. */
export function schoolAddress(screen: 'lab' | 'quiz', told: Partial<SetUp>): string {
  const algorithm = screen === 'quiz' && !asked(told.algorithm ?? '') ? usual.algorithm : told.algorithm!
  return `#/learn/${screen}?${toAddress({ ...usual, ...told, algorithm })}`
}

/** labAddress returns the laboratory's address for a position of a game. */
export function labAddress(game: string, position: string, moves: string[]): string {
  return `#/learn/lab?${toAddress({ ...usual, game, position, moves: moves.join('.') })}`
}

/** labTree returns the laboratory's address for a tree. */
export const labTree = (tree: string): string => `#/learn/lab?${toAddress({ ...usual, tree })}`

/** puzzleAddress returns the address of a puzzle's board, some moves after a position. */
export function puzzleAddress(puzzle: string, goal: string, position: string, moves: string[]): string {
  const q = new URLSearchParams({ puzzle })
  if (goal) q.set('goal', goal)
  if (position) q.set('position', position)
  if (moves.length) q.set('moves', moves.join('.'))
  return `#/puzzles?${q}`
}

/** playAddress returns the address of a board, some moves after a setup's position. */
export function playAddress(s: SetUp, further: string[]): string {
  const q = new URLSearchParams({ game: s.game })
  if (s.position) q.set('position', s.position)
  const moves = [...played(s), ...further]
  if (moves.length) q.set('moves', moves.join('.'))
  return `#/play?${q}`
}
