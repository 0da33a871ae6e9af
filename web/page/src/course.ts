// A teacher's course, a file of lessons, quizzes, sheets and games, and what the reader has done of it. The
// browser keeps that by the course's title and by what an entry asks, so that a course may grow.

import { crc32 } from './crc'
import { keep, kept } from './keep'
import { asked, choices, stagesOf, usual } from './labsetup'
import { text } from './words'

/** Asking is a quiz: its stages, and the rest as the server's quizzes have it. */
export interface Asking extends Record<string, unknown> {
  tree: string
  stages: string[]
}

/** Entry is an entry of a course: one of a lesson, a quiz, a sheet and a game. */
export interface Entry {
  lesson: string
  quiz?: Asking
  sheet: string
  game: string
  title: string
  due: string
  note: string
  key: string // of what the browser keeps of it
  fault: string // why it cannot be used, or empty
}

export interface Course {
  title: string
  entries: Entry[]
  faults: string[] // of the file
  sum: string // of the file
}

/** Try is an answer to a question, or that the answer was shown. */
export interface Try {
  stage: string
  question: number
  answer: string
  right: boolean
  shown?: boolean
}

/** Done is what the reader has done of an entry. */
export interface Done {
  tries: Try[]
  counts: Record<string, number> // of questions, by stage
  opened?: boolean
  first?: string // the time of the first work
  last?: string
}

const schema = 'ply.syllabus/1'
const largest = 256 // KiB of a file
const mostEntries = 100 // the limits of ply grade
const mostTries = 2000
const longest = 2000 // characters of a title or a note

/** hex returns the CRC-32 of a text. */
const hex = (s: string) => crc32(new TextEncoder().encode(s)).toString(16).padStart(8, '0')

const clip = (x: unknown) => (JSON.stringify(x) ?? '').slice(0, 60)
const fail = (key: string, values: Record<string, string | number> = {}): never => { throw new Error(text(key, values)) }
const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x)

type Check = (x: unknown) => boolean
const isText: Check = (x) => typeof x === 'string' && x.length <= longest
const isCode: Check = (x) => typeof x === 'string'
const isNumber: Check = (x) => Number.isSafeInteger(x) && (x as number) >= 0
const oneOf = (all: string[]): Check => (x) => all.includes(x as string)
const isDay: Check = (x) => typeof x === 'string' && /^\d{4}-\d\d-\d\d$/.test(x) && !Number.isNaN(Date.parse(x)) && new Date(x).toISOString().startsWith(x)

const named = (all: [string, string][]) => all.map(([name]) => name)
const ofQuiz: Record<string, Check> = {
  tree: isCode, stages: (x) => Array.isArray(x) && x.length > 0 && new Set(x).size === x.length, algorithm: (x) => typeof x === 'string' && asked(x), order: oneOf(named(choices.order)),
  cut: oneOf(named(choices.cut)), fail: oneOf(named(choices.fail)), signs: oneOf(named(choices.signs)), players: oneOf(['maxmin', 'orand']),
  goal: isText, window: isText, bounds: isText, depth: isNumber, rounds: isNumber, seed: isNumber, explore: (x) => typeof x === 'number' && x >= 0, last_cut: (x) => typeof x === 'boolean',
}
const ofEntry: Record<string, Check> = { lesson: isText, quiz: isObject, sheet: isText, game: isCode, title: isText, due: isDay, note: isText }

/** fields returns what is wrong with the fields of an object, or nothing. */
function fields(x: Record<string, unknown>, known: Record<string, Check>): string {
  for (const [name, value] of Object.entries(x)) {
    if (!Object.hasOwn(known, name)) return text('course.unknown', { field: clip(name) })
    if (!known[name]!(value)) return text('course.value', { field: name, value: clip(value) })
  }
  return ''
}

/** said returns what f returns or, if it throws, says. */
function said(f: () => string): string {
  try {
    return f()
  } catch (e) {
    return (e as Error).message
  }
}

/** readEntry reads an entry. */
function readEntry(x: unknown, lessons: string[], base: string): Entry {
  const o = isObject(x) ? x : {}
  const word = (name: string) => (typeof o[name] === 'string' ? (o[name] as string) : '')
  const [lesson, sheet, game, quiz] = [word('lesson'), word('sheet'), word('game'), isObject(o.quiz) ? (o.quiz as Asking) : undefined]
  const fault = (): string => {
    const wrong = isObject(x) ? fields(o, ofEntry) : text('course.value', { field: 'entries', value: clip(x) })
    if (wrong) return wrong
    if ([lesson, sheet, game, quiz].filter(Boolean).length !== 1) return text('course.one')
    if (lesson && !lessons.includes(lesson)) return text('course.no-lesson', { name: lesson })
    if (sheet) own(sheet, base)
    if (!quiz) return ''
    const bad = fields(quiz, ofQuiz)
    if (bad) return bad
    if (!quiz.tree || !quiz.stages) return text('course.value', { field: quiz.tree ? 'stages' : 'tree', value: '' })
    const algorithm = (quiz.algorithm as string) ?? usual.algorithm
    const stages = stagesOf({ ...usual, tree: quiz.tree, algorithm })
    const stage = quiz.stages.find((s) => !stages.includes(s))
    return stage === undefined ? '' : text('course.stage', { stage: String(stage), algorithm, all: stages.join(', ') })
  }
  return { lesson, quiz, sheet, game, title: word('title'), due: isDay(o.due) ? word('due') : '', note: word('note'), key: hex(JSON.stringify([lesson, quiz, sheet, game])), fault: said(fault) }
}

/** readCourse reads a course from a base address. It throws if the file is none; what is wrong with its entries
 * is in their faults. */
export function readCourse(file: string, lessons: string[], base = location.href): Course {
  if (file.length > largest * 1024) fail('course.large', { n: largest })
  let x: unknown
  try {
    x = JSON.parse(file)
  } catch {
    fail('course.not-json')
  }
  if (!isObject(x)) return fail('course.not-json')
  const version = /^ply\.syllabus\/(\d+)$/.exec(String(x.schema))?.[1]
  if (Number(version) > 1) fail('course.newer', { n: version! })
  if (x.schema !== schema) fail('course.schema', { got: clip(x.schema ?? ''), want: schema })
  if (!Array.isArray(x.entries) || x.entries.length < 1 || x.entries.length > mostEntries) return fail('course.entries', { n: mostEntries })
  const wrong = fields(x, { schema: isText, title: isText, entries: Array.isArray })
  return {
    title: isText(x.title) ? (x.title as string) : '', faults: wrong ? [wrong] : [], sum: hex(file),
    entries: x.entries.map((e) => readEntry(e, lessons, base)),
  }
}

/** own returns an address on the page's site. The page may load from no other. */
export function own(address: string, base: string): URL {
  let url: URL | undefined
  try {
    url = new URL(address, base)
  } catch {
    // the check below fails
  }
  if (!url || url.origin !== new URL(base).origin) return fail('course.foreign', { address: address.slice(0, 80), site: new URL(base).origin })
  return url
}

const place = (c: Course) => `course.${c.title}`

/** work returns what the reader has done of a course, by the keys of the entries. */
export const work = (c: Course): Record<string, Done> => kept(place(c), {})

/** doneOf returns what the reader has done of an entry. */
export const doneOf = (c: Course, e: Entry): Done => work(c)[e.key] ?? { tries: [], counts: {} }

/** worked records work on an entry, and reports whether the browser keeps it. */
export function worked(c: Course, e: Entry, change: (d: Done) => Partial<Done>, now = new Date()): boolean {
  const before = doneOf(c, e)
  const d = { ...before, ...change(before) }
  d.tries = d.tries.slice(0, mostTries)
  return keep(place(c), { ...work(c), [e.key]: { ...d, first: d.first ?? now.toISOString(), last: now.toISOString() } })
}

/** Tally counts the questions of a stage or of some. */
export interface Tally {
  first: number // right at the first try
  later: number // right at the last try only
  tried: number
  of: number
}

/** tally counts the questions of a stage. */
export function tally(d: Done, stage: string): Tally {
  const byQuestion: Record<number, Try[]> = {}
  for (const t of d.tries) if (t.stage === stage) (byQuestion[t.question] ??= []).push(t)
  const all = Object.values(byQuestion)
  return {
    first: all.filter((tries) => tries[0]!.right).length, later: all.filter((tries) => !tries[0]!.right && tries.at(-1)!.right).length,
    tried: all.length, of: d.counts[stage] ?? 0,
  }
}

/** sum returns the tally of all stages that were begun, their number, and whether every question was tried. */
export function sum(d: Done, stages: string[]): Tally & { begun: number; ended: boolean } {
  const all = stages.map((s) => tally(d, s))
  const add = (key: keyof Tally) => all.reduce((n, t) => n + t[key], 0)
  return { first: add('first'), later: add('later'), tried: add('tried'), of: add('of'), begun: stages.filter((s) => s in d.counts).length, ended: stages.every((s, i) => s in d.counts && all[i]!.tried >= all[i]!.of) }
}

/** progress returns the file that ply grade reads. pages returns the pages read of a lesson, and how many it has. */
export function progress(c: Course, student: string, pages: (lesson: string) => [number, number]): string {
  const done = c.entries.map((e) => (e.fault ? { tries: [], counts: {} } as Done : doneOf(c, e)))
  const times = done.flatMap((d) => (d.first ? [d.first, d.last!] : [])).sort()
  const answers = done.flatMap((d, i) => d.tries.map(({ stage, question, ...t }) => ({ id: `${i + 1}.${stage}.${question}`, ...t })))
  const entries = c.entries.flatMap<object>((e, i) => {
    if (!e.lesson) return done[i]!.opened ? [{ entry: i + 1, opened: true }] : []
    const [read, of] = pages(e.lesson)
    return read ? [{ entry: i + 1, read, pages: of }] : []
  })
  return `${JSON.stringify({ schema: 'ply.progress/1', course: c.title, checksum: c.sum, student, first: times[0], last: times.at(-1), entries, answers }, null, 1)}\n`
}
