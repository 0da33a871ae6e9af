// The collections of recorded games that the reader has opened. The browser keeps them until the
// reader closes them.

import { post, type Line, type Place, type Recorded, type Variation } from './api'

/** heading returns what readers search a game by: players, event, date and result, in lower case. */
export const heading = (r: Recorded): string => [...r.players, r.event, r.date, r.result].join(' ').toLowerCase()

export interface Collection {
  id: string
  name: string
  game: string
  records: Recorded[]
}

/** Found is a game that comes to a position after some plies. */
export interface Found {
  record: Recorded
  ply: number
  next?: number // key of the position after the next move
}

/** Row is a move from a position, with the games that go on by it or by a symmetric move. */
export interface Row {
  move: string
  games: number
  first: number // won by the first side
  draws: number
  second: number
  opening?: string // that the move leads to
  openings: number // named ones that go on by the move
  book?: Line
}

/** Counted describes the games that the program brings counts of. */
export interface Counted {
  source: string
  games: number
  least: number // of a move that is counted
}

/** Explored is what the program and the collections know about a position. */
export interface Explored {
  rows: Row[] // most played first
  found: Found[]
  counted?: Counted
  keys: Record<string, number> // of the positions after all moves: symmetric moves have one
}

type Answer = { key: number; moves: (Partial<Row> & { move: string; key: number })[]; book?: Line[]; counted?: Counted }

/** known orders the moves that something is known of: the most played first, then the best of the book, then
 * those with the most openings. */
export const known = (rows: Row[]): Row[] => rows.filter((r) => r.games || r.book || r.openings || r.opening).sort((a, b) =>
  b.games - a.games || (b.book?.rank ?? -1e9) - (a.book?.rank ?? -1e9) || b.openings - a.openings)

/** Index finds the positions of a collection by their keys. */
class Index {
  private latest = new Map<number, number>() // the last entry of a key
  private previous: Int32Array // of the same key
  private owner: Int32Array
  private ply: Uint16Array
  private key: Float64Array

  constructor(private records: Recorded[]) {
    const all = records.map((r) => keysOf(r.keys ?? ''))
    const size = all.reduce((n, keys) => n + keys.length, 0)
    this.previous = new Int32Array(size)
    this.owner = new Int32Array(size)
    this.ply = new Uint16Array(size)
    this.key = new Float64Array(size)
    let n = 0
    all.forEach((keys, owner) => keys.forEach((key, ply) => {
      this.previous[n] = this.latest.get(key) ?? -1
      this.owner[n] = owner
      this.ply[n] = ply
      this.key[n] = key
      this.latest.set(key, n++)
    }))
  }

  /** find returns the games that come to a position, in the order of the collection. A game that
   * comes there several times counts once. */
  find(key: number): Found[] {
    const found: Found[] = []
    let last = -1
    for (let n = this.latest.get(key) ?? -1; n >= 0; n = this.previous[n]!) {
      const owner = this.owner[n]!
      if (owner === last) continue
      last = owner
      found.push({ record: this.records[owner]!, ply: this.ply[n]!, next: this.owner[n + 1] === owner ? this.key[n + 1] : undefined })
    }
    return found.reverse()
  }
}

const keyBytes = 6

/** keysOf decodes the keys of a game's positions. */
function keysOf(base64: string): number[] {
  const bytes = atob(base64)
  const keys: number[] = []
  for (let i = 0; i + keyBytes <= bytes.length; i += keyBytes) {
    let key = 0
    for (let j = 0; j < keyBytes; j++) key = key * 256 + bytes.charCodeAt(i + j)
    keys.push(key)
  }
  return keys
}

/** Collections are the open collections. */
class Collections {
  all: Collection[] = []
  private indices = new Map<string, Index>()
  private listeners = new Set<() => void>()
  private loaded = this.load()

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  /** add opens a collection, in place of one of the game with the same name. It lasts until the
   * page is closed if the browser has no room. */
  async add(name: string, records: Recorded[]) {
    await this.loaded
    const { game } = records[0]!
    const c = { id: `${game} ${name}`, name, game, records }
    this.all = [...this.all.filter(({ id }) => id !== c.id), c]
    this.indices.delete(c.id)
    this.changed()
    await store('readwrite', (s) => s.put(c)).catch(() => undefined)
  }

  async close(id: string) {
    this.all = this.all.filter((c) => c.id !== id)
    this.indices.delete(id)
    this.changed()
    await store('readwrite', (s) => s.delete(id)).catch(() => undefined)
  }

  /** explore looks up a position in the collections of its game and in what the program brings. */
  async explore(place: Place, signal: AbortSignal): Promise<Explored> {
    const [at] = await Promise.all([
      post<Answer>('explore', place, signal),
      this.loaded,
    ])
    const found = this.all.filter((c) => c.game === place.game).flatMap((c) => this.index(c).find(at.key))
    const rows = new Map<number, Row>() // by the key of the next position: symmetric moves are one
    for (const { key, ...move } of at.moves) {
      if (!rows.has(key)) rows.set(key, { games: 0, first: 0, draws: 0, second: 0, openings: 0, ...move })
    }
    for (const { next, record } of found) {
      const row = next === undefined ? undefined : rows.get(next)
      if (!row) continue
      row.games++
      if (record.winner === 'first') row.first++
      if (record.winner === 'second') row.second++
      if (record.winner === 'draw') row.draws++
    }
    for (const line of at.book ?? []) {
      const row = rows.get(at.moves.find((m) => m.move === line.move)?.key ?? -1)
      if (row) row.book ??= line
    }
    return { rows: known([...rows.values()]), found, counted: at.counted, keys: Object.fromEntries(at.moves.map((m) => [m.move, m.key])) }
  }

  private index(c: Collection): Index {
    const made = this.indices.get(c.id) ?? new Index(c.records)
    this.indices.set(c.id, made)
    return made
  }

  private async load() {
    const kept = await store<Collection[]>('readonly', (s) => s.getAll()).catch(() => [])
    if (!kept.length) return
    this.all = [...kept.map((c) => ({ ...c, records: c.records.map(renewed) })), ...this.all]
    this.changed()
  }

  private changed() {
    for (const f of this.listeners) f()
  }
}

/** renewed returns a record that an earlier version of the page has kept, with position for start
 * and notes in words, as it is now. */
function renewed(r: Recorded): Recorded {
  if (r.start !== undefined) return r
  const { position = '', ...rest } = r as unknown as Recorded & { position?: string }
  const line = (v: Variation): Variation => ({
    ...v, notes: Object.fromEntries(Object.entries(v.notes ?? {}).map(([n, text]) => [n, { text: text as unknown as string }])),
    variations: v.variations?.map((w) => ({ ...line(w), at: w.at })),
  })
  return { ...rest, ...line(rest), start: position }
}

/** store runs a request on the browser's database of collections. */
function store<T>(mode: IDBTransactionMode, run: (s: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('plywood', 1)
    open.onupgradeneeded = () => open.result.createObjectStore('collections', { keyPath: 'id' })
    open.onerror = () => reject(open.error)
    open.onsuccess = () => {
      const t = open.result.transaction('collections', mode)
      const r = run(t.objectStore('collections'))
      t.oncomplete = () => (open.result.close(), resolve(r.result))
      t.onerror = t.onabort = () => (open.result.close(), reject(t.error))
    }
  })
}

export const collections = new Collections()
