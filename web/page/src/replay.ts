// A search that can be followed: what package trace does on the server, so that
// a step needs no answer. Scores are seen from MAX; a test holds this against
// the server's own pictures.

import { text } from './words'

export interface TreeNode {
  id: number
  parent: number
  index: number
  children?: number[]
  label?: string
  move?: string
  max: boolean
  value?: { score: number | string; bound: string }
  folded?: boolean
  x: number
  y: number
  width: number
  height: number
}

export type Step = [kind: number, node: number, child: number, a: number, b: number, reason: number]

export interface Scene {
  algorithm: string
  game: string
  text: string
  value: string
  style: 'values' | 'alphabeta' | 'windows' | 'intervals'
  shapes: 'squares' | 'triangles'
  negamax: boolean
  seen: number // visits of the whole search
  deepening: boolean // what a visit proves, the next one forgets
  tree: { width: number; height: number; nodes: TreeNode[] }
  steps: Step[]
  numbers: Record<string, string>
  told: string[]
}

export const Kind = { enter: 0, static: 1, window: 2, backup: 3, cutoff: 4, pruned: 5, leave: 6 } as const

const [upper, lower, exact] = [1, 2, 3]
export const infinity = 1_000_000_000

export type NodeState = 'unseen' | 'open' | 'done' | 'cut'

/** Known is what is known of a node at a step. */
export interface Known {
  state: NodeState
  leaf: boolean
  value: number
  bound: number
  lower: number
  upper: number
  best: number
  working: number
  entry: [number, number]
  window: [number, number]
  cutoff: number
  cutAt: number
  visits: number
  pruned: number
  pv: boolean
}

export interface Stats {
  visits: number
  nodes: number
  evaluations: number
  leaves: number
  cutoffs: number
  pruned: number
}

export class Replay {
  readonly nodes: TreeNode[]
  readonly steps: Step[]
  readonly shown: number // visits that the steps tell of
  known: Known[] = []
  step = 0
  stats: Stats = { visits: 0, nodes: 0, evaluations: 0, leaves: 0, cutoffs: 0, pruned: 0 }

  constructor(readonly scene: Scene) {
    this.nodes = scene.tree.nodes
    this.steps = scene.steps
    this.shown = scene.steps.filter(([kind]) => kind === Kind.enter).length
    this.rewind()
    this.finish()
  }

  private rewind() {
    this.step = 0
    this.stats = { visits: 0, nodes: 0, evaluations: 0, leaves: 0, cutoffs: 0, pruned: 0 }
    this.known = this.nodes.map((n) => {
      const value = n.value ? Number(n.value.score) : 0
      return {
        state: 'unseen', leaf: false, value, bound: n.value ? exact : 0, lower: -infinity, upper: infinity, best: -1,
        working: 0, entry: [-infinity, infinity], window: [-infinity, infinity], cutoff: 0, cutAt: 0, visits: 0, pruned: 0, pv: false,
      }
    })
  }

  /** to goes to a step: on from where it is, or again from the first. */
  to(step: number): this {
    step = Math.min(Math.max(0, step), this.steps.length)
    if (step < this.step) this.rewind()
    else for (const k of this.known) if (k.state === 'cut') k.state = 'unseen'
    for (; this.step < step; this.step++) this.apply(this.steps[this.step]!)
    this.finish()
    return this
  }

  /** current is the node of the last step, -1 before the first. */
  get current(): number {
    return this.step ? this.steps[this.step - 1]![1] : -1
  }

  get complete(): boolean {
    return this.step === this.steps.length
  }

  private apply([kind, node, child, a, b, reason]: Step) {
    const k = this.known[node]!
    switch (kind) {
      case Kind.enter:
        this.stats.visits++
        this.enter(k, a, b)
        break
      case Kind.static:
        this.stats.evaluations++
        k.leaf = true
        k.state = 'done'
        prove(k, a, exact)
        break
      case Kind.window:
        k.window = [a, b]
        break
      case Kind.backup:
        k.best = child
        k.working = a
        break
      case Kind.cutoff:
        this.stats.cutoffs++
        k.cutoff = reason
        k.cutAt = a
        break
      case Kind.pruned:
        this.known[child]!.pruned++
        break
      case Kind.leave:
        k.state = 'done'
        prove(k, a, b)
    }
  }

  private enter(k: Known, alpha: number, beta: number) {
    k.visits++
    k.state = 'open'
    k.entry = k.window = [alpha, beta]
    k.best = -1
    k.cutoff = 0
    if (k.visits > 1 && !this.scene.deepening) return
    k.leaf = false
    k.bound = 0
    k.lower = -infinity
    k.upper = infinity
  }

  private finish() {
    const s = this.stats
    s.nodes = s.leaves = s.pruned = 0
    this.known.forEach((k, i) => {
      k.pv = false
      if (k.state === 'unseen' && (k.pruned > 0 || (i > 0 && this.known[this.nodes[i]!.parent]!.state === 'cut'))) k.state = 'cut'
      if (k.visits) s.nodes++
      if (k.visits && k.leaf) s.leaves++
      if (!k.visits && k.pruned) s.pruned++
    })
    const line = this.line()
    if (line.length > 1 || this.known[0]?.state === 'done') for (const i of line) this.known[i]!.pv = true
  }

  /** line is the principal variation, as far as it is known. */
  line(): number[] {
    const line: number[] = []
    for (let at = 0; at >= 0 && this.known[at]!.visits; at = this.next(at)) line.push(at)
    return line
  }

  /** next is the child that the algorithm named or, if the node is proven and
   * that child is not, the first that is proven to have the same value. */
  private next(i: number): number {
    const k = this.known[i]!
    const proven = (c: number) => {
      const child = this.known[c]!
      return child.visits > 0 && child.bound === exact && child.value === k.value
    }
    if (k.bound !== exact || (k.best >= 0 && proven(k.best))) return k.best
    return this.nodes[i]!.children?.find(proven) ?? k.best
  }

  /** path is the moves that lead to a node of a game. */
  path(i: number): string[] {
    const moves: string[] = []
    for (let n = this.nodes[i]!; n.parent >= 0; n = this.nodes[n.parent]!) moves.unshift(n.move ?? '')
    return moves
  }

  // What is written

  turned(i: number): boolean {
    return this.scene.negamax && !this.nodes[i]!.max
  }

  number(i: number, v: number): string {
    if (Math.abs(v) >= infinity) return v > 0 !== this.turned(i) ? '∞' : '−∞'
    const written = this.scene.numbers[v] ?? String(v).replace('-', '−')
    if (!this.turned(i) || written === '0') return written
    if (written[0] === '−') return written.slice(1)
    return /^[+\d.]/.test(written) ? `−${written.replace(/^\+/, '')}` : (this.scene.numbers[-v] ?? String(-v).replace('-', '−'))
  }

  value(i: number): string {
    const k = this.known[i]!
    if (k.state === 'open' && k.best >= 0) return `${this.number(i, k.working)}…`
    if ((k.state === 'open' && k.visits === 1) || k.bound === 0) return ''
    return this.relation(i) + this.number(i, k.value)
  }

  relation(i: number): string {
    const { bound } = this.known[i]!
    if (bound === exact || bound === 0) return ''
    return (bound === lower) !== this.turned(i) ? '≥' : '≤'
  }

  window(i: number, [alpha, beta]: [number, number]): [string, string] {
    const ends: [string, string] = [this.number(i, alpha), this.number(i, beta)]
    return this.turned(i) ? [ends[1], ends[0]] : ends
  }

  notes(i: number): string[] {
    const k = this.known[i]!
    if (!k.visits || !this.nodes[i]!.children?.length) return []
    if (this.scene.style === 'alphabeta') {
      const [alpha, beta] = this.window(i, k.window)
      return [`α=${alpha}`, `β=${beta}`]
    }
    return this.scene.style === 'intervals' ? [`[${this.window(i, this.proven(i)).join(', ')}]`] : []
  }

  proven(i: number): [number, number] {
    const k = this.known[i]!
    let [low, high] = [k.lower, k.upper]
    if (k.state !== 'open') return [low, high]
    for (const c of this.nodes[i]!.children ?? []) {
      const child = this.known[c]!
      if (!child.visits) continue
      if (this.nodes[i]!.max) low = Math.max(low, child.lower)
      else high = Math.min(high, child.upper)
    }
    return [low, high]
  }

  /** edge is what is written on the edge that leads to a node. */
  edge(i: number): string[] {
    const k = this.known[i]!
    const lines = this.nodes[i]!.move ? [this.nodes[i]!.move!] : []
    if (this.scene.style === 'windows' && k.visits) lines.push(`(${this.window(i, k.entry).join(', ')})`)
    return lines
  }

  severed(i: number): boolean {
    const { parent } = this.nodes[i]!
    return this.known[i]!.state === 'cut' && parent >= 0 && this.known[parent]!.state !== 'cut'
  }

  /** account tells all about a node in one line. */
  account(i: number): string {
    const [n, k] = [this.nodes[i]!, this.known[i]!]
    const parts = [n.move, n.label, text(n.max ? 'tree.max' : 'tree.min')]
    if (k.state !== 'unseen') parts.push(this.value(i))
    if (k.state === 'cut') parts.push(text('tree.pruned'))
    else if (k.state === 'unseen') parts.push(text('tree.unseen'))
    else parts.push(`(${this.window(i, k.entry).join(', ')})`)
    if (k.cutoff) parts.push(`${text('tree.cutoff')} ${this.number(i, k.cutAt)}`)
    if (k.pv) parts.push(text('tree.variation'))
    if (k.visits > 1) parts.push(`${text('tree.visits')} ${k.visits}`)
    return parts.filter(Boolean).join(' · ')
  }
}

function prove(k: Known, v: number, bound: number) {
  let [low, high] = [k.lower, k.upper]
  if (bound & lower) low = Math.max(low, v)
  if (bound & upper) high = Math.min(high, v)
  if (low > high) {
    low = bound & lower ? v : -infinity
    high = bound & upper ? v : infinity
  }
  k.lower = low
  k.upper = high
  k.value = low === high ? low : v
  k.bound = low === high ? exact : bound
}
