import { h } from 'preact'
import { useMemo } from 'preact/hooks'
import { chaptersOf, writes } from './shelf'
import type { Store } from './store'
import { called } from './studies'
import { text } from './words'

/** Chapters goes to another chapter of the open study, or begins one. */
export function Chapters({ store }: { store: Store }) {
  const of = store.chapter?.of ?? ''
  const { id } = store.keeper
  const all = useMemo(() => (of ? chaptersOf(of) : []), [of, id, writes])
  if (!of) return null
  const go = (to: string) => {
    const k = all.find((k) => k.id === to)
    void (k ? store.show(k, k) : store.addChapter(of))
  }
  return (
    <label class="pick chapter">
      <span class="hidden">{text('chapter.pick')}</span>
      <select value={id} title={of} onChange={(e) => go(e.currentTarget.value)}>
        {all.map((k, i) => <option value={k.id}>{`${i + 1}. ${called(store, k.id === id ? store.study() : k)}`}</option>)}
        {all.every((k) => k.id !== id) && <option value={id}>{`${all.length + 1}. ${called(store, store.study())}`}</option>}
        <option value="">{text('chapter.new')}</option>
      </select>
    </label>
  )
}
