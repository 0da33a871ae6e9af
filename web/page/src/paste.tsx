import { h } from 'preact'
import { useState } from 'preact/hooks'
import { post } from './api'
import { notation, title } from './games'
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
  notes?: Record<number, string>
}

/** Paste reads games and positions in any notation that is known. */
export function Paste({ store, done }: { store: Store; done: () => void }) {
  const [typed, setTyped] = useState(store.here.state.position)
  const [found, setFound] = useState<Record_[]>([])
  const [error, setError] = useState('')
  const open = async (r: Record_) => {
    if (await store.open(r.game, r.position, r.moves, r.moves.length, { title: titled(r), comments: r.notes ?? {} })) done()
    else setError(store.error)
  }
  const read = async (from = typed) => {
    setError('')
    try {
      const { records } = await post<{ records: Record_[] }>('records/read', { text: from, game: store.game.name })
      if (records.length === 1) await open(records[0]!)
      else setFound(records)
    } catch (e) {
      setFound([])
      setError((e as Error).message)
    }
  }
  const load = async (e: Event) => {
    const input = e.currentTarget as HTMLInputElement
    const file = input.files?.[0]
    input.value = '' // the same file may be chosen again
    if (!file) return
    const content = await file.text()
    setTyped(content)
    await read(content)
  }
  return (
    <form onSubmit={(e) => (e.preventDefault(), void read())}>
      <p>{text('paste.about')}</p>
      <textarea value={typed} onInput={(e) => setTyped(e.currentTarget.value)} rows={6} spellcheck={false} aria-label={text('paste.label')} />
      <p class="note">{text('paste.notation')}: {notation(store.game)}</p>
      {error && <p class="error" role="alert">{error}</p>}
      {found.length > 1 && (
        <ul class="found">
          {found.map((r) => (
            <li>
              <button type="button" onClick={() => void open(r)}>
                <b>{r.players.filter(Boolean).join(' – ') || called(store, r.game)}</b>
                <span>{[r.event, r.date, r.result, text('paste.moves', { n: r.moves.length })].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="actions">
        <label class="button"><input type="file" class="hidden" onChange={(e) => void load(e)} />{text('paste.file')}</label>
        <span class="grow" />
        <button type="submit" class="primary">{text('paste.read')}</button>
      </p>
    </form>
  )
}

/** titled is what a study of a record is called. */
const titled = (r: Record_) => [r.players.filter(Boolean).join(' – '), r.event, r.date].filter(Boolean).join(', ')

/** called names a game as well as it is known. */
function called(store: Store, name: string): string {
  const g = store.games.find((g) => g.name === name)
  return g ? title(g) : name
}
