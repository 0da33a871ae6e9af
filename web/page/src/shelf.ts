// The studies stored in the browser, one storage entry each. Several tabs may have the same
// study open: each write names the one it followed, so that no tab overwrites another's changes
// unseen.

import { embedded } from './keep'
import { readStudy, type Study } from './study'

/** Kept is a stored study. */
export interface Kept extends Study {
  id: string
  changed: number // milliseconds since 1970
  stamp: string // of this write
  after: string // the stamp of the previous write
}

const prefix = 'plywood.study.'

/** newStamp returns a unique name. */
export const newStamp = (): string => crypto.getRandomValues(new Uint32Array(2)).reduce((s, n) => s + n.toString(36), '')

/** writes counts this tab's changes to the shelf. */
export let writes = 0

/** Refusal is why the browser did not store a study: it had no room, or it does not let the page
 * store anything. '' means that it did. */
export type Refusal = '' | 'full' | 'denied'

/** unkept are studies of this visit that the browser did not store. */
const unkept = new Map<string, Kept>()

/** find returns the study with an id, if it exists and can be read. */
export function find(id: string): Kept | null {
  return unkept.get(id) ?? stored(prefix + id)
}

/** stampOf returns the stamp of the study with an id, or nothing. */
function stampOf(id: string): string | undefined {
  try {
    return unkept.get(id)?.stamp ?? JSON.parse(localStorage.getItem(prefix + id) ?? '{}').stamp
  } catch {
    return undefined
  }
}

function stored(key: string): Kept | null {
  try {
    return readKept(key.slice(prefix.length), localStorage.getItem(key))
  } catch {
    return null
  }
}

function readKept(id: string, content: string | null): Kept | null {
  if (content === null) return null
  const doc = JSON.parse(content)
  return { ...readStudy(doc), id, changed: Number(doc.changed) || 0, stamp: String(doc.stamp), after: String(doc.after) }
}

/** list returns all studies, newest first, and the number of entries that cannot be read, which
 * are left unchanged. */
export function list(): { studies: Kept[]; unread: number } {
  let keys: string[] = []
  try {
    keys = Object.keys(localStorage).filter((k) => k.startsWith(prefix))
  } catch {
    // Without storage there are none.
  }
  const found = keys.filter((k) => !unkept.has(k.slice(prefix.length))).map(stored)
  const studies = [...unkept.values(), ...found.filter((k) => k !== null)].sort((a, b) => b.changed - a.changed)
  return { studies, unread: found.filter((k) => k === null).length }
}

/** chaptersOf returns the stored chapters of a series in their order. */
export const chaptersOf = (of: string): Kept[] =>
  list().studies.filter((k) => k.chapter?.of === of).sort((a, b) => a.chapter!.number - b.chapter!.number)

/** put stores a study. If that is refused, the study lasts until the page is closed. */
export function put(k: Kept): Refusal {
  writes++
  try {
    localStorage.setItem(prefix + k.id, JSON.stringify(k))
    unkept.delete(k.id)
    return ''
  } catch (e) {
    unkept.set(k.id, k)
    return e instanceof DOMException && e.name === 'QuotaExceededError' ? 'full' : 'denied'
  }
}

export function remove(id: string) {
  writes++
  unkept.delete(id)
  try {
    localStorage.removeItem(prefix + id)
  } catch {
    // Without storage nothing has to be deleted.
  }
}

/** Said is a keeper's notice: a second tab has changed the study, which continues under another
 * id, or the browser did not store it. */
export type Said = 'branched' | Exclude<Refusal, ''>

/** Keeper stores the open study. */
export class Keeper {
  id = newStamp()
  private stamp = '' // of the writing that is known here
  private theirs = '' // of the latest by another tab that followed it
  private waiting?: number
  private mine = false // this tab wrote the entry
  private changed: '' | 'place' | 'work' = ''
  private refused: Refusal = ''

  constructor(private readonly read: () => Study, private readonly tell: (said: Said) => void) {
    addEventListener('pagehide', () => this.flush())
    addEventListener('storage', (e) => e.key === prefix + this.id && this.overheard(e.newValue))
  }

  /** begin continues with a study of the shelf or a new one. */
  begin(kept?: Kept) {
    this.flush()
    this.id = kept?.id ?? newStamp()
    this.stamp = this.theirs = kept?.stamp ?? ''
    this.mine = false
    this.changed = ''
  }

  /** touch marks the study, or only the position shown, as changed. It is written soon, at the
   * latest when the page is closed. */
  touch(what: 'place' | 'work') {
    if (what === 'work' && this.changed === 'place') this.waiting = void clearTimeout(this.waiting)
    if (this.changed !== 'work') this.changed = what
    if (!embedded) this.waiting ??= window.setTimeout(() => this.flush(), what === 'work' ? 150 : 1000)
  }

  flush() {
    clearTimeout(this.waiting)
    this.waiting = undefined
    if (!this.changed) return
    const study = this.read()
    if (!study.moves.length && !Object.keys(study.comments).length && !this.stamp) return
    const there = stampOf(this.id)
    const passed = there && there !== this.stamp // by another tab
    if (passed && this.changed === 'work') this.branch()
    if (passed && this.changed === 'place') this.changed = ''
    else this.write(study)
  }

  private branch() {
    this.id = newStamp()
    this.stamp = this.theirs = ''
    this.tell('branched')
  }

  private write(study: Study) {
    const stamp = newStamp()
    const before = this.refused
    this.refused = put({ ...study, id: this.id, changed: Date.now(), stamp, after: this.stamp })
    this.stamp = this.theirs = stamp
    this.mine = true
    if (!this.refused) this.changed = '' // else it is tried again
    if (this.refused && this.refused !== before) this.tell(this.refused)
  }

  /** overheard handles another tab's write. A write that followed this tab's contains it; any
   * other has replaced it. */
  private overheard(content: string | null) {
    const there = content === null ? null : stored(prefix + this.id)
    if (!there || there.stamp === this.stamp) return
    const { after, stamp } = JSON.parse(content!)
    if (after === this.theirs) this.theirs = stamp
    else if (this.mine) {
      this.changed = 'work'
      this.flush()
    }
  }
}
