import { h } from 'preact'
import { useState } from 'preact/hooks'
import type { Opening } from './api'
import { listOpenings, openingName } from './games'
import type { Store } from './store'
import { text } from './words'

/** shown is the largest number of openings listed. */
const shown = 30

/** matching returns the openings with all the words that the reader wrote in their names, English or the reader's. */
export function matching(all: Opening[], wanted: string): Opening[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ name }) => {
    const names = `${name} ${openingName(name)}`.toLowerCase()
    return words.every((w) => names.includes(w))
  })
}

/** Openings finds named openings and goes to their positions. */
export function Openings({ store }: { store: Store }) {
  const [all, setAll] = useState<Opening[] | null>(null)
  const [wanted, setWanted] = useState('')
  const some = wanted.trim() && all ? matching(all, wanted) : []
  const go = (o: Opening) => (setWanted(''), void store.open(store.game.name, '', o.moves))
  return (
    <div class="finder">
      <input
        type="search" value={wanted} placeholder={text('openings.find')} aria-label={text('openings.find')} autocomplete="off" spellcheck={false}
        onFocus={() => void listOpenings(store.game.name).then(setAll, (e) => store.fail(e))} onInput={(e) => setWanted(e.currentTarget.value)}
      />
      {!!some.length && (
        <ul class="games">
          {some.slice(0, shown).map((o) => (
            <li>
              <button type="button" onClick={() => go(o)}>
                <b>{openingName(o.name)}</b>
                <span>{o.moves.map(store.spell).join(' ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {some.length > shown && <p class="note">{text('openings.first', { n: shown, all: some.length })}</p>}
      {wanted.trim() && all && !some.length && <p class="note">{text('openings.no')}</p>}
    </div>
  )
}
