// The state of the play screen and everything that changes it.

import { aborted, post, stream, Unreached, type Analysis, type Board, type Game, type Heading, type Opponent, type State, type Tick } from './api'
import { hides, isDrill, type Drill, type Retry } from './attempt'
import { passes, planned, possible, straight, turned, ways, type View } from './board'
import { Clocks } from './clocks'
import { check } from './connection'
import { opponentOf, sidesOf, spell } from './games'
import { inked, inkOf, reworded, toggled, type Ink } from './ink'
import { embedded, keep, kept } from './keep'
import { begin, counts, forget, played } from './rating'
import { summaryOf } from './record'
import { limits, usual, type Settings } from './settings'
import { chaptersOf, find, Keeper, type Kept, type Said } from './shelf'
import { graded } from './signs'
import { tock } from './sound'
import { branches, layOut, longest, numbered, pack, plain, schema, unpack, type Chapter, type Study, type Verdict } from './study'
import { line, newNode, over, path, remove, worth, type Ended, type Looking, type Node, type Reviewed } from './tree'
import { text } from './words'

export class Store {
  game!: Game
  start = '' // the position that the game began from, if it was set up
  root!: Node
  here!: Node
  view: View = straight
  settings: Settings = { ...usual, ...kept<Partial<Settings>>('settings', embedded ? { analyse: false } : {}) }
  running = false // an analysis is running
  thinking = false // the engine is thinking about its move
  arranging = false // the reader is setting up a position
  elapsed = 0
  error = ''
  said = '' // text for screen readers
  readonly clocks = new Clocks(() => this.ticks(), () => this.changed(), (loser) => this.end({ loser, why: 'time' }))
  review: Reviewed | null = null // the latest review of this game
  looking: Looking | null = null // a review in progress
  retry: Retry | Drill | null = null // moves that the page asks for
  revealed = false // scores are shown although the engine plays
  hurried = false // the reader steps fast
  advised = '' // the move of a hint that is shown
  ahead: number[] = [] // the cells of a move entered while the engine thinks
  title = '' // that the reader or a record gave to the study
  heading?: Heading // of the record that was opened
  format?: string // that the record came in
  chapter?: Chapter // the study's place among chapters
  edition = 0 // grows with each change of the study, but not with the position shown
  notice: Notice | null = null
  readonly keeper = new Keeper(() => this.study(), (said) => this.hear(said))
  private readonly folded = new WeakSet<Node>() // first moves of variations
  private listeners = new Set<() => void>()
  private search?: AbortController
  private reply?: AbortController

  private rated?: Opponent | null // of the reader since the first move; null after help
  private marked = { edition: -1, named: false } // whether the address names the study
  private stepped = 0 // when the reader last went to another position
  private marking = 0 // a timer
  private resting = false // an analysis waits until the page is visible

  constructor(readonly games: Game[]) {
    document.addEventListener('visibilitychange', () => this.appear(!document.hidden))
  }

  /** appear stops the analysis while the page is hidden. */
  private appear(visible: boolean) {
    const resting = this.running || this.resting
    if (!resting) return
    this.stop()
    if (visible) this.analyse()
    else this.resting = true
    this.changed()
  }

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

  /** open begins a study: a game from a position and moves. The previous study stays on the
   * shelf and in the browser's history. */
  open(name: string, position = '', moves: string[] = [], at = moves.length, more: Partial<Study> = {}, entry: Entry = 'push', partly = false): Promise<boolean> {
    const all = moves.map((move, from) => ({ from, move }))
    const begun = { schema, title: '', view: this.view, comments: {}, reviewed: {}, game: name, position, moves: all, at: Math.min(at, moves.length) } as const
    return this.show({ ...begun, ...more }, undefined, entry, partly)
  }

  /** show opens a study, a new one unless it is from the shelf. */
  async show(study: Study, kept?: Kept, entry: Entry = 'push', partly = false): Promise<boolean> {
    try {
      const [game, states, refused] = await layOut(study, partly)
      this.stop()
      this.edition++
      this.keeper.begin(kept)
      this.game = { ...game, sides: sidesOf(game) }
      this.rated = undefined
      if (states.length > 1) this.rated = this.counted() ? this.opponent() : this.unrated()
      this.view = game.board ? possible(game.board, study.view) : study.view
      this.start = study.position && states[0]!.position
      const all = [newNode(states[0]!)]
      study.moves.slice(0, states.length - 1).forEach(({ from }, i) => all.push(newNode(states[i + 1]!, all[from])))
      this.root = all[0]!
      this.here = all[study.at] ?? all.at(-1)!
      this.annotate(study, all)
      this.error = refused && text('error.partly', { why: refused })
      this.notice = null
      this.clocks.set(this.settings, study.clocks)
      if (entry === 'push' && history.state?.study) history.pushState(null, '')
      this.arrived()
      if (!kept) this.keeper.touch('work')
      return true
    } catch (e) {
      this.fail(e)
      return false
    }
  }

  /** annotate applies a study's annotations to its positions. */
  private annotate(study: Study, all: Node[]) {
    this.retry = null
    this.title = study.title
    this.chapter = study.chapter
    this.heading = study.heading
    this.format = study.format
    this.revealed = !!study.revealed
    for (const [n, comment] of Object.entries(study.comments)) all[Number(n)]!.comment = comment
    for (const [n, note] of Object.entries(study.notes ?? {})) all[Number(n)]!.note = note
    for (const [n, how] of Object.entries(study.ended ?? {})) all[Number(n)]!.ended = how
    for (const [n, move] of Object.entries(study.hints ?? {})) all[Number(n)]!.hint = move
    for (const [n, move] of Object.entries(study.reviewed)) {
      const node = all[Number(n)]!
      node.reviewed = move
      if (node.parent) node.parent.next = move
    }
    this.review = study.review ? { ...study.review, moves: [], nodes: study.review.nodes.map((n) => all[n]!) } : null
  }

  /** study returns the open study in the form used for storage. */
  study(): Study {
    const all = numbered(this.root)
    const number = new Map(all.map((n, i) => [n, i]))
    const of = <T,>(get: (n: Node) => T | undefined) => Object.fromEntries(all.flatMap((n, i) => (get(n) === undefined ? [] : [[i, get(n)!]])))
    const { moves: _, nodes: reviewed = [], ...verdict } = this.review ?? ({} as Partial<Reviewed>)
    const nodes = reviewed.map((n) => number.get(n) ?? -1)
    return {
      schema, title: this.title, ...(this.chapter && { chapter: this.chapter }), game: this.game.name, position: this.start, moves: branches(all), at: number.get(this.here)!, view: this.view,
      ...(this.heading && { heading: this.heading }), ...(this.format && { format: this.format }),
      comments: of((n) => n.comment || undefined), notes: of((n) => n.note), reviewed: of((n) => n.reviewed), ended: of((n) => n.ended), hints: of((n) => n.hint),
      ...(this.revealed && { revealed: true }),
      ...(this.settings.clock > 0 && { clocks: this.clocks.left }),
      ...(nodes.length && !nodes.includes(-1) && { review: { ...verdict, nodes } as Verdict }),
    }
  }

  /** hear shows the reader a notice about the study on the shelf. */
  private hear(said: Said) {
    this.remember()
    this.notify(text({ full: 'study.full', denied: 'study.denied', branched: 'study.branched' }[said]))
  }

  notify(words: string, undo?: () => void) {
    this.notice = { words, undo }
    this.said = words
    this.changed()
  }

  dismiss() {
    this.notice = null
    this.changed()
  }

  /** undo restores what was last discarded, while that is offered. */
  undo = () => {
    const { undo } = this.notice ?? {}
    if (!undo) return
    this.notice = null
    undo()
    this.changed()
  }

  /** remove deletes a variation and says so. */
  remove(gone: Node, said = 'moves.removed') {
    this.unrated()
    const from = gone.parent!
    const place = from.children.indexOf(gone)
    remove(gone)
    this.go(from)
    this.worked()
    this.notify(text(said, { move: this.spell(gone.state.move!) }), () => {
      from.children.splice(place, 0, gone)
      this.go(gone)
      this.worked()
    })
  }

  /** comment changes the words of a comment. */
  comment(n: Node, words: string) {
    n.comment = reworded(n.comment, words) || undefined
    this.worked()
  }

  /** ink returns what the reader has drawn on the current position. */
  ink = (): Ink[] => inkOf(this.here.comment, new Set(this.game.board?.cells.map((c) => c.name)))

  /** draw adds an arrow or a circle to the current position, or removes it. */
  draw = (drawn: Ink) => {
    this.here.comment = inked(this.here.comment, toggled(this.ink(), drawn)) || undefined
    this.worked()
  }

  /** uncomment offers to restore a deleted comment. */
  uncomment(n: Node, words: string) {
    this.notify(text('moves.uncommented'), () => this.comment(n, words))
  }

  /** grade judges a move by a sign, or removes that sign. */
  grade(n: Node, sign: string) {
    const { sign: old, ...others } = n.note ?? {}
    const now = graded(old, sign)
    n.note = now || Object.keys(others).length ? { ...others, ...(now && { sign: now }) } : undefined
    this.worked()
  }

  /** folds reports whether a variation is folded: one with the current position is open. */
  folds = (n: Node): boolean => this.folded.has(n) && (this.here === n || !path(this.here).includes(n))

  fold(n: Node) {
    if (!this.folded.delete(n)) this.folded.add(n)
    this.edition++
    this.changed()
  }

  rename(title: string) {
    this.title = title
    this.worked()
  }

  /** inscribe changes what the record says of the game. */
  inscribe(heading: Heading) {
    const said = [...(heading.players ?? []), summaryOf(heading), heading.comment, ...Object.values(heading.tags ?? {})].some(Boolean)
    this.heading = said ? heading : undefined
    this.worked()
  }

  /** belong makes the study the last chapter of a series, or of none. */
  belong(of: string) {
    if (of === (this.chapter?.of ?? '')) return
    this.chapter = of.trim() ? this.next(of) : undefined
    this.worked()
  }

  /** addChapter begins the next chapter of a series, with the game of the open study. */
  addChapter(of: string): Promise<boolean> {
    this.keeper.flush()
    return this.open(this.game.name, '', [], 0, { chapter: this.next(of) })
  }

  /** next is the place after the chapters of a series. */
  private next = (of: string): Chapter => ({ of, number: 1 + (chaptersOf(of).at(-1)?.chapter!.number ?? 0) })

  /** worked marks the study as changed. */
  worked() {
    this.edition++
    this.keeper.touch('work')
    if (!learning()) this.mark()
    this.changed()
  }

  go(n: Node) {
    const now = performance.now()
    this.hurried = now - this.stepped < 250
    this.stepped = now
    this.reply?.abort()
    this.here = n
    this.said = this.describe(n)
    this.arrived(false)
  }

  back = () => this.here.parent && this.go(this.here.parent)
  forward = () => this.here.children[0] && this.go(this.here.children[0])
  first = () => this.go(this.root)
  final = () => this.go(line(this.here).at(-1)!)

  /** sibling goes to the previous or next variation. */
  sibling(by: number) {
    const all = this.here.parent?.children ?? []
    const next = all[all.indexOf(this.here) + by]
    if (next) this.go(next)
  }

  /** play plays a move, as a variation if there is already a continuation. */
  async play(move: string): Promise<boolean> {
    const from = this.here
    const there = from.children.find((c) => c.state.move === move)
    if (there) {
      this.go(there)
      return true
    }
    const { legal } = from.state
    if (!legal.includes(move)) {
      this.error = illegal(move, legal.map(this.spell))
      this.changed()
      return false
    }
    this.stop() // results are drawn, and the reply would wait for that
    try {
      const { moves, ...place } = this.place(from)
      const reply = await post<{ states: State[] }>('position', { ...place, moves: [...moves, move] })
      if (this.here !== from) return false
      this.clocks.moved(from.state.side)
      if (from.children.length || this.retry || this.start || this.revealed) this.unrated()
      else if (from === this.root && this.playing() && this.rated === undefined && (this.rated = this.opponent())) begin(this.keeper.id, this.players())
      this.here = newNode(reply.states.at(-1)!, from)
      this.touch('work')
      this.error = ''
      this.said = this.describe(this.here)
      if (this.settings.sounds) tock()
      const { ahead, here } = this
      this.arrived()
      if (this.playing() && !this.retry && over(here)) this.finish()
      const next = ahead.length > 0 && !over(here) && planned(this.game.board!, ways(here.state), ahead)
      if (next) void this.play(next.move)
      return true
    } catch (e) {
      if (this.here === from) this.analyse()
      this.fail(e)
      return false
    }
  }

  /** finished is called when a game between the reader and the engine has ended. */
  finished = () => {}

  /** unrated means that the game does not count for the reader's rating. */
  unrated = (): null => (forget(this.keeper.id), (this.rated = null))

  /** players names the sides of a game that counts. */
  private players = (): string => `${this.settings.engine} ${this.opponent()?.name}`

  /** counted reports whether the game counts, also after the page was loaded again. */
  private counted = (): boolean => counts(this.keeper.id, this.players())

  private finish() {
    const { ended, state } = this.here
    const side = this.settings.engine === 'first' ? 1 : 0
    const loser = ended ? ('loser' in ended ? ended.loser : -1) : { first: 1, second: 0, draw: -1 }[state.result!]
    if (this.rated && this.counted()) played(this.game.name, this.rated, loser === -1 ? 1 / 2 : loser === side ? 0 : 1)
    this.unrated()
    this.finished()
  }

  describe(n: Node): string {
    const played = n.state.move ? text('said.played', { side: this.side(n.parent!), move: this.spell(n.state.move) }) : text('said.start')
    return `${played} ${this.outcome(n) || text('said.turn', { side: this.side(n) })}`
  }

  /** spell writes a move for the reader. */
  spell = (move: string): string => spell(this.game, move)

  /** side returns the name of the side to move. */
  side = (n: Node): string => this.game.sides[n.state.side]

  outcome(n: Node): string {
    const s = n.state
    if (n.ended) {
      if (n.ended.why === 'agreed') return text('over.agreed')
      const [loser, side] = [this.game.sides[n.ended.loser], this.game.sides[n.ended.loser ? 0 : 1]]
      return text(n.ended.why === 'time' ? 'over.time' : 'over.resigned', { loser, side })
    }
    if (!s.over) return ''
    if (s.result === 'draw') return text('over.draw')
    const side = this.game.sides[s.result === 'first' ? 0 : 1]
    return s.margin ? text('over.margin', { side, margin: s.margin }) : text('over.win', { side })
  }

  /** arrived updates everything that depends on the current position. */
  private arrived(moved = true) {
    this.advised = ''
    this.ahead = []
    clearTimeout(this.marking)
    if (moved) {
      this.hurried = false
      this.remember()
    } else if (!learning()) {
      this.touch('place')
      this.marking = window.setTimeout(() => history.state?.study === this.keeper.id && this.mark(), 100)
    }
    this.analyse(moved ? 0 : 100)
    if (this.retry) this.retry.judge()
    else if (moved) void this.answer()
    this.changed()
  }

  set(change: Partial<Settings>) {
    const before = this.settings
    this.settings = { ...before, ...change }
    if (this.root?.children.length && ['engine', 'opponent', 'level'].some((key) => key in change)) this.unrated()
    keep('settings', this.settings)
    if (change.clock !== undefined || change.increment !== undefined) this.clocks.set(this.settings)
    if (['analyse', 'engine', 'limit', 'endless'].some((key) => key in change)) this.analyse()
    if (change.engine !== undefined) void this.answer()
    this.changed()
  }

  /** begin opens a new game from a position and moves with other settings, which stay as they are if the game
   * does not open. */
  async begin(name: string, position: string, settings: Settings, view: (b: Board, s: State) => View, moves: string[]): Promise<boolean> {
    const before = this.settings
    this.settings = settings
    const opened = await this.open(name, position, moves)
    if (!opened) this.settings = before
    else if (this.game.board) this.view = possible(this.game.board, view(this.game.board, this.root.state))
    keep('settings', this.settings)
    this.changed()
    return opened
  }

  /** plays reports whether the engine is to move, for itself or for chance. */
  plays(n: Node): boolean {
    const { engine } = this.settings
    return engine === 'both' || (engine !== 'none' && (!!n.state.chance || (engine === 'first') === (n.state.side === 0)))
  }

  /** playing reports whether the engine plays one side and the reader the other. */
  playing = (): boolean => this.settings.engine === 'first' || this.settings.engine === 'second'

  /** veiled reports whether scores are hidden: until the game is over or the reader asks for
   * them. */
  veiled = (): boolean => hides(this.retry) || this.playing() && !this.revealed && !over(line(this.here).at(-1)!)

  /** reveal shows or hides the scores in this game. */
  reveal(on: boolean) {
    this.revealed = on
    if (on) this.unrated()
    this.analyse()
    this.worked()
  }

  opponent = (): Opponent | undefined => opponentOf(this.game, this.settings)

  /** strength returns the engine's strength, for the server. */
  strength(): object {
    const opponent = this.opponent()
    return { ...(opponent ? { opponent: opponent.name } : { level: this.settings.level }), seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) }
  }

  /** plan enters a move ahead, by cells. */
  plan = (cells: number[]) => {
    this.ahead = cells
    this.changed()
  }

  /** answer has the engine move if it is its turn. */
  async answer() {
    this.reply?.abort()
    const from = this.here
    this.thinking = false
    if (!this.plays(from) || this.arranging || over(from) || from.children.length) return
    const reply = await this.ask({ ...this.strength(), ...this.clocks.limit(from.state.side) })
    if (reply) await this.play(reply.move)
  }

  /** ask has the engine choose a move, at full strength if there are no limits. It returns null
   * on failure or when cancelled. */
  async ask(limits: object): Promise<{ move: string; analysis: Analysis } | null> {
    this.reply?.abort()
    const from = this.here
    const asked = (this.reply = new AbortController())
    this.thinking = true
    this.changed()
    try {
      const reply = await post<{ move: string; analysis: Analysis }>('move', { ...this.place(from), ...limits }, asked.signal)
      if (asked.signal.aborted) return null
      if (!Object.keys(limits).length) from.analysis ??= reply.analysis // a weaker search may be wrong about the position
      return reply
    } catch (e) {
      this.fail(e)
      return null
    } finally {
      if (this.reply === asked) this.thinking = false
      this.changed()
    }
  }

  /** end ends the game, whatever the position. */
  end(how: Ended) {
    this.reply?.abort()
    this.thinking = false
    this.here.ended = how
    this.said = this.outcome(this.here)
    this.analyse()
    this.worked()
    if (this.playing()) this.finish()
  }

  /** analyse starts to search the current position, if analysis is on, after some milliseconds: the reader may
   * step on. */
  analyse(wait = 0) {
    this.stop()
    const at = this.here
    if (!this.settings.analyse || this.arranging || at.state.over || this.veiled() || learning()) return
    if (document.hidden) {
      this.resting = true
      return
    }
    const search = (this.search = new AbortController())
    this.running = true
    this.elapsed = 0
    if (wait) setTimeout(() => search.signal.aborted || this.follow(at, search), wait)
    else void this.follow(at, search)
  }

  private async follow(at: Node, search: AbortController) {
    try {
      const body = { ...this.place(at), multipv: Math.max(1, Math.min(at.state.legal.length, this.game.board?.scored ?? Infinity)), ...this.limit() }
      await stream('analysis', body, search.signal, (name, doc) => {
        if (search.signal.aborted) return
        if (name === 'tick') this.count(at, doc)
        else if (!at.analysis || worth(doc) >= worth(at.analysis)) at.analysis = doc
        this.changed()
      })
      if (!search.signal.aborted && at.analysis?.stopped === 'signal') throw new Unreached() // the server is closing
    } catch (e) {
      if (e instanceof Unreached) return this.reconnect(search)
      this.fail(e)
    }
    if (this.search === search) {
      this.running = false
      this.changed()
    }
  }

  /** limit returns the limit of an analysis, for the server. */
  private limit(): object {
    const { limit, endless } = this.settings
    if (endless || !limits.includes(limit)) return {}
    return limit.startsWith('d') ? { depth: Number(limit.slice(1)) } : { time_ms: 1000 * parseInt(limit) }
  }

  /** reconnect resumes a search lost with the server, if it is still wanted. */
  private async reconnect(search: AbortController) {
    await check()
    if (!search.signal.aborted) this.analyse()
    this.changed()
  }

  /** count adds the nodes of a running search, even while it has no news. */
  private count(at: Node, tick: Tick) {
    this.elapsed = tick.time_ms
    if (at.analysis && (tick.nodes ?? 0) > at.analysis.nodes) at.analysis = { ...at.analysis, nodes: tick.nodes!, nps: tick.nps! }
  }

  stop() {
    this.search?.abort()
    this.search = undefined
    this.running = this.resting = false
  }

  /** arrange starts or ends the setting up of a position. No search runs meanwhile. */
  arrange(on: boolean) {
    this.arranging = on
    this.reply?.abort()
    this.thinking = false
    if (on) this.stop()
    else {
      this.analyse()
      void this.answer()
    }
    this.changed()
  }

  /** resume continues what another screen interrupted. */
  resume() {
    this.analyse()
    this.remember()
    this.changed()
  }

  toggle() {
    if (this.veiled()) this.reveal(true)
    else if (this.running) {
      this.stop()
      this.changed()
    } else if (!this.settings.analyse) this.set({ analyse: true })
    else this.resume()
  }

  flip() {
    if (this.game.board?.mirrors) this.view = { ...this.view, mirrored: !this.view.mirrored }
    this.worked()
  }

  turn() {
    if (this.game.board) this.view = turned(this.game.board, this.view)
    this.worked()
  }

  /** passed reports whether a pass led to a node. */
  passed = (n: Node): boolean => !!n.parent && passes(n.parent.state).includes(n.state.move!)

  /** ticks returns the side whose clock runs: after the first move, while the game goes on. */
  private ticks(): 0 | 1 | null {
    const { state, ply, children } = this.here
    return over(this.here) || ply === 0 || children.length || this.arranging ? null : state.side
  }

  // The address

  moves(to: Node = line(this.here).at(-1)!): string[] {
    return path(to).slice(1).map((n) => n.state.move!)
  }

  /** place describes the position of a node by the moves before it, which repetitions and move
   * limits depend on. Of a long game only the end is sent. */
  private place(n: Node): { game: string; position?: string; moves: string[] } {
    const [first, ...rest] = path(n).slice(-1000)
    const position = first!.parent ? first!.state.position : this.start
    return { game: this.game.name, ...(position && { position }), moves: rest.map((m) => m.state.move!) }
  }

  address(): string {
    const q = new URLSearchParams({ game: this.game.name })
    if (this.start) q.set('position', this.start)
    const moves = this.moves()
    if (moves.length) q.set('moves', moves.join('.'))
    if (this.here.ply !== moves.length) q.set('at', String(this.here.ply))
    return `#/play?${q}`
  }

  /** remember writes the current position and its study into the address and the browser's
   * history. */
  private remember() {
    if (learning()) return
    this.mark()
    this.touch('place')
  }

  /** touch keeps the study, unless it only trains a line. */
  private touch(what: 'place' | 'work') {
    if (what === 'work') this.edition++
    if (!isDrill(this.retry)) this.keeper.touch(what)
  }

  /** mark writes the address. The address of a study with more than moves names the study, so
   * that another tab of this browser finds it. */
  private mark() {
    const { id } = this.keeper
    if (this.marked.edition !== this.edition) {
      const study = this.study()
      this.marked = { edition: this.edition, named: study.moves.length > 0 && !plain(study) }
    }
    const to = this.address() + (this.marked.named ? `&id=${id}` : '')
    if (location.hash !== to || history.state?.study !== id) history.replaceState({ study: id }, '', to)
  }

  /** link returns an address with the whole study and a query, or null if that is too long. A plain
   * game needs only its moves. */
  async link(search = ''): Promise<string | null> {
    const study = this.study()
    const to = new URL(this.address(), location.href)
    to.search = search
    if (plain(study)) return to.href
    to.hash = `#/play?study=${await pack(study)}`
    return to.href.length > longest ? null : to.href
  }

  /** visit opens the address, and the study that the browser's history has with it. */
  async visit(q: URLSearchParams) {
    const kept = find(history.state?.study ?? q.get('id') ?? '')
    const opened = await (kept ? this.show(kept, kept, 'replace') : this.read(q))
    if (opened && !kept && q.has('id')) this.notify(text('study.elsewhere'))
    if (!opened && this.root) this.remember() // the open study stays
  }

  private async read(q: URLSearchParams): Promise<boolean> {
    try {
      if (q.has('study')) return await this.show(await unpack(q.get('study')!), undefined, 'replace')
    } catch (e) {
      this.fail(e)
      return false
    }
    const moves = (q.get('moves') ?? '').split('.').filter(Boolean)
    const at = /^\d+$/.test(q.get('at') ?? '') ? Number(q.get('at')) : moves.length
    return this.open(q.get('game') ?? this.games[0]!.name, q.get('position') ?? '', moves, at, {}, 'replace', true)
  }

  /** shows reports whether the address matches the open study. */
  shows = (): boolean => !!this.root && (history.state?.study === this.keeper.id || location.hash === this.address())
}

/** Entry says how opening changes the browser's history: a new entry, or a replacement. */
type Entry = 'push' | 'replace'

/** Notice is a message to the reader, with an optional undo. */
export interface Notice {
  words: string
  undo?: () => void
}

/** illegal says that a move is illegal, and names some legal ones. */
function illegal(move: string, legal: string[]): string {
  const few = legal.slice(0, 6).join(', ')
  return text(legal.length > 6 ? 'error.illegal-some' : 'error.illegal', { move: move.slice(0, 20), legal: few })
}

/** Another screen may be shown. */
const learning = () => /^#\/(learn|puzzles|challenges)/.test(location.hash)
