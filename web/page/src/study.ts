// A study: a game with its variations, comments and review, in the form used for storage, files
// and addresses.

import { post, type Game, type Heading, type Mark, type Note, type Pieces, type Review, type ReviewedMove, type State, type Value, type Why } from './api'
import type { View } from './board'
import { findGame } from './games'
import { base64, unbase64 } from './picture'
import type { Ended, Node } from './tree'
import { text } from './words'

export const schema = 'ply.study/1'

/** most is the largest number of positions in a study: the server's limit for one request. */
export const most = 4096

/** Branch is a move and the number of the position it is played from. */
export interface Branch {
  from: number
  move: string
}

/** Chapter is the place of a study in a series, whose chapters come in the order of their numbers. */
export interface Chapter {
  of: string // the name of the series
  number: number
}

/** Study numbers its positions in the order of moves: 0 is the first, and moves[i] leads to i +
 * 1. */
export interface Study {
  schema: typeof schema
  title: string // given by the reader or a record
  chapter?: Chapter
  game: string
  position: string // before the first move; empty means the initial position
  moves: Branch[]
  at: number // the current position
  view: View
  clocks?: [number, number] // remaining milliseconds
  comments: Record<number, string>
  notes?: Record<number, Note> // of the record, by position
  heading?: Heading // of the record
  format?: string // that the record came in
  reviewed: Record<number, ReviewedMove> // by the position after the move
  review?: Verdict
  ended?: Record<number, Ended>
  hints?: Record<number, string>
  revealed?: boolean
}

/** Verdict is a review without its moves, and the positions of its game. */
export type Verdict = Omit<Review, 'moves'> & { nodes: number[] }

/** numbered lists the positions of a tree, parents first. */
export function numbered(root: Node): Node[] {
  const all = [root]
  for (const n of all) all.push(...n.children)
  return all
}

/** branches returns the moves to all of the numbered positions except the first. */
export function branches(all: Node[]): Branch[] {
  const number = new Map(all.map((n, i) => [n, i]))
  return all.slice(1).map((n) => ({ from: number.get(n.parent!)!, move: n.state.move! }))
}

/** plain reports whether an address with moves alone can express a whole study. */
export function plain(s: Study): boolean {
  const straight = s.moves.every((m, i) => m.from === i) && !s.view.quarters && !s.view.mirrored
  return straight && !s.title && !s.chapter && !s.heading && !Object.keys({ ...s.ended, ...s.hints, ...s.notes }).length && !Object.keys(s.comments).length && !Object.keys(s.reviewed).length
}

/** layOut requests the game of a study and all its positions, or partly those before the first
 * illegal move and the reason why the others are missing. */
export async function layOut({ game, position, moves }: Study, partly = false): Promise<[Game, State[], refused: string]> {
  const reply = await post<{ game: string; states: State[]; refused?: string }>('variations', { game, moves, ...(position && { position }), ...(partly && { partly }) })
  return [await findGame(reply.game), reply.states, reply.refused ?? '']
}

// Reading: input from outside is not trusted.

type Doc = Record<string, unknown>

const isDoc = (x: unknown): x is Doc => typeof x === 'object' && x !== null && !Array.isArray(x)
const isCount = (x: unknown): x is number => Number.isInteger(x) && (x as number) >= 0
const isText = (x: unknown): x is string => typeof x === 'string'
const isNumber = (x: unknown): x is number => typeof x === 'number' && Number.isFinite(x)

/** versionOf reports whether a document of a kind has this version, a later one, or neither. */
export function versionOf(doc: unknown, name: string): 'known' | 'later' | 'other' {
  const [, kind, version] = /^(.*)\/(\d+)$/.exec(isDoc(doc) && isText(doc.schema) ? doc.schema : '') ?? []
  return kind !== name ? 'other' : Number(version) === 1 ? 'known' : 'later'
}

/** readStudy returns the study in a document, or the reason why it is invalid. */
export function readStudy(doc: unknown): Study {
  const version = versionOf(doc, 'ply.study')
  if (version === 'later') throw new Error(text('study.later'))
  if (version === 'other' || !isDoc(doc)) throw damaged()
  const { game, moves, at } = doc
  if (!isText(game) || !Array.isArray(moves) || !isCount(at) || at > moves.length) throw damaged()
  if (moves.length >= most) throw new Error(text('study.large', { n: most }))
  const study: Study = {
    schema, game, at, view: readView(doc.view), moves: moves.map(readBranch), comments: {}, reviewed: {},
    title: isText(doc.title) ? doc.title.slice(0, 200) : '', position: isText(doc.position) ? doc.position : '',
  }
  const { chapter } = doc
  if (isDoc(chapter) && isText(chapter.of) && chapter.of && isCount(chapter.number)) study.chapter = { of: chapter.of.slice(0, 200), number: chapter.number }
  for (const [n, comment] of entriesOf(doc.comments, study)) if (isText(comment)) study.comments[n] = comment
  for (const [n, note] of entriesOf(doc.notes, study)) if (isDoc(note)) (study.notes ??= {})[n] = readNote(note)
  if (isDoc(doc.heading)) study.heading = readHeading(doc.heading)
  if (isText(doc.format)) study.format = doc.format
  for (const [n, move] of entriesOf(doc.reviewed, study)) study.reviewed[n] = readReviewed(move, n)
  for (const [n, how] of entriesOf(doc.ended, study)) {
    if (!isDoc(how)) continue
    if (how.why === 'agreed') (study.ended ??= {})[n] = { why: 'agreed' }
    else if (how.loser === 0 || how.loser === 1) (study.ended ??= {})[n] = { loser: how.loser, why: how.why === 'time' ? 'time' : 'resigned' }
  }
  for (const [n, move] of entriesOf(doc.hints, study)) if (isText(move)) (study.hints ??= {})[n] = move
  if (doc.revealed === true) study.revealed = true
  if (isDoc(doc.review)) study.review = readVerdict(doc.review, study)
  if (Array.isArray(doc.clocks) && doc.clocks.length === 2 && doc.clocks.every(isNumber)) study.clocks = doc.clocks as [number, number]
  return study
}

const damaged = () => new Error(text('study.damaged'))

function readBranch(x: unknown, i: number): Branch {
  if (!isDoc(x) || !isText(x.move) || !isCount(x.from) || x.from > i) throw damaged()
  return { from: x.from, move: x.move }
}

function readView(x: unknown): View {
  if (!isDoc(x)) return { quarters: 0, mirrored: false }
  return { quarters: isCount(x.quarters) ? x.quarters % 4 : 0, mirrored: x.mirrored === true }
}

/** entriesOf returns the entries of a document for positions that a study has. */
function entriesOf(x: unknown, s: Study): [number, unknown][] {
  if (!isDoc(x)) return []
  const all = Object.entries(x).map(([n, of]): [number, unknown] => [Number(n), of])
  return all.filter(([n]) => isCount(n) && n <= s.moves.length)
}

const textsOf = (x: Doc, ...names: string[]): Record<string, string> => Object.fromEntries(names.flatMap((k) => (isText(x[k]) ? [[k, x[k]]] : [])))
const numbersOf = (x: Doc, ...names: string[]): Record<string, number> => Object.fromEntries(names.flatMap((k) => (isNumber(x[k]) ? [[k, x[k]]] : [])))

const readNote = (x: Doc): Note => ({ ...textsOf(x, 'eval', 'sign', 'text'), ...numbersOf(x, 'depth', 'time_ms', 'clock_ms') })

const readHeading = (x: Doc): Heading => ({
  ...textsOf(x, 'event', 'place', 'round', 'date', 'result', 'comment'),
  ...(Array.isArray(x.players) && x.players.length === 2 && x.players.every(isText) && { players: x.players as [string, string] }),
  ...(isDoc(x.tags) && { tags: textsOf(x.tags, ...Object.keys(x.tags)) }),
})

const marks: Mark[] = ['', '?!', '?', '??']

function readReviewed(x: unknown, number: number): ReviewedMove {
  if (!isDoc(x) || !isText(x.move) || !marks.includes(x.mark as Mark)) throw damaged()
  return {
    number: isCount(x.number) ? x.number : number, side: isText(x.side) ? x.side : '', position: '', move: x.move,
    forced: x.forced === true, mark: x.mark as Mark, turning: x.turning === true, exact: x.exact === true,
    depth: isCount(x.depth) ? x.depth : 0,
    value: readValue(x.value), best_value: readValue(x.best_value), best: isText(x.best) ? x.best : undefined,
    loss: isNumber(x.loss) ? x.loss : undefined, unit: isText(x.unit) ? x.unit : undefined,
    pv: Array.isArray(x.pv) ? x.pv.filter(isText) : undefined, why: Array.isArray(x.why) ? x.why.flatMap(readWhy) : undefined,
  }
}

/** readWhy returns a reason, or none if it is not understood. */
function readWhy(x: unknown): Why[] {
  if (!isDoc(x) || !['allows', 'misses', 'only', 'loses', 'gives'].includes(x.kind as string)) return []
  const [lost, taken, next] = [readPieces(x.lost), readPieces(x.taken), readValue(x.next)]
  if (x.kind === (next ? '' : 'only') || x.kind === (lost ? '' : 'loses')) return []
  return [{ kind: x.kind as Why['kind'], ...numbersOf(x, 'plies'), ...textsOf(x, 'cell'), ...(lost && { lost }), ...(taken && { taken }), ...(next && { next }), ...(x.exact === true && { exact: true }) }]
}

function readPieces(x: unknown): Pieces[] | undefined {
  const all = Array.isArray(x) ? x.flatMap((p) => (isDoc(p) && isText(p.piece) && isCount(p.count) ? [{ piece: p.piece, count: p.count }] : [])) : []
  return all.length ? all : undefined
}

function readValue(x: unknown): Value | undefined {
  if (!isDoc(x) || !isNumber(x.value) || !isText(x.unit) || !isNumber(x.outcome)) return undefined
  const { win, draw, loss } = isDoc(x.odds) ? x.odds : {}
  const odds = isNumber(win) && isNumber(draw) && isNumber(loss) && { odds: { win, draw, loss } }
  return { value: x.value, unit: x.unit, outcome: x.outcome, plies: isCount(x.plies) ? x.plies : undefined, ...odds }
}

function readVerdict(x: Doc, s: Study): Verdict | undefined {
  const { nodes, sides } = x
  const whole = Array.isArray(nodes) && nodes.every((n) => isCount(n) && n <= s.moves.length)
  if (!whole || !Array.isArray(sides) || sides.length !== 2 || !sides.every((t) => isDoc(t) && isDoc(t.loss))) return undefined
  return {
    nodes: nodes as number[], opening: isText(x.opening) ? x.opening : '', opening_moves: isCount(x.opening_moves) ? x.opening_moves : 0,
    exact_from: isCount(x.exact_from) ? x.exact_from : 0, sides: [readTotal(sides[0]), readTotal(sides[1])],
  }
}

const numberOr0 = (x: unknown) => (isNumber(x) ? x : 0)

function readTotal(x: Doc): Review['sides'][0] {
  const loss = Object.fromEntries(Object.entries(x.loss as Doc).filter(([, n]) => isNumber(n))) as Record<string, number>
  return {
    side: isText(x.side) ? x.side : '', judged: numberOr0(x.judged), loss, dubious: numberOr0(x.dubious),
    mistakes: numberOr0(x.mistakes), blunders: numberOr0(x.blunders),
  }
}

// Addresses

/** longest is the greatest length of an address with a whole study, in characters. */
export const longest = 8000

const unpackedMost = 4 << 20 // bytes of the largest study after unpacking

/** pack encodes a study for an address, without the lines of its review, which a new review
 * finds again. */
export async function pack(s: Study): Promise<string> {
  const reviewed = Object.fromEntries(Object.entries(s.reviewed).map(([n, m]) => [n, { ...m, pv: undefined, position: undefined }]))
  const stream = new Blob([JSON.stringify({ ...s, reviewed })]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** unpack decodes the output of pack, from any source. */
export async function unpack(packed: string): Promise<Study> {
  let doc: unknown
  try {
    const bytes = unbase64(packed.replaceAll('-', '+').replaceAll('_', '/'))
    doc = JSON.parse(await inflate(bytes))
  } catch (e) {
    throw e instanceof RangeError ? new Error(text('study.large', { n: most })) : damaged()
  }
  return readStudy(doc)
}

/** inflate decompresses bytes. It throws a RangeError if the output is too large. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts as Uint8Array<ArrayBuffer>[]).text()
    if ((size += value.length) > unpackedMost) {
      void reader.cancel()
      throw new RangeError()
    }
    parts.push(value)
  }
}
