// The interface behind the page, as openapi.yaml describes it.

import { regained } from './connection'
import { request, served } from './transport'
import { text } from './words'

/** Note is the annotation of a move. */
export interface Note {
  eval?: string // by the side that moved: a number, or # and moves to mate
  depth?: number
  time_ms?: number
  clock_ms?: number
  sign?: string // signs and numbers of signs, such as "! $7"
  text?: string
}

/** Variation is moves with notes by their number, and variations. */
export interface Variation {
  moves: string[]
  notes?: Record<number, Note>
  variations?: (Variation & { at: number })[]
}

/** Heading is what a record says of a game besides its moves. */
export interface Heading {
  players?: [string, string]
  event?: string
  place?: string
  round?: string
  date?: string
  result?: string
  comment?: string
  tags?: Record<string, string>
}

/** Recorded is a game of a file. */
export interface Recorded extends Variation, Heading {
  game: string
  start: string // empty for the initial position
  players: [string, string]
  remarks?: string[] // of the reader of the file
  partly?: boolean // a part of the text is not read
  winner?: 'first' | 'second' | 'draw'
  keys?: string // of the positions, in base64
}

export interface State {
  move?: string
  position: string
  to_move: string
  side: 0 | 1
  legal: string[]
  over: boolean
  chance?: boolean // chance chooses among the legal moves
  result?: 'first' | 'second' | 'draw'
  margin?: number
  opening?: string
  board?: Placement
  drawing?: string // for games without a board
}

export type Colour = 'black' | 'white' | 'red' | 'yellow' | 'blue' | 'orange' | 'green' | 'grey'

/** Board describes how to draw the positions of a game. Lengths are in cells. */
export interface Board {
  width: number
  height: number
  ground: 'felt' | 'wood' | 'paper' | 'panel' | 'water'
  lines: 'around' | 'between' | 'through' | 'checked' | 'none'
  cells: Cell[]
  frames?: Frame[]
  faces?: Face[]
  labels?: { text: string; x: number; y: number }[]
  dots?: [number, number][]
  numbered?: boolean
  turns: 1 | 2 | 4
  mirrors: boolean
  falls?: boolean
  tally?: boolean
  scored?: number
  sides: { name: string; colour: Colour }[]
  pieces: Piece[]
  setup?: { turn?: boolean; option?: { title: string; values: string[] } }
}

export interface Cell {
  name: string
  x: number
  y: number
  shade?: 0 | 1
}

export interface Frame {
  title?: string
  x: number
  y: number
  width: number
  height: number
}

/** Face places a frame in space. */
export interface Face {
  corner: [number, number, number]
  right: [number, number, number]
  down: [number, number, number]
}

export interface Piece {
  letter: string
  side: number
  shape: 'disc' | 'stone' | 'counter' | 'cross' | 'ring' | 'man' | 'king' | 'figure' | 'tile' | 'token' | 'hole'
  colour?: Colour
  title?: string
  text?: string
  picture?: string
}

/** Placement is the pieces on a board, and the cells that enter its moves. */
export interface Placement {
  pieces: string
  paths: number[][] // one for each legal move
  becomes?: Record<string, string>
  option?: number
  won?: number[]
  threatened?: number[]
  owners?: number[]
  last?: number[]
}

/** Arranged is the reply about pieces placed on a board by hand. */
export interface Arranged {
  pieces: string
  side: 0 | 1
  option: number
  position?: string
  error?: string
}

export interface Value {
  value: number
  unit: string
  outcome: number
  plies?: number
  odds?: { win: number; draw: number; loss: number }
}

export interface Line extends Value {
  move: string
  rank: number
  exact: boolean
  bound: string
  depth: number
  pv: string[]
}

export interface Analysis {
  position: string
  best: string
  exact: boolean
  outcome: '' | 'win' | 'draw' | 'loss'
  of?: 'position' | 'game'
  depth: number
  seldepth: number
  confidence?: number
  pv: string[]
  nodes: number
  time_ms: number
  nps: number
  threads: number
  multipv: Line[]
  stopped: string
}

export type Mark = '' | '?!' | '?' | '??'

/** ReviewedMove is a reviewed move. Unknown fields are missing. */
export interface ReviewedMove {
  number: number
  side: string
  position: string
  move: string
  forced: boolean
  value?: Value // of the move, for the side that made it, as is the best move's
  best?: string
  best_value?: Value
  pv?: string[]
  loss?: number
  unit?: string
  total?: number
  mark: Mark
  turning: boolean
  why?: Why[]
  exact: boolean
  depth: number
  confidence?: number
}

/** Why is a certain reason why a move was bad. */
export interface Why {
  kind: 'allows' | 'misses' | 'only' | 'loses' | 'gives'
  plies?: number // of a forced win
  lost?: Pieces[] // for nothing, or for the pieces taken
  taken?: Pieces[]
  cell?: string // the corner given
  next?: Value // of the second best move
  exact?: boolean // the value of the second best move is proven
}

/** Pieces are some pieces of a kind. */
export interface Pieces {
  piece: string
  count: number
}

export interface Total {
  side: string
  judged: number
  loss: Record<string, number>
  dubious: number
  mistakes: number
  blunders: number
}

export interface Review {
  opening: string
  opening_moves: number
  exact_from: number
  moves: ReviewedMove[]
  sides: [Total, Total]
}

export interface Tick {
  time_ms: number
  nodes?: number
  nps?: number
}

export interface Game {
  name: string
  title: string
  sizes: string
  positions: string
  moves: string
  solved: string
  sides: [string, string]
  unit: string
  solver?: boolean // the engine solves every position within seconds
  counting?: string // how margins are counted, if not by the pieces on the board
  levels: string[]
  opponents?: Opponent[]
  formats: { name: string; title: string; variations?: boolean }[]
  size?: string
  menu?: { name: string; label: string; title?: string; in?: Record<string, string> }[] // with the titles of games that have others
  in?: Record<string, { title?: string; notation?: string; counting?: string; sides?: [string, string] }> // in other languages; English where missing
  tree?: boolean // for the laboratory
  challenges?: boolean // the game has some
  openings?: boolean // some have names
  board?: Board // if missing, positions are shown as text
  script?: string // the text of its rules
  rival?: boolean // it has a second evaluation
  chance?: boolean // it has events of chance
}

/** Opening is a named opening, with the usual moves to it from the initial position. */
export interface Opening {
  name: string // in English
  moves: string[]
}

/** Opponent is a named strength. Its Elo is relative to the weakest opponent, if measured. */
export interface Opponent {
  name: string
  elo?: number
}

/** Puzzle describes a puzzle. */
export interface Puzzle {
  name: string
  title: string
  positions: string
  moves: string
  heuristics: string[]
  goals?: { name: string; text: string }[] // the usual one first
  board?: Board
  script?: string // the text of its rules
}

/** Path is the result of a search for a solution. */
export interface Path {
  algo: string
  moves: string[] | null
  cost: number | null
  optimality: 'optimal' | 'bounded' | 'unknown'
  factor?: number
  lower_bound: number | null
  generated: number
  time_ms: number
  reason?: string
}

export interface Place {
  game: string
  position?: string
  moves?: string[]
}

/** Refused is an error from the server. Its message says, in the reader's language, what failed
 * and why. */
export class Refused extends Error {}

/** attempts are the text keys of failed attempts, by the start of the path. */
const attempts: [path: string, key: string][] = [
  ['position', 'error.position'], ['variations', 'error.position'], ['setup', 'error.position'], ['records/read', 'error.read'], ['records/write', 'error.write'],
  ['analysis', 'error.analysis'], ['move', 'error.analysis'], ['review', 'error.review'],
  ['puzzles/position', 'error.position'], ['puzzles/shuffle', 'error.position'], ['puzzles/solve', 'error.analysis'], ['scripts', 'error.analysis'], ['match', 'error.analysis'], ['trees/', 'error.tree'], ['quiz', 'error.tree'], ['lessons', 'error.lesson'],
]

function refused(path: string, why: string): Refused {
  const key = attempts.find(([start]) => path.startsWith(start))?.[1] ?? 'error.refused'
  return new Refused(text('error.because', { what: text(key), why }))
}

async function refusal(path: string, answer: Response): Promise<Refused> {
  if (answer.status === 503) return new Refused(text('error.busy'))
  try {
    return refused(path, (await answer.json()).error)
  } catch {
    return refused(path, answer.statusText || `HTTP ${answer.status}`)
  }
}

/** unreachable says that the server, or the engines of a page without one, cannot be reached. */
export const unreachable = (): string => text(served ? 'error.unreachable' : 'error.unloaded')

/** Unreached means that the server does not answer, or no longer does. */
export class Unreached extends Error {}

/** reached returns the result of a promise, or throws Unreached. */
async function reached<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (e) {
    throw e instanceof TypeError ? new Unreached(unreachable()) : e
  }
}

/** ask sends a request until the server answers, and waits while the server cannot be
 * reached. */
async function ask(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      const answer = await reached(request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }))
      if (!answer.ok) throw await refusal(path, answer)
      return answer
    } catch (e) {
      if (!(e instanceof Unreached)) throw e
      await regained()
      signal?.throwIfAborted()
    }
  }
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask(path, body, signal)).json()
}

export async function get<T>(path: string): Promise<T> {
  const answer = await reached(request(path))
  if (!answer.ok) throw await refusal(path, answer)
  return answer.json()
}

/** stream calls back for each event from the server. It ends when the server ends it or when
 * signal is aborted, which also ends the search. */
export async function stream(
  path: string,
  body: unknown,
  signal: AbortSignal,
  event: (name: string, doc: any) => void,
): Promise<void> {
  const answer = await ask(path, body, signal)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reached(reader.read())
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (name === 'error') throw refused(path, JSON.parse(data!).error)
      if (name) event(name, JSON.parse(data!))
    }
  }
}

/** aborted reports whether an error only means that the caller cancelled the request. */
export const aborted = (e: unknown) => e instanceof DOMException && e.name === 'AbortError'
