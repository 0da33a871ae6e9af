// Tests of what needs no page: trees, studies, values, records, signs and drawings. The browser tests
// run them; they leave the names of those that fail in window.failed.

import type { Analysis, Board, Line, Note, ReviewedMove, State, Value } from './api'
import { planned, type Way } from './board'
import { known, type Row } from './collections'
import { doneOf, own, progress, readCourse, sum, work, worked } from './course'
import { crc32 } from './crc'
import { inked, inkOf, reworded, toggled, wordsOf } from './ink'
import { best, reply, trained, type Line as Learnt } from './lines'
import { estimate } from './rating'
import { laidOut, recordOf } from './record'
import { accuracyOf, brief, chance, full, losses, pointsLost, signed, weight } from './score'
import { graded, gradeOf, printed } from './signs'
import { shuffled, startOf } from './starts'
import { branches, numbered as all, pack, plain, readStudy, schema, unpack, type Study } from './study'
import { forFirst, isMain, judgement, line, negate, newNode, numbered, opinion, path, promote, remove, type Node } from './tree'

const failed: string[] = []

/** written writes a value with the keys of its objects in order. */
const written = (x: unknown) => JSON.stringify(x, (_, v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v))

function equal(what: string, got: unknown, want: unknown) {
  const [a, b] = [written(got), written(want)]
  if (a !== b) failed.push(`${what}: got ${a}, want ${b}`)
}

/** refused returns the message of what a function throws. */
function refused(f: () => unknown): string {
  try {
    f()
  } catch (e) {
    return (e as Error).message
  }
  return ''
}

const state = (move: string | undefined, side: 0 | 1, more: Partial<State> = {}): State =>
  ({ move, side, position: '', to_move: '', legal: ['a', 'b'], over: false, ...more })

/** grown returns the positions of a tree of moves, each with the number of the one before it: the root,
 * then a, b after it, c instead of b, d after c. */
function grown(): [root: Node, a: Node, b: Node, c: Node, d: Node] {
  const root = newNode(state(undefined, 0))
  const a = newNode(state('a', 1), root)
  const b = newNode(state('b', 0), a)
  const c = newNode(state('c', 0), a)
  return [root, a, b, c, newNode(state('d', 1), c)]
}

const points = (value: number): Value => ({ value, unit: 'points', outcome: 0 })
const found = (move: string, value: number, more: Partial<Line> = {}): Line => ({ ...points(value), move, rank: 1, exact: false, bound: 'exact', depth: 6, pv: [move], ...more })
const analysis = (lines: Line[], more: Partial<Analysis> = {}): Analysis =>
  ({ position: '', best: lines[0]!.move, exact: false, outcome: '', depth: 6, seldepth: 6, pv: [], nodes: 1, time_ms: 1, nps: 1, threads: 1, multipv: lines, stopped: '', ...more })

const names = (nodes: Node[]) => nodes.map((n) => n.state.move ?? '').join('')

function trees() {
  const [root, a, b, c, d] = grown()
  equal('path', names(path(d)), 'acd')
  equal('line', names(line(a)), 'ab')
  equal('line of a variation', names(line(c)), 'acd')
  equal('numbers', [a, b, d].map(numbered), ['1.', '1…', '2.'])
  equal('main line', [root, a, b, c, d].map(isMain), [true, true, true, false, false])
  promote(d)
  equal('promoted', names(line(root)), 'acd')
  remove(c)
  equal('removed', names(line(root)), 'ab')
}

function values() {
  const [, a, b, c] = grown()
  const odds = { win: 0.5, draw: 0.3, loss: 0.2 }
  equal('negated', negate({ ...points(3), odds }), { ...points(-3), odds: { win: 0.2, draw: 0.3, loss: 0.5 } })
  equal('negated without a winner', negate({ ...points(3), outcome: 2 }).outcome, 2)
  // b was the best move of a: 5 for the second side, so -5 for the side to move after it.
  a.analysis = analysis([found('b', 5), found('c', 1)])
  equal('said by the parent', opinion(b)?.value.value, -5)
  equal('for the first player', forFirst(a)?.value.value, -5)
  equal('cost', judgement(c), { loss: 4, unit: 'points', mark: '', turning: false })
  a.analysis = analysis([found('b', 5), found('c', 1, { depth: 4 })])
  equal('no cost between depths', judgement(c), null)
  const win = { unit: 'plies', value: 0, outcome: 1, plies: 3, exact: true }
  a.analysis = analysis([found('b', 0, win), found('c', 0, { ...win, outcome: -1 })], { exact: true })
  equal('a proven slip', judgement(c)?.mark, '??')
  // The record's values are those of the side that moved; an analysis replaces them.
  const [, first, second] = grown()
  const noted = (n: Node, value: string) => ((n.note = { eval: value } as Note), forFirst(n)?.value)
  equal('%eval', noted(first, '0.25')?.value, 0.25)
  equal('%eval of the second side', noted(second, '0.25')?.value, -0.25)
  equal('%eval of a mate', [noted(first, '#-3')?.outcome, noted(second, '+M')?.outcome], [-1, -1])
  equal('no %eval', noted(first, 'so'), undefined)
  first.note = { eval: '9' }
  first.analysis = analysis([found('b', 2)])
  equal('the analysis comes first', forFirst(first)?.value.value, -2)
  equal('a record is no proof', (noted(second, '1'), forFirst(second)?.exact), false)
}

function scores() {
  equal('signed', [0, 0.04, -0.04, 12, -3, 12_345].map(signed), ['0', '0', '0', '+12', '−3', '+12.3k'])
  const win: Value = { value: 0, unit: 'plies', outcome: 1, plies: 5 }
  equal('brief', [win, negate(win), { ...win, outcome: 0 }, points(2)].map(brief), ['W5', 'L5', '=', '+2'])
  equal('full', [full(win, 'White', 'Black', true), full(negate(win), 'White', 'Black', true), full(points(0), 'White', 'Black', true)], ['White wins in 5 plies', 'Black wins in 5 plies', 'Draw'])
  equal('losses', [losses({ discs: 1 }), losses({})], ['1 disc', '–'])
  const rows: Value = { value: 340, unit: 'thousandths of a row', outcome: 0 }
  equal('rows', [brief(rows), full(negate(rows), 'X', 'O', false), losses({ [rows.unit]: 1250 })], ['+0.3', '−0.3 rows', '1.3 rows'])
  const judged = (best: Value, value: Value, more: Partial<ReviewedMove> = {}): ReviewedMove =>
    ({ number: 1, side: '', position: '', move: 'a', forced: false, mark: '', turning: false, exact: false, depth: 6, best_value: best, value, ...more })
  const even = { ...points(0), odds: { win: 0.3, draw: 0.4, loss: 0.3 } }
  const worse = { ...points(-1), odds: { win: 0.2, draw: 0.3, loss: 0.5 } }
  const moves = [judged(even, worse), judged(worse, even), judged(win, negate(win), { exact: true }), judged(win, negate(win), { exact: true, forced: true }), judged(points(0), points(1))]
  equal('points lost', moves.map((m) => pointsLost(m)?.toFixed(2)), ['0.15', '0.00', '1.00', '1.00', undefined])
  equal('accuracy', [accuracyOf(moves)?.toFixed(3), accuracyOf(moves.slice(3))], ['0.617', undefined])
  equal('weight', [weight(win, 4), weight(negate(win), 4), weight(points(0), 4)], [1, -1, 0])
  const odds = { win: 0.5, draw: 0.3, loss: 0.2 }
  equal('chance', [chance({ ...points(1), odds }, false, 'points'), chance(points(0), false, 'points'), chance({ ...points(4), outcome: 1, odds }, true, 'points'), chance(negate(win), true, 'plies')], [0.65, 0.5, 1, 0])
}

async function studies() {
  const [root, , b, , d] = grown()
  equal('branches', branches(all(root)), [{ from: 0, move: 'a' }, { from: 1, move: 'b' }, { from: 1, move: 'c' }, { from: 3, move: 'd' }])
  equal('numbers of positions', [all(root).indexOf(b), all(root).indexOf(d)], [2, 4])
  const study: Study = {
    schema, title: 'Tiger', game: 'toy', position: '', moves: branches(all(root)), at: 2, view: { quarters: 2, mirrored: true },
    comments: { 2: '[%cal Gd2d4] so' }, notes: { 1: { sign: '! $7', eval: '0.3', depth: 9 } }, heading: { players: ['Ann', 'Bo'], tags: { ECO: 'C50' } }, reviewed: {}, ended: { 2: { loser: 1, why: 'time' } }, hints: { 0: 'a' },
  }
  const back = await unpack(await pack(study))
  for (const key of Object.keys(study) as (keyof Study)[]) equal(`packed ${key}`, back[key], study[key])
  const bare: Study = { schema, title: '', game: 'toy', position: '', moves: [{ from: 0, move: 'a' }], at: 1, view: { quarters: 0, mirrored: false }, comments: {}, reviewed: {} }
  equal('plain', [plain(bare), plain({ ...bare, comments: { 1: 'x' } }), plain({ ...bare, notes: { 1: { sign: '!' } } }), plain({ ...bare, moves: study.moves }), plain(study)], [true, false, false, false, false])
  for (const [what, doc] of Object.entries({
    nothing: null, text: 'x', 'no schema': {}, 'a later one': { ...bare, schema: 'ply.study/2' }, 'a move from a later position': { ...bare, moves: [{ from: 1, move: 'a' }] },
    'a position that is not there': { ...bare, at: 2 }, 'too many moves': { ...bare, moves: Array(4096).fill({ from: 0, move: 'a' }) },
  })) equal(`${what} is refused`, refused(() => readStudy(doc)) !== '', true)
  const odds = { win: 0.5, draw: 0.3, loss: 0.2 }
  equal('chances', readStudy({ ...bare, reviewed: { 1: { move: 'a', mark: '', value: { ...points(1), odds } } } }).reviewed[1]?.value?.odds, odds)
  const why = [{ kind: 'loses', lost: [{ piece: 'rook', count: 2 }], taken: [{ piece: 'pawn', count: 1 }] }, { kind: 'only', next: { ...points(1), odds }, exact: true }, { kind: 'gives', cell: 'a1' }, { kind: 'allows', plies: 3 }]
  const senseless = [{ kind: 'so' }, { kind: 'only' }, { kind: 'loses', lost: [{ piece: 3 }] }, 7]
  equal('reasons', readStudy({ ...bare, reviewed: { 1: { move: 'a', mark: '?', why: [...why, ...senseless] } } }).reviewed[1]?.why, why)
  equal('what is not understood is left out', readStudy({ ...bare, comments: { 1: 3, 7: 'x' }, notes: { 1: { sign: 4, eval: '1' } }, ended: { 1: 'so' } }).notes, { 1: { eval: '1' } })
}

function records() {
  const said = { game: 'toy', start: '', players: ['', ''] as [string, string], moves: ['a', 'b'], notes: { 1: { sign: '!', text: 'good' } }, variations: [{ at: 1, moves: ['c', 'd'], notes: { 0: { text: 'or' }, 1: { text: 'so' } } }] }
  const { moves, comments, notes } = laidOut(said)
  equal('laid out', moves, [{ from: 0, move: 'a' }, { from: 1, move: 'b' }, { from: 1, move: 'c' }, { from: 3, move: 'd' }])
  equal('comments', comments, { 0: '', 1: 'good', 3: 'or\nso' })
  const [root, a, , c] = grown()
  a.note = notes![1]
  a.comment = 'good'
  c.comment = 'or so'
  const record = recordOf(root, null, undefined, () => ({}))
  equal('written', [record.moves, record.notes![1]], [['a', 'b'], { sign: '!', text: 'good' }])
  equal('variation', record.variations!.map((v) => [v.at, v.moves, v.notes![1]]), [[1, ['c', 'd'], { text: 'or so' }]])
  equal('one line', recordOf(root, path(c), undefined, () => ({})).moves, ['a', 'c'])
}

function signs() {
  equal('printed', printed('! $7 $14 x'), ['!', '□', '⩲', 'x'])
  equal('grades', ['', '$7', '$7 !?', '$4'].map(gradeOf), ['', '', '!?', '??'])
  equal('graded', [graded('', '!'), graded('$2 $7', '!'), graded('!? $7', '!?'), graded('$5', '!?')], ['!', '! $7', '$7', ''])
}

function drawings() {
  const cells = new Set(['d2', 'd4', 'e4', '1', '11', '15'])
  const arrow = { colour: 'G', from: 'd2', to: 'd4' }
  const ring = { colour: 'R', from: 'e4', to: 'e4' }
  equal('read', inkOf('[%cal Gd2d4,Xd2d4, Gd2z9] [%csl Re4] so', cells), [arrow, ring])
  equal('numbers', inkOf('[%cal G11-15] [%csl B1]', cells), [{ colour: 'G', from: '11', to: '15' }, { colour: 'B', from: '1', to: '1' }])
  equal('words', [wordsOf('[%cal Gd2d4] [%csl Re4] so it is '), wordsOf(), wordsOf('[%emt 1] so')], ['so it is ', '', '[%emt 1] so'])
  equal('written', [inked('so', [ring, arrow]), inked('[%csl Re4]  so', []), inked(undefined, [{ colour: 'Y', from: '1', to: '15' }])], ['[%cal Gd2d4] [%csl Re4] so', 'so', '[%cal Y1-15]'])
  equal('reworded', [reworded('[%cal Gd2d4] so', 'no '), reworded('[%csl Re4]', ''), reworded('so', 'no')], ['[%cal Gd2d4] no ', '[%csl Re4]', 'no'])
  equal('toggled', [toggled([arrow], arrow), toggled([arrow], { ...arrow, colour: 'B' }), toggled([arrow], ring)], [[], [{ ...arrow, colour: 'B' }], [arrow, ring]])
}

function starts() {
  const ranks = Array.from({ length: shuffled }, (_, n) => startOf(n).split('/')[7]!.split(' ')[0]!)
  equal('numbers of positions', [ranks[0], ranks[518], ranks[959]], ['BBQNNRKR', 'RNBQKBNR', 'RKRNNQBB'])
  equal('different positions', new Set(ranks).size, shuffled)
  const lawful = (r: string) => /R.*K.*R/.test(r) && r.indexOf('B') % 2 !== r.lastIndexOf('B') % 2 && [...r].sort().join('') === 'BBKNNQRR'
  equal('lawful positions', ranks.filter((r) => !lawful(r)), [])
  equal('both sides', startOf(518), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
}

function lines() {
  const learnt: Learnt = { game: 'toy', position: '', moves: ['a'], side: 0, name: '', box: 0, due: 100 }
  equal('without mistakes', [0, 1, 5, 6].map((box) => trained({ ...learnt, box }, true, 100)).map((l) => [l.box, l.due]), [[1, 102], [2, 104], [6, 164], [6, 164]])
  equal('with a mistake', (({ box, due }) => [box, due])(trained({ ...learnt, box: 5 }, false, 100)), [0, 101])
  const row = (move: string, games: number, openings = 0, rank?: number): Row =>
    ({ move, games, first: 0, draws: 0, second: 0, openings, ...(rank !== undefined && { book: { ...found(move, rank), rank } }) })
  const rows = [row('a', 75), row('b', 25, 9, 2), row('c', 0, 1, 5)]
  equal('replies by games', [0, 0.74, 0.76, 0.999].map((chance) => reply(rows, chance)?.move), ['a', 'a', 'b', 'b'])
  equal('replies by openings', [0, 0.95].map((chance) => reply(rows.slice(1).map((r) => ({ ...r, games: 0 })), chance)?.move), ['b', 'c'])
  equal('replies of the book', reply([row('a', 0, 0, -1), row('b', 0, 0, 3)], 0.1)?.move, 'b')
  equal('best', [best(rows)?.move, best(rows.slice(0, 1))?.move, best([])], ['c', 'a', undefined])
  equal('no reply', reply([], 0.5), undefined)
  equal('known', known([row('a', 0), row('b', 0, 1), row('c', 3), row('d', 0, 0, 1)]).map((r) => r.move), ['c', 'd', 'b'])
}

function ratings() {
  const ladder = [0, 600, 1200]
  const share = (x: number) => 1 / (1 + 10 ** (-x / 400))
  // With many games the rating is where the expected points are the points made, and the interval that of their variance.
  const many = Array.from({ length: 300 }, (_, i): [number, number] => [600, i % 4 ? 1 : 0])
  const { elo, low, high } = estimate(many, ladder)
  equal('many games', Math.abs(share(elo - 600) - 0.75) < 0.005, true)
  const error = (1.96 * 400) / Math.LN10 / Math.sqrt(300 * 0.75 * 0.25)
  equal('interval of many games', [high - elo, elo - low].map((d) => Math.abs(d - error) < 8), [true, true])
  // A draw is half a win and half a loss, and what all the games show does not depend on their order.
  equal('draws', estimate([[600, 0.5], [600, 0.5]], ladder), estimate([[600, 0], [600, 1]], ladder))
  equal('level', estimate([[600, 0.5]], ladder).elo, 600)
  const [won, lost] = [estimate([[1200, 1]], ladder), estimate([[1200, 0]], ladder)]
  equal('a win and a loss', [won.elo > 600, lost.elo < 600, won.low < won.elo, won.elo < won.high, won.high - won.low > 1000], [true, true, true, true, true])
  equal('symmetry', estimate([[0, 0]], ladder).elo - 600, 600 - won.elo)
  equal('wins narrow it', estimate([[1200, 1], [1200, 1], [1200, 1]], ladder).low > won.low, true)
}

function plans() {
  const board = { falls: false, cells: [], pieces: ['Q', 'R', 'N'].map((letter) => ({ letter })) } as unknown as Board
  const way = (move: string, ...path: number[]): Way => ({ move, path })
  const ways = [way('jump', 1, 2, 3), way('other', 1, 4, 3), way('step', 1, 5), { ...way('knight', 7, 8), becomes: 'N' }, { ...way('queen', 7, 8), becomes: 'Q' }, way('place', 9)]
  const move = (...cells: number[]) => planned(board, ways, cells)?.move
  equal('steps', [move(1, 2, 3), move(1, 4, 3), move(1, 3), move(1, 6, 3)], ['jump', 'other', undefined, undefined])
  equal('the last cell counts', [move(1, 5), move(1, 6, 5), move(1, 2), move(6, 5)], ['step', 'step', undefined, undefined])
  equal('the first kind', move(7, 8), 'queen')
  equal('placed', [move(9), move(1), move(9, 1)], ['place', undefined, undefined])
}

function courses() {
  equal('crc', crc32(new TextEncoder().encode('123456789')), 0xcbf43926) // the check value of CRC-32
  const file = (entries: unknown[], more: object = {}) => JSON.stringify({ schema: 'ply.syllabus/1', title: 'unit', entries, ...more })
  const read = (entries: unknown[], more?: object) => readCourse(file(entries, more), ['minimax'])
  const fault = (entry: unknown) => read([entry]).entries[0]!.fault
  const quiz = { tree: '((1 2)(3 4))', stages: ['values', 'cuts'] }
  for (const entry of [{ lesson: 'minimax', due: '2030-02-28', note: '<b>' }, { quiz }, { quiz: { ...quiz, order: 'reversed', depth: 2, seed: 1 } }, { sheet: 'x.html' }, { game: 'title = ""' }]) equal(`no fault in ${JSON.stringify(entry)}`, fault(entry), '')
  for (const [entry, want] of [
    [{ lesson: 'maximin' }, 'no lesson maximin'], [{ lesson: 7 }, 'field lesson'], [{ lesson: 'minimax', hint: '' }, 'Unknown field "hint"'], [{ lesson: 'minimax', constructor: '' }, 'Unknown field'],
    [{}, 'one of'], [{ lesson: 'minimax', sheet: 'x' }, 'one of'], [null, 'entries'], ['minimax', 'entries'], [{ lesson: 'minimax', due: '2030-02-30' }, 'field due'],
    [{ quiz: [] }, 'field quiz'], [{ quiz: { tree: '(1 2)' } }, 'field stages'], [{ quiz: { ...quiz, stages: ['cuts', 'cuts'] } }, 'field stages'], [{ quiz: { ...quiz, stages: ['proofs'] } }, 'proofs is not for alphabeta'],
    [{ quiz: { ...quiz, stages: [7] } }, '7 is not for'], [{ quiz: { ...quiz, algorithm: 'guess' } }, 'field algorithm'], [{ quiz: { ...quiz, depth: -1 } }, 'field depth'], [{ quiz: { ...quiz, lang: 'ru' } }, 'Unknown field "lang"'],
    [{ lesson: 'minimax', note: 'x'.repeat(2001) }, 'field note'],
  ] as [unknown, string][]) {
    const said = fault(entry)
    equal(`fault of ${JSON.stringify(entry)?.slice(0, 60)}: ${said}`, said.includes(want), true)
  }
  equal('the rest works', read([{ lesson: 7 }, { lesson: 'minimax' }, { x: 1 }]).entries.map((e) => !e.fault), [false, true, false])
  equal('fields of the file', read([{ lesson: 'minimax' }], { teacher: 'x' }).faults, ['Unknown field "teacher".'])
  for (const [bad, want] of [['{', 'not a JSON object'], ['[]', 'not a JSON object'], ['{}', 'its schema'], [file([], {}), 'a list of 1'], [file([{}], { schema: 'ply.syllabus/2' }), 'newer'], [file([{}], { schema: 'ply.sheet/1' }), 'ply.sheet/1'], [' '.repeat(300_000), 'too large']] as const) {
    equal(`refuses ${bad.slice(0, 40)}`, refused(() => readCourse(bad, [])).includes(want), true)
  }
  const base = 'https://a.test/x/index.html'
  equal('own', [own('c.json', base).href, own('/c.json', base).href], ['https://a.test/x/c.json', 'https://a.test/c.json'])
  for (const foreign of ['https://b.test/c.json', '//b.test/c', 'javascript:alert(1)', 'data:,x', 'http://a.test/c', 'http://']) equal(`foreign ${foreign}`, refused(() => own(foreign, base)).includes('not on this site'), true)
  // Work on a quiz: a question right at once, one at the second try, one shown; a stage not begun.
  const course = read([{ lesson: 'minimax' }, { quiz }], { title: 'unit of work' })
  const entry = course.entries[1]!
  const say = (question: number, answer: string, right: boolean, shown?: true) =>
    worked(course, entry, (d) => ({ tries: [...d.tries, { stage: 'values', question, answer, right, ...(shown && { shown }) }], counts: { ...d.counts, values: 3 } }), new Date(Date.UTC(2030, 0, question)))
  say(1, '1', true)
  say(2, '1', false)
  say(2, '3', true)
  say(3, '', false, true)
  equal('tally', sum(doneOf(course, entry), quiz.stages), { first: 1, later: 1, tried: 3, of: 3, begun: 1, ended: false })
  equal('ended', sum(doneOf(course, entry), ['values']).ended, true)
  const saved = JSON.parse(progress(course, 'Ada', () => [2, 5]))
  equal('progress', [saved.schema, saved.course, saved.checksum, saved.student, saved.first, saved.last], ['ply.progress/1', 'unit of work', course.sum, 'Ada', '2030-01-01T00:00:00.000Z', '2030-01-03T00:00:00.000Z'])
  equal('its entries', saved.entries, [{ entry: 1, read: 2, pages: 5 }])
  equal('its answers', saved.answers.map((a: { id: string }) => a.id), ['2.values.1', '2.values.2', '2.values.2', '2.values.3'])
  equal('shown', saved.answers[3], { id: '2.values.3', answer: '', right: false, shown: true })
  // A course that has grown keeps what was done.
  equal('grown', doneOf(read([{ lesson: 'minimax' }, { sheet: 'x' }, { quiz }], { title: 'unit of work' }), { ...entry }).tries.length, 4)
  localStorage.removeItem('plywood.course.unit of work')
  equal('removed', work(course), {})
}

async function run() {
  for (const test of [trees, values, scores, studies, records, signs, drawings, starts, lines, ratings, plans, courses]) {
    try {
      await test()
    } catch (e) {
      failed.push(`${test.name}: ${String(e)}`)
    }
  }
  Object.assign(window, { failed })
}

void run()
