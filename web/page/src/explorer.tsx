import { h } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { aborted } from './api'
import { collections, heading, type Collection, type Explored, type Found, type Row } from './collections'
import { Icon } from './icon'
import { openRecord, players } from './paste'
import { brief } from './score'
import type { Store } from './store'
import { count, text } from './words'

/** shown is the largest number of games listed. */
const shown = 50

/** Explorer shows how recorded games and the book go on from the position, and the games that come
 * to it. */
export function Explorer({ store, open, point }: { store: Store; open: () => void; point: (move?: string) => void }) {
  const [all, setAll] = useState(collections.all)
  const [seen, setSeen] = useState<Explored | null>(null)
  const [error, setError] = useState('')
  useLayoutEffect(() => collections.subscribe(() => setAll(collections.all)), [])
  const ours = all.filter((c) => c.game === store.game.name)
  const at = store.here
  const hidden = store.veiled()
  useEffect(() => {
    if (hidden) return setSeen(null)
    const leave = new AbortController()
    const place = { game: store.game.name, position: store.start, moves: store.moves(at) }
    collections.explore(place, leave.signal).then((e) => (setSeen(e), setError('')), (e) => aborted(e) || setError(e.message))
    return () => leave.abort()
  }, [at, all, hidden])
  if (hidden) return null
  return (
    <section class="panel explorer">
      <div class="top">
        <h2>{text('explorer.title')}</h2>
        <button type="button" class="small" onClick={open}>{text('explorer.open')}</button>
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      {!ours.length && !seen?.rows.length && <p class="note">{text('explorer.none')}</p>}
      {!!seen?.rows.length && (
        <table>
          <thead>
            <tr>
              <th>{text('explorer.move')}</th>
              <th class="number">{text('explorer.games')}</th>
              <th>{text('explorer.results')}</th>
              {seen.rows.some((r) => r.book) && <th class="number">{text('explorer.book')}</th>}
            </tr>
          </thead>
          <tbody>{seen.rows.map((r) => <Played key={r.move} store={store} row={r} book={seen.rows.some((r) => r.book)} point={point} />)}</tbody>
        </table>
      )}
      {!!ours.length && seen && <Games key={store.game.name} store={store} found={seen.found} />}
      {ours.map((c) => <Opened key={c.id} collection={c} />)}
    </section>
  )
}

function Played({ store, row, book, point }: { store: Store; row: Row; book: boolean; point: (move?: string) => void }) {
  const known = row.first + row.draws + row.second
  const percent = (n: number) => Math.round((100 * n) / Math.max(known, 1))
  const [first, second] = store.game.sides
  const results = text('explorer.result', { first, second, won: percent(row.first), drawn: percent(row.draws), lost: percent(row.second) })
  return (
    <tr onMouseEnter={() => point(row.move)} onMouseLeave={() => point()}>
      <td><button type="button" class="quiet" onClick={() => (point(), void store.play(row.move))}>{store.spell(row.move)}</button></td>
      <td class="number">{row.games > 0 && count(row.games)}</td>
      <td>
        {known > 0 && (
          <span class="shares" role="img" title={results} aria-label={results}>
            <i class="first" style={{ flexGrow: row.first }} /><i class="drawn" style={{ flexGrow: row.draws }} /><i class="second" style={{ flexGrow: row.second }} />
          </span>
        )}
      </td>
      {book && <td class="number">{row.book && brief(row.book)}</td>}
    </tr>
  )
}

/** Games lists the games that come to the position, by player, year and result. */
function Games({ store, found }: { store: Store; found: Found[] }) {
  const [wanted, setWanted] = useState('')
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const some = found.filter(({ record }) => words.every((w) => heading(record).includes(w)))
  return (
    <details>
      <summary>{text('explorer.found', { n: found.length })}</summary>
      <label class="field">
        <span>{text('explorer.search')}</span>
        <input type="search" value={wanted} onInput={(e) => setWanted(e.currentTarget.value)} autocomplete="off" />
      </label>
      <ul class="games">
        {some.slice(0, shown).map(({ record, ply }) => (
          <li>
            <button type="button" onClick={() => void openRecord(store, record, ply)}>
              <b>{players(store, record) || text('explorer.nameless')}</b>
              <span>{[record.event, record.date, record.result].filter(Boolean).join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {some.length > shown && <p class="note">{text('paste.first', { n: shown })}</p>}
    </details>
  )
}

function Opened({ collection: c }: { collection: Collection }) {
  return (
    <p class="opened">
      <span>{c.name}</span>
      <span class="note">{text('paste.found', { n: c.records.length })}</span>
      <button type="button" class="icon" aria-label={text('explorer.close', { name: c.name })} onClick={() => void collections.close(c.id)}><Icon name="close" /></button>
    </p>
  )
}
