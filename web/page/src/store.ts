// The state of the play screen and everything that changes it.

import { aborted, post, stream, type Analysis, type Game, type Place, type Review, type ReviewedMove, type State, type Tick } from './api'
import { passes, straight, turned, type View } from './board'
import { findGame, sidesOf } from './games'
import { keep, kept } from './keep'
import { line, newNode, path, type Node } from './tree'
import { text } from './words'

export interface Settings {
  engine: 'none' | 'first' | 'second' | 'both'
  level: number
  clock: number // minutes for each side, 0 for none
  increment: number // seconds a move
  scores: boolean
  analyse: boolean
}

const usual: Settings = { engine: 'none', level: 8, clock: 0, increment: 0, scores: true, analyse: true }

export class Store {
  game!: Game
  start = '' // the position that the game began from, if it was set up
  root!: Node
  here!: Node
  view: View = straight
  settings: Settings = { ...usual, ...kept<Partial<Settings>>('settings', {}) }
  running = false // an analysis is
  thinking = false // the engine is, over its move
  elapsed = 0
  error = ''
  said = '' // what a screen reader is told
  clocks: [number, number] = [0, 0] // milliseconds left
  review: Reviewed | null = null // the latest, of this game
  private listeners = new Set<() => void>()
  private search?: AbortController
  private reply?: AbortController
  private ticking?: number

  constructor(readonly games: Game[]) {}

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  changed() {
    for (const f of this.listeners) f()
  }

  fail(e: unknown) {
    if (aborted(e)) return
    this.error = String((e as Error).message ?? e)
    this.changed()
  }

  announce(words: string) {
    this.said = words
  }

  /** open shows a game from a position after some moves. */
  async open(name: string, position = '', moves: string[] = [], at = moves.length, comments: Record<number, string> = {}) {
    try {
      const place: Place = { game: name, moves }
      if (position) place.position = position
      const reply = await post<{ game: string; states: State[] }>('position', place)
      const game = await findGame(reply.game)
      this.stop()
      this.game = { ...game, sides: sidesOf(game) }
      if (game.board?.turns !== 4) this.view = { quarters: 0, mirrored: !!game.board?.mirrors && this.view.mirrored }
      this.start = position && reply.states[0]!.position
      let node = (this.root = newNode(reply.states[0]!))
      for (const s of reply.states.slice(1)) node = newNode(s, node)
      line(this.root).forEach((n) => (n.comment = comments[n.ply]))
      this.here = line(this.root)[Math.min(at, moves.length)]!
      this.error = ''
      this.review = null
      this.resetClocks()
      this.arrived()
    } catch (e) {
      this.fail(e)
    }
  }

  go(n: Node) {
    this.reply?.abort()
    this.here = n
    this.announce(this.describe(n))
    this.arrived(false)
  }

  back = () => this.here.parent && this.go(this.here.parent)
  forward = () => this.here.children[0] && this.go(this.here.children[0])
  first = () => this.go(this.root)
  final = () => this.go(line(this.here).at(-1)!)

  /** sibling goes to the variation before or after the one that is shown. */
  sibling(by: number) {
    const all = this.here.parent?.children ?? []
    const next = all[all.indexOf(this.here) + by]
    if (next) this.go(next)
  }

  /** play makes a move, as a variation if there is another one already. */
  async play(move: string): Promise<boolean> {
    const from = this.here
    const there = from.children.find((c) => c.state.move === move)
    if (there) {
      this.go(there)
      return true
    }
    const { legal } = from.state
    if (!legal.includes(move)) {
      this.error = illegal(move, legal)
      this.changed()
      return false
    }
    try {
      const reply = await post<{ states: State[] }>('position', {
        game: this.game.name, position: from.state.position, moves: [move],
      })
      if (this.here !== from) return false
      this.spend(from.state.side)
      this.here = newNode(reply.states[1]!, from)
      this.error = ''
      this.announce(this.describe(this.here))
      this.arrived()
      return true
    } catch (e) {
      this.fail(e)
      return false
    }
  }

  describe(n: Node): string {
    const played = n.state.move ? text('said.played', { side: this.side(n.parent!), move: n.state.move }) : text('said.start')
    return `${played} ${this.outcome(n) || text('said.turn', { side: this.side(n) })}`
  }

  /** side names who is to move. */
  side = (n: Node): string => this.game.sides[n.state.side]

  outcome(n: Node): string {
    const s = n.state
    if (!s.over) return ''
    if (s.result === 'draw') return text('over.draw')
    const side = this.game.sides[s.result === 'first' ? 0 : 1]
    return s.margin ? text('over.margin', { side, margin: s.margin }) : text('over.win', { side })
  }

  /** arrived does what follows from being at another position. */
  private arrived(moved = true) {
    this.remember()
    this.analyse()
    if (moved) void this.answer()
    this.changed()
  }

  /** look reviews the game that is shown, with the limits of each move. */
  async look(limits: { time_ms: number } | { level: number }, signal: AbortSignal, progress: (done: number, of: number) => void) {
    this.stop()
    const nodes = line(this.here)
    const place: Place = { game: this.game.name, moves: nodes.slice(1).map((n) => n.state.move!) }
    if (this.start) place.position = this.start
    for (const n of nodes) n.next = n.reviewed = undefined
    this.review = null
    try {
      await stream('review', { ...place, ...limits }, signal, (name, doc) => {
        if (name === 'move') progress(doc.done, doc.of)
        const told: ReviewedMove[] = name === 'move' ? [doc.move] : name === 'end' ? doc.moves : []
        for (const m of told) nodes[m.number]!.reviewed = nodes[m.number - 1]!.next = m
        if (name === 'end') this.review = { ...(doc as Review), nodes }
        this.changed()
      })
    } finally {
      this.analyse()
      this.changed()
    }
  }

  set(change: Partial<Settings>) {
    const before = this.settings
    this.settings = { ...before, ...change }
    keep('settings', this.settings)
    if (change.clock !== undefined || change.increment !== undefined) this.resetClocks()
    if (change.analyse !== undefined) this.analyse()
    if (change.engine !== undefined) void this.answer()
    this.changed()
  }

  /** plays reports whether the engine has the side to move. */
  plays(n: Node): boolean {
    const { engine } = this.settings
    return engine === 'both' || (engine !== 'none' && (engine === 'first') === (n.state.side === 0))
  }

  /** answer lets the engine move if it is its turn. */
  async answer() {
    this.reply?.abort()
    const from = this.here
    this.thinking = false
    if (!this.plays(from) || from.state.over || from.children.length) return
    const asked = (this.reply = new AbortController())
    this.thinking = true
    this.changed()
    try {
      const reply = await post<{ move: string; analysis: Analysis }>(
        'move',
        { game: this.game.name, position: from.state.position, level: this.settings.level, ...this.clockFor(from.state.side) },
        asked.signal,
      )
      if (this.reply !== asked || asked.signal.aborted) return
      this.thinking = false
      if (!from.analysis) from.analysis = reply.analysis
      await this.play(reply.move)
    } catch (e) {
      this.thinking = false
      this.fail(e)
    }
  }

  /** analyse begins to search the position that is shown, if that is wanted. */
  analyse() {
    this.stop()
    const at = this.here
    if (!this.settings.analyse || at.state.over || learning()) return
    const search = (this.search = new AbortController())
    this.running = true
    this.elapsed = 0
    setTimeout(() => search.signal.aborted || this.follow(at, search), 40)
  }

  private async follow(at: Node, search: AbortController) {
    try {
      const body = { game: this.game.name, position: at.state.position, multipv: Math.max(1, at.state.legal.length) }
      await stream('analysis', body, search.signal, (name, doc) => {
        if (search.signal.aborted) return
        if (name === 'tick') this.count(at, doc)
        else if (!at.analysis || worth(doc) >= worth(at.analysis)) at.analysis = doc
        this.changed()
      })
    } catch (e) {
      this.fail(e)
    }
    if (this.search === search) {
      this.running = false
      this.changed()
    }
  }

  /** count takes in what a running search has visited, also while it has nothing new to tell. */
  private count(at: Node, tick: Tick) {
    this.elapsed = tick.time_ms
    if (at.analysis && (tick.nodes ?? 0) > at.analysis.nodes) at.analysis = { ...at.analysis, nodes: tick.nodes!, nps: tick.nps! }
  }

  stop() {
    this.search?.abort()
    this.running = false
  }

  /** resume goes on with what another screen interrupted. */
  resume() {
    this.analyse()
    this.changed()
  }

  toggle() {
    if (this.running) {
      this.stop()
      this.changed()
    } else if (!this.settings.analyse) this.set({ analyse: true })
    else this.resume()
  }

  flip() {
    if (this.game.board?.mirrors) this.view = { ...this.view, mirrored: !this.view.mirrored }
    this.changed()
  }

  turn() {
    if (this.game.board) this.view = turned(this.game.board, this.view)
    this.changed()
  }

  /** passed reports whether a pass led to a node. */
  passed = (n: Node): boolean => !!n.parent && passes(n.parent.state).includes(n.state.move!)

  // Clocks

  resetClocks() {
    window.clearInterval(this.ticking)
    const ms = this.settings.clock * 60_000
    this.clocks = [ms, ms]
    if (!ms) return
    let before = performance.now()
    this.ticking = window.setInterval(() => {
      const now = performance.now()
      if (!this.here.state.over && this.here.ply > 0 && !this.here.children.length) {
        const side = this.here.state.side
        this.clocks[side] = Math.max(0, this.clocks[side] - (now - before))
        this.changed()
      }
      before = now
    }, 200)
  }

  private spend(side: 0 | 1) {
    if (this.settings.clock) this.clocks[side] += this.settings.increment * 1000
  }

  private clockFor(side: 0 | 1) {
    if (!this.settings.clock) return {}
    return { clock: { left_ms: Math.round(this.clocks[side]), increment_ms: this.settings.increment * 1000 } }
  }

  // The address

  moves(to: Node = line(this.here).at(-1)!): string[] {
    return path(to).slice(1).map((n) => n.state.move!)
  }

  address(): string {
    const q = new URLSearchParams({ game: this.game.name })
    if (this.start) q.set('position', this.start)
    const moves = this.moves()
    if (moves.length) q.set('moves', moves.join('.'))
    if (this.here.ply !== moves.length) q.set('at', String(this.here.ply))
    return `#/play?${q}`
  }

  private remember() {
    if (learning()) return
    history.replaceState(null, '', this.address())
  }

  /** visit opens what an address says. */
  visit(q: URLSearchParams) {
    const moves = (q.get('moves') ?? '').split('.').filter(Boolean)
    const at = q.has('at') ? Number(q.get('at')) : moves.length
    return this.open(q.get('game') ?? this.games[0]!.name, q.get('position') ?? '', moves, at)
  }
}

/** Reviewed is a review with the positions of its game, one more than moves. */
export type Reviewed = Review & { nodes: Node[] }

/** illegal says that a move cannot be made, and names some that can. */
function illegal(move: string, legal: string[]): string {
  const few = legal.slice(0, 6).join(', ')
  return text(legal.length > 6 ? 'error.illegal-some' : 'error.illegal', { move: move.slice(0, 20), legal: few })
}

const worth = (a: Analysis) => (a.exact ? 1e6 : 0) + a.multipv.filter((l) => l.exact).length * 1e3 + a.depth

/** learning reports whether another screen is shown. */
const learning = () => location.hash.startsWith('#/learn')
