import { h } from 'preact'
import { useState } from 'preact/hooks'
import { post } from './api'
import { findGame, notation, title } from './games'
import { labTree } from './labsetup'
import { base64 } from './picture'
import type { Store } from './store'
import { text } from './words'

interface Record_ {
  game: string
  position: string
  moves: string[]
  players: [string, string]
  event?: string
  date?: string
  result?: string
  comment?: string
  notes?: Record<number, string>
}

/** Fault says why a game of a collection was left out. */
interface Fault {
  number: number
  players: [string, string]
  reason: string
}

/** Read_ is the result of reading a file. */
interface Read_ {
  records: Record_[]
  faults?: number
  left_out?: Fault[]
  encoding?: string
  others?: string[]
}

/** most is the largest number of games listed at once. */
const most = 100

/** Paste reads games and positions in any supported notation. */
export function Paste({ store, done }: { store: Store; done: () => void }) {
  const [typed, setTyped] = useState(store.here.state.position)
  const [found, setFound] = useState<Record_[]>([])
  const [faulty, setFaulty] = useState<Read_>({ records: [] })
  const [error, setError] = useState('')
  const [wanted, setWanted] = useState('')
  const open = async (r: Record_) => {
    if ((await findGame(r.game)).tree) {
      location.hash = labTree(r.position)
      return done()
    }
    if (await store.open(r.game, r.position, r.moves, r.moves.length, { title: titled(r), comments: { 0: r.comment ?? '', ...r.notes } })) done()
    else setError(store.error)
  }
  const read = async (from: object = { text: typed }) => {
    setError('')
    setWanted('')
    try {
      const all = await post<Read_>('records/read', { ...from, game: store.game.name })
      const { records } = all
      setFaulty(all)
      if (records.length === 1 && !all.faults && !all.others) await open(records[0]!)
      else setFound(records)
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
    const game = files.find((f) => !listOf(f))
    if (!game) return
    const content = new Uint8Array(await game.arrayBuffer())
    const words = textOf(content)
    setTyped(words ?? '')
    const lists = await Promise.all(files.filter(listOf).map(async (f) => [listOf(f), base64(new Uint8Array(await f.arrayBuffer()))]))
    await read({ ...(words === null ? { data: base64(content) } : { text: words }), ...Object.fromEntries(lists) })
  }
  const some = found.filter((r) => matches(r, wanted))
  return (
    <form onSubmit={(e) => (e.preventDefault(), void read())}>
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
      {found.length > 0 && faulty.others && <p class="note">{text('paste.others', { game: called(store, found[0]!.game), games: faulty.others.map((g) => called(store, g)).join(', ') })}</p>}
      {(found.length > 1 || !!faulty.faults || !!faulty.others) && (
        <ul class="found">
          {some.slice(0, most).map((r) => (
            <li>
              <button type="button" onClick={() => void open(r)}>
                <b>{r.players.filter(Boolean).join(' – ') || called(store, r.game)}</b>
                <span>{[r.event, r.date, r.result, text('paste.moves', { n: r.moves.length })].filter(Boolean).join(' · ')}</span>
              </button>
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

/** matches reports whether a game's heading or moves contain all words. */
function matches(r: Record_, wanted: string): boolean {
  const all = [...r.players, r.event, r.date, r.result, r.moves.join(' ')].join(' ').toLowerCase()
  return wanted.toLowerCase().split(/\s+/).every((word) => all.includes(word))
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
const titled = (r: Record_) => [r.players.filter(Boolean).join(' – '), r.event, r.date].filter(Boolean).join(', ')

/** called returns the best known name of a game. */
function called(store: Store, name: string): string {
  const g = store.games.find((g) => g.name === name)
  return g ? title(g) : name
}
