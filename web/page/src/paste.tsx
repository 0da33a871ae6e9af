import { h } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { post, type Recorded } from './api'
import { collections, heading } from './collections'
import { findGame, notation, sidesOf, title } from './games'
import { labTree } from './labsetup'
import { base64 } from './picture'
import { laidOut } from './record'
import type { Store } from './store'
import { text } from './words'

/** Fault says why a game of a collection was left out. */
interface Fault {
  number: number
  players: [string, string]
  reason: string
}

/** Read_ is the result of reading a file. */
interface Read_ {
  records: Recorded[]
  faults?: number
  left_out?: Fault[]
  encoding?: string
  format?: string
  choices?: string[] // games that the text fits equally well
}

/** most is the largest number of games listed at once. */
const most = 100

/** Paste reads games and positions in any supported notation. */
export function Paste({ store, done }: { store: Store; done: () => void }) {
  const [typed, setTyped] = useState(store.here.state.position)
  const [found, setFound] = useState<Recorded[]>([])
  const [faulty, setFaulty] = useState<Read_>({ records: [] })
  const [error, setError] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState<((choice: string) => void) | null>(null)
  const open = async (r: Recorded, format?: string) => {
    if ((await findGame(r.game)).tree) location.hash = labTree(r.start)
    else if (!(await openRecord(store, r, r.moves.length, format))) return setError(store.error)
    if (r.remarks) store.notify(r.remarks.join('; '))
    done()
  }
  /** read reads texts or files as one collection, which stays open under a name. choice is the
   * game that the reader has chosen among several. */
  const read = async (name: string, from: object[], choice?: string) => {
    setError('')
    setWanted('')
    try {
      const all: Read_ = { records: [] }
      for (const one of from) merge(all, await post<Read_>('records/read', { ...one, game: store.game.name, keys: true, ...(choice && { choice }) }))
      const { records } = all
      setFaulty(all)
      setAgain(all.choices ? () => (game: string) => void read(name, from, game) : null)
      if (records.length === 1 && !all.faults && !all.choices) await open(records[0]!, all.format)
      else {
        setFound(records)
        if (records.length > 1) void collections.add(name, records)
      }
    } catch (e) {
      setFound([])
      setFaulty({ records: [] })
      setError((e as Error).message)
    }
  }
  const load = async (e: Event) => {
    const input = e.currentTarget as HTMLInputElement
    const files = [...(input.files ?? [])]
    input.value = '' // the same file may be chosen again
    const bytes = async (f: File) => new Uint8Array(await f.arrayBuffer())
    const games = await Promise.all(files.filter((f) => !listOf(f)).map(bytes))
    if (!games.length) return
    setTyped(games.length === 1 ? textOf(games[0]!) ?? '' : '')
    const lists = Object.fromEntries(await Promise.all(files.filter(listOf).map(async (f) => [listOf(f), base64(await bytes(f))])))
    const named = files.filter((f) => !listOf(f))
    await read(named.map((f) => f.name).join(', '), games.map((content, i) => {
      const words = textOf(content)
      return { name: named[i]!.name, ...(words === null ? { data: base64(content) } : { text: words }), ...lists }
    }))
  }
  const known = useMemo(() => new Set(found.flatMap((r) => r.moves)), [found])
  const some = found.filter((r) => matches(r, wanted, known))
  return (
    <form onSubmit={(e) => (e.preventDefault(), void read(text('explorer.pasted'), [{ text: typed }]))}>
      <p>{text('paste.about')}</p>
      <textarea value={typed} onInput={(e) => setTyped(e.currentTarget.value)} rows={6} spellcheck={false} aria-label={text('paste.label')} />
      <p class="note">{text('paste.notation')}: {notation(store.game)}</p>
      {found.length > 1 && found.every((r) => !r.players.some(Boolean)) && <p class="note">{text('paste.lists')}</p>}
      {error && <p class="error" role="alert">{error}</p>}
      {found.length > 1 && (
        <label class="field">
          <span>{text('paste.search', { n: found.length })}</span>
          <input type="search" value={wanted} onInput={(e) => setWanted(e.currentTarget.value)} autocomplete="off" />
        </label>
      )}
      {found.length > 1 && <p class="note" role="status">{text('paste.found', { n: some.length })}{some.length > most && ` ${text('paste.first', { n: most })}`}</p>}
      {found.length > 0 && faulty.encoding && <p class="note">{text('paste.encoding', { encoding: faulty.encoding })}</p>}
      {again && (
        <p class="choices" role="group" aria-label={text('paste.choose')}>
          <span>{text('paste.choose')}</span>
          {faulty.choices!.map((g) => <button type="button" onClick={() => again(g)}>{called(store, g)}</button>)}
        </p>
      )}
      {found.length > 0 && (
        <ul class="found">
          {some.slice(0, most).map((r) => (
            <li>
              <button type="button" onClick={() => void open(r, faulty.format)}>
                <b>{players(store, r) || called(store, r.game)}</b>
                <span>{[r.event, r.date, r.result, text('paste.moves', { n: played(r.moves) }), r.partly && text('paste.partly')].filter(Boolean).join(' · ')}</span>
              </button>
              {r.remarks && <ul class="note">{r.remarks.map((words) => <li>{words}</li>)}</ul>}
            </li>
          ))}
        </ul>
      )}
      {!!faulty.faults && (
        <details>
          <summary>{text('paste.left', { n: faulty.faults })}</summary>
          <ul>{faulty.left_out!.map((f) => <li>{[f.number, f.players.filter(Boolean).join(' – '), f.reason].filter(Boolean).join(' · ')}</li>)}</ul>
        </details>
      )}
      <p class="actions">
        <label class="button"><input type="file" multiple class="hidden" onChange={(e) => void load(e)} />{text('paste.file')}</label>
        <span class="grow" />
        <button type="submit" class="primary">{text('paste.read')}</button>
      </p>
    </form>
  )
}

/** openRecord opens a game as a study, after some of its moves, and reports whether it could.
 * format is the notation that it came in, if known. */
export const openRecord = (store: Store, r: Recorded, at: number, format?: string): Promise<boolean> =>
  store.open(r.game, r.start, r.moves, at, { title: titled(r), ...laidOut(r), ...(format && { format }) })

/** matches reports whether a game begins with the moves among the words, and its heading contains
 * all other words. */
function matches(r: Recorded, wanted: string, known: Set<string>): boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const moves = words.filter((word) => known.has(word))
  return moves.every((move, i) => r.moves[i] === move) && words.every((word) => known.has(word) || heading(r).includes(word))
}

/** played counts moves without passes. */
export const played = (moves: string[]): number => moves.filter((m) => m !== 'pass').length

/** merge adds the result of reading one file to that of others. */
function merge(all: Read_, more: Read_) {
  all.records.push(...more.records)
  all.faults = (all.faults ?? 0) + (more.faults ?? 0)
  all.left_out = [...(all.left_out ?? []), ...(more.left_out ?? [])]
  all.encoding ??= more.encoding
  all.format ??= more.format
  all.choices ??= more.choices
}

/** players names the players of a game, and their sides where the game is known. */
export function players(store: Store, r: Recorded): string {
  const g = store.games.find((g) => g.name === r.game)
  const sides = g && sidesOf(g)
  return r.players.map((name, i) => name && sides ? text('paste.player', { name, side: sides[i]! }) : name).filter(Boolean).join(' – ')
}

/** listOf returns the kind of name list that a file is, by its extension. */
const listOf = (f: File): string | undefined => ({ jou: 'players', trn: 'tournaments' })[f.name.split('.').at(-1)!.toLowerCase()]

/** textOf decodes bytes as text, or returns null if they are not text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** titled returns the title of a record's study. */
const titled = (r: Recorded) => [r.players.filter(Boolean).join(' – '), r.event, r.date].filter(Boolean).join(', ')

/** called returns the best known name of a game. */
function called(store: Store, name: string): string {
  const g = store.games.find((g) => g.name === name)
  return g ? title(g) : name
}
