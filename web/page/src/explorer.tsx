import { Fragment, h } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { aborted } from './api'
import { collections, heading, type Collection, type Explored, type Found, type Row } from './collections'
import { openingName } from './games'
import { Icon } from './icon'
import { Openings } from './openings'
import { openRecord, players } from './paste'
import { brief } from './score'
import type { Store } from './store'
import { Trainer } from './train'
import { over } from './tree'
import { count, exact, text } from './words'

/** shown is the largest number of games listed. */
const shown = 50

/** few is the number of moves shown at first. */
const few = 8

interface Props {
  store: Store
  open: (d: 'paste' | 'on') => void
  point: (move?: string) => void
}

/** Explorer shows what is known of the position: how recorded games, named openings and the book go on, and the
 * games that come to it. */
export function Explorer({ store, open, point }: Props) {
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
    const explore = () => collections.explore(place, leave.signal).then((e) => (setSeen(e), setError('')), (e) => aborted(e) || setError(e.message))
    const timer = setTimeout(explore, 120) // unless the reader steps on
    return () => (clearTimeout(timer), leave.abort())
  }, [at, all, hidden])
  if (hidden) return null
  const counted = seen?.counted
  return (
    <section class="panel explorer">
      <div class="top">
        <h2>{text('explorer.title')}</h2>
        <button type="button" class="small" onClick={() => open('paste')}>{text('explorer.open')}</button>
      </div>
      {store.game.openings && <Openings key={store.game.name} store={store} />}
      {error && <p class="error" role="alert">{error}</p>}
      {!ours.length && seen && !seen.rows.length && <p class="note">{text('explorer.none')}</p>}
      {!!seen?.rows.length && <Rows key={at.id} store={store} rows={seen.rows} point={point} />}
      {counted && <p class="note">{text('explorer.counted', { source: counted.source, all: exact(counted.games), n: counted.games, least: counted.least })}</p>}
      {!over(at) && <p><button type="button" class="small" onClick={() => open('on')}>{text('explorer.on')}</button></p>}
      <Trainer key={`${store.game.name} train`} store={store} />
      {!!ours.length && seen && <Games key={store.game.name} store={store} found={seen.found} />}
      {ours.map((c) => <Opened key={c.id} collection={c} />)}
    </section>
  )
}

/** Rows are the known moves, with the columns that at least one needs. */
function Rows({ store, rows, point }: { store: Store; rows: Row[]; point: (move?: string) => void }) {
  const [whole, setWhole] = useState(false)
  const has = { openings: rows.some((r) => r.openings), games: rows.some((r) => r.games), book: rows.some((r) => r.book) }
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>{text('explorer.move')}</th>
            {has.openings && <th class="number">{text('explorer.openings')}</th>}
            {has.games && <th class="number">{text('explorer.games')}</th>}
            {has.games && <th class="results">{text('explorer.results')}</th>}
            {has.book && <th class="number">{text('explorer.book')}</th>}
          </tr>
        </thead>
        <tbody>{(whole ? rows : rows.slice(0, few)).map((r) => <Played key={r.move} store={store} row={r} has={has} point={point} />)}</tbody>
      </table>
      {!whole && rows.length > few && <button type="button" class="small" onClick={() => setWhole(true)}>{text('explorer.more', { n: rows.length - few })}</button>}
    </>
  )
}

interface Columns {
  openings: boolean
  games: boolean
  book: boolean
}

function Played({ store, row, has, point }: { store: Store; row: Row; has: Columns; point: (move?: string) => void }) {
  const known = row.first + row.draws + row.second
  const percent = (n: number) => Math.round((100 * n) / Math.max(known, 1))
  const [first, second] = store.game.sides
  const results = text('explorer.result', { first, second, won: percent(row.first), drawn: percent(row.draws), lost: percent(row.second) })
  return (
    <tr onMouseEnter={() => point(row.move)} onMouseLeave={() => point()}>
      <td>
        <button type="button" class="quiet" onClick={() => (point(), void store.play(row.move))}>{store.spell(row.move)}</button>
        {row.opening && <small>{openingName(row.opening)}</small>}
      </td>
      {has.openings && <td class="number">{row.openings > 0 && row.openings}</td>}
      {has.games && <td class="number">{row.games > 0 && count(row.games)}</td>}
      {has.games && (
        <td class="results">
          {known > 0 && (
            <span class="shares" role="img" title={results} aria-label={results}>
              <i class="first" style={{ flexGrow: row.first }} /><i class="drawn" style={{ flexGrow: row.draws }} /><i class="second" style={{ flexGrow: row.second }} />
            </span>
          )}
        </td>
      )}
      {has.book && <td class="number">{row.book && brief(row.book)}</td>}
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
