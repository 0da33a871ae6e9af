import { h } from 'preact'
import { useState } from 'preact/hooks'
import { title } from './games'
import { tool } from './icon'
import { played } from './paste'
import { download } from './picture'
import { find, list, newStamp, put, remove, type Kept } from './shelf'
import type { Store } from './store'
import { readStudy, versionOf, type Study } from './study'
import { language, text } from './words'

const largest = 16 << 20 // bytes of a file of studies

/** Studies lists the stored studies. */
export function Studies({ store, done }: { store: Store; done: () => void }) {
  const [, again] = useState(0)
  const [error, setError] = useState('')
  const [said, setSaid] = useState('')
  store.keeper.flush()
  const { studies, unread } = list()
  const names = [...new Set(studies.flatMap((k) => k.chapter?.of ?? []))]
  const open = async (k: Kept) => {
    if (k.id === store.keeper.id || (await store.show(k, k))) done()
    else setError(store.error)
  }
  const drop = (k: Kept) => {
    const mine = k.id === store.keeper.id
    remove(k.id)
    if (mine) store.keeper.begin()
    store.notify(text('studies.removed', { title: called(store, k) }), () => put(k))
    again(Math.random())
  }
  /** raise moves chapter i before the one before it, and numbers the chapters anew. */
  const raise = (all: Kept[], i: number) => {
    [...all.slice(0, i - 1), all[i]!, all[i - 1]!, ...all.slice(i + 1)].forEach((k, n) => {
      const chapter = { of: k.chapter!.of, number: n + 1 }
      if (k.chapter!.number === chapter.number) return
      if (k.id === store.keeper.id) {
        store.chapter = chapter
        store.worked()
      } else put({ ...k, chapter, stamp: newStamp(), after: k.stamp })
    })
    again(Math.random())
  }
  /** entry shows study i of a list. */
  const entry = (k: Kept, i: number, all: Kept[]) => (
    <li key={k.id} class="study">
      <button type="button" aria-current={k.id === store.keeper.id ? 'true' : undefined} onClick={() => void open(k)}>
        <b>{called(store, k)}</b>
        <span>{[named(store, k.game), text('paste.moves', { n: played(k.moves.map((m) => m.move)) }), when.format(k.changed)].join(' · ')}</span>
      </button>
      {i > 0 && tool('up', 'chapter.up', () => raise(all, i))}
      {tool('share', 'studies.save', () => write([k]))}
      {tool('close', 'studies.remove', () => drop(k))}
    </li>
  )
  const load = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = '' // the same file may be chosen again
    setError('')
    setSaid('')
    if (!file) return
    try {
      setSaid(text('studies.imported', { n: await bring(file) }))
    } catch (e) {
      setError(`${file.name}: ${(e as Error).message}`)
    }
  }
  return (
    <div class="studies">
      <label class="field">
        <span>{text('studies.name')}</span>
        <input value={store.title} onInput={(e) => store.rename(e.currentTarget.value)} maxLength={200} autocomplete="off" />
      </label>
      <label class="field">
        <span>{text('chapter.of')}</span>
        <input value={store.chapter?.of ?? ''} onInput={(e) => (store.belong(e.currentTarget.value), again(Math.random()))} maxLength={200} list="chapters-of" placeholder={text('chapter.none')} autocomplete="off" />
      </label>
      <datalist id="chapters-of">{names.map((of) => <option value={of} />)}</datalist>
      <p class="note">{text('studies.about')}</p>
      {error && <p class="error" role="alert">{error}</p>}
      {unread > 0 && <p class="error">{text('studies.unread', { n: unread })}</p>}
      <p class="note" role="status">{said}</p>
      {studies.length ? (
        <ul class="found">
          {shelved(studies).map(([of, all]) => of ? (
            <li key={of} class="chapters">
              <p class="study">
                <b>{of}</b>
                {tool('new', 'chapter.new', () => store.addChapter(of).then((ok) => ok && done()))}
                {tool('share', 'studies.save', () => write(all))}
              </p>
              <ol>{all.map(entry)}</ol>
            </li>
          ) : all.map(entry))}
        </ul>
      ) : <p class="empty">{text('studies.none')}</p>}
      <p class="actions">
        <label class="button"><input type="file" accept=".json,application/json" class="hidden" onChange={(e) => void load(e.currentTarget)} />{text('studies.import')}</label>
        <span class="grow" />
        {store.notice?.undo && <button type="button" onClick={() => (store.undo(), again(Math.random()))}>{text('undo.action')}</button>}
        <button type="button" disabled={!studies.length} onClick={() => write(studies)}>{text('studies.export')}</button>
      </p>
    </div>
  )
}

const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

function named(store: Store, name: string): string {
  const g = store.games.find((g) => g.name === name)
  return g ? title(g) : name
}

/** called returns the title of a study, or its first moves. */
export const called = (store: Store, k: Study) => k.title || k.moves.slice(0, 8).map((m) => m.move).join(' ') || named(store, k.game)

/** shelved returns each series with its chapters, in the place of the chapter that was changed
 * last, and each other study alone under an empty name. */
function shelved(studies: Kept[]): [of: string, Kept[]][] {
  const shelf = new Map<string, Kept[]>()
  for (const k of studies) {
    const key = k.chapter ? `of ${k.chapter.of}` : k.id
    shelf.set(key, [...(shelf.get(key) ?? []), k])
  }
  return [...shelf.values()].map((all) => [all[0]!.chapter?.of ?? '', all.sort((a, b) => (a.chapter?.number ?? 0) - (b.chapter?.number ?? 0))])
}

/** write saves studies to a file. */
function write(studies: Kept[]) {
  const doc = { schema: 'ply.studies/1', studies }
  download(new Blob([JSON.stringify(doc)], { type: 'application/json' }), 'plywood-studies.json')
}

/** bring adds the studies of a file to the shelf and returns their number. It does not replace a
 * study that differs from its namesake. */
async function bring(file: File): Promise<number> {
  if (file.size > largest) throw new Error(text('studies.large', { n: largest >> 20 }))
  let doc
  try {
    doc = JSON.parse(await file.text())
  } catch {
    throw new Error(text('study.damaged'))
  }
  const version = versionOf(doc, 'ply.studies')
  if (version === 'later') throw new Error(text('study.later'))
  const found: unknown[] = version === 'known' && Array.isArray(doc.studies) ? doc.studies : [doc]
  const read = found.map((one) => {
    const { id, changed, stamp } = one as Partial<Kept>
    return { ...readStudy(one), id: String(id ?? newStamp()), changed: Number(changed) || Date.now(), stamp: String(stamp ?? newStamp()), after: '' }
  })
  for (const k of read) {
    const there = find(k.id)
    if (there?.stamp === k.stamp) continue
    const refused = put(there ? { ...k, id: newStamp() } : k)
    if (refused) throw new Error(text(refused === 'full' ? 'study.full' : 'study.denied'))
  }
  return read.length
}
