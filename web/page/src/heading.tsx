import { h } from 'preact'
import type { Heading } from './api'
import { facts } from './record'
import type { Store } from './store'
import { text } from './words'

const results = ['', '1-0', '0-1', '1/2-1/2']

/** HeadingForm edits what the record of the game says of it: players, event, result and the other facts
 * of its source, by their names there. */
export function HeadingForm({ store }: { store: Store }) {
  const heading = store.heading ?? {}
  const { players = ['', ''], tags = {}, result = '' } = heading
  const set = (to: Heading) => store.inscribe({ ...heading, ...to })
  const field = (label: string, value: string, change: (to: string) => void) => (
    <label class="field">
      <span>{label}</span>
      <input value={value} maxLength={200} autocomplete="off" onInput={(e) => change(e.currentTarget.value)} />
    </label>
  )
  return (
    <form class="heading" onSubmit={(e) => e.preventDefault()}>
      {store.game.sides.map((side, i) => field(side, players[i]!, (to) => set({ players: i ? [players[0], to] : [to, players[1]] })))}
      {facts.map((fact) => field(text(`heading.${fact}`), heading[fact] ?? '', (to) => set({ [fact]: to })))}
      {store.game.board?.tally ? field(text('heading.result'), result, (to) => set({ result: to })) : (
        <label class="field">
          <span>{text('heading.result')}</span>
          <select value={result} onChange={(e) => set({ result: e.currentTarget.value })}>
            {[...results, ...(results.includes(result) ? [] : [result])].map((r) => <option value={r}>{r || '–'}</option>)}
          </select>
        </label>
      )}
      {Object.entries(tags).map(([name, value]) => field(name.split('.').at(-1)!, value, (to) => set({ tags: { ...tags, [name]: to } })))}
    </form>
  )
}
