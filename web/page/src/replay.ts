// A search to replay: the server's film of what each step changes in the picture of its tree.
// The page itself knows nothing about searches.

/** Layout is the arrangement of the nodes in a picture, as the command line names it. */
export type Layout = 'down' | 'right' | 'icicle'

export interface Scene {
  algorithm: string
  game: string
  written: boolean // a tree, not a position of a game
  path?: boolean // a path search, whose nodes are on lists
  meaning?: string // of the numbers in a tree that grows
  text: string
  value: string
  shapes: 'squares' | 'triangles'
  seen: number // visits in the whole search
  shown: number // visits covered by the steps
  width: number
  height: number
  nodes: {
    parent: number[]
    index: number[]
    max: (0 | 1 | 2)[] // 1 for MAX, 2 for chance
    label: string[]
    move: string[]
    name: string[]
    x: number[]
    y: number[]
    width: number[]
    height: number[]
    inner?: (0 | 1)[] // in a tree that grows
    leaf?: string[] // in a tree that grows: the value of a leaf
  }
  texts: string[]
  looks: [state: number, seen: number, visits: number, value: number, notes: number, edge: number, account: number][]
  first: number[] // the look of each node before the first step
  steps: number[][] // the step's node, then pairs of a node and its new look
  counts: number[][] // for each step pairs of a counter and its increment
  cutoffs: number[]
  told: string[]
  code?: string[] // the algorithm, line by line
  line?: number[] // of the code at each step, from 1
}

export interface TreeNode {
  id: number
  parent: number
  index: number
  children: number[]
  max: boolean
  chance: boolean
  label: string
  move: string
  name: string
  x: number
  y: number
  width: number
  height: number
  end: number // the node after the last one below
  depth: number
  hidden: boolean // below a folded node
  folded: boolean
  line?: number[] // to the right: where its column, its texts, the space after them and the next gap begin
}

/** Look is the appearance of a node. */
export interface Look {
  state: 'unseen' | 'open' | 'done' | 'cut'
  severed: boolean // its own edge was cut
  pv: boolean
  visits: number
  value: string
  notes: string[]
  edge: string[]
  account: string
}

const states = ['unseen', 'open', 'done', 'cut'] as const
const [severed, variation] = [1, 2]
const counted = ['visits', 'nodes', 'evaluations', 'leaves', 'cutoffs', 'pruned', 'open', 'closed', 'dropped', 'rounds'] as const

export type Stats = Record<(typeof counted)[number], number>

export class Replay {
  readonly nodes: TreeNode[]
  readonly length: number // steps
  step = 0
  width = 0 // of the picture
  height = 0
  layout: Layout = 'down'
  readonly stats: Stats = { visits: 0, nodes: 0, evaluations: 0, leaves: 0, cutoffs: 0, pruned: 0, open: 0, closed: 0, dropped: 0, rounds: 0 }
  private readonly looks: Look[]
  private readonly now: number[] // the look of each node
  private readonly before: number[][] = [] // looks replaced by each step

  constructor(readonly scene: Scene) {
    const { nodes: n, texts } = scene
    const lines = (text: number) => (texts[text] ? texts[text]!.split('\n') : [])
    this.nodes = n.parent.map((parent, id) => ({
      id, parent, index: n.index[id]!, children: [], max: n.max[id] === 1, chance: n.max[id] === 2, label: n.label[id]!, move: n.move[id]!,
      name: n.name[id]!, x: n.x[id]!, y: n.y[id]!, width: n.width[id]!, height: n.height[id]!, end: id + 1, depth: 0, hidden: false, folded: false,
    }))
    for (const node of this.nodes) {
      node.depth = (this.nodes[node.parent]?.depth ?? -1) + 1
      this.nodes[node.parent]?.children.push(node.id)
    }
    for (const node of [...this.nodes].reverse()) node.end = this.nodes[node.children.at(-1) ?? -1]?.end ?? node.end
    ;[this.width, this.height] = [scene.width, scene.height]
    this.looks = scene.looks.map(([state, seen, visits, value, notes, edge, account]) => ({
      state: states[state]!, severed: (seen & severed) > 0, pv: (seen & variation) > 0, visits,
      value: texts[value]!, notes: lines(notes), edge: lines(edge), account: texts[account]!,
    }))
    this.now = [...scene.first]
    this.length = scene.steps.length
  }

  /** to goes to a step, forward or back. */
  to(step: number): this {
    step = Math.min(Math.max(0, step), this.length)
    while (this.step < step) this.forth()
    while (this.step > step) this.back()
    return this
  }

  private forth() {
    const changes = this.scene.steps[this.step]!
    const replaced: number[] = []
    for (let i = 1; i < changes.length; i += 2) {
      replaced.push(this.now[changes[i]!]!)
      this.now[changes[i]!] = changes[i + 1]!
    }
    this.before[this.step] = replaced
    this.count(1)
    this.step++
  }

  private back() {
    this.step--
    const changes = this.scene.steps[this.step]!
    this.before[this.step]!.forEach((look, i) => (this.now[changes[2 * i + 1]!] = look))
    this.count(-1)
  }

  private count(sign: 1 | -1) {
    const counts = this.scene.counts[this.step]!
    for (let i = 0; i < counts.length; i += 2) this.stats[counted[counts[i]!]!] += sign * counts[i + 1]!
  }

  /** at returns the node of a step. */
  at(step: number): number | undefined {
    return this.scene.steps[step - 1]?.[0]
  }

  /** current returns the node of the last step, -1 before the first. */
  get current(): number {
    return this.at(this.step) ?? -1
  }

  get complete(): boolean {
    return this.step === this.length
  }

  look(i: number): Look {
    return this.looks[this.now[i]!]!
  }

  /** lists are the names of the closed and the open nodes of a path search; a depth-first search
   * keeps no lists. */
  get lists(): [closed: string, open: string] {
    return ['dfs', 'ids', 'idastar'].includes(this.scene.algorithm) ? ['tree.looked-at', 'tree.reached'] : ['tree.closed', 'tree.open']
  }

  /** framed reports whether a node has an outline: in a path search nodes on a list do,
   * otherwise inner nodes. */
  framed(i: number): boolean {
    const { state } = this.look(i)
    if (this.scene.nodes.inner) return this.scene.nodes.inner[i] === 1
    return this.scene.path ? state === 'open' || state === 'done' : this.nodes[i]!.children.length > 0
  }

  /** boxed reports whether a node has the outline of MAX, or of the closed list. */
  boxed(i: number): boolean {
    return this.scene.path ? this.look(i).state !== 'open' : this.nodes[i]!.max
  }

  /** label returns the name of a node; in a tree that grows, with the value of a leaf. */
  label(i: number): string {
    const leaf = this.scene.nodes.leaf?.[i]
    return this.nodes[i]!.label + (leaf ? `=${leaf}` : '')
  }

  /** account describes a node in one line. */
  account(i: number): string {
    return [this.nodes[i]!.name, this.look(i).account].filter(Boolean).join(' · ')
  }

  /** path returns the moves that lead to a node of a game. */
  path(i: number): string[] {
    const moves: string[] = []
    for (let n = this.nodes[i]!; n.parent >= 0; n = this.nodes[n.parent]!) moves.unshift(n.move)
    return moves
  }

  /** shown are the nodes that are not below a folded one. */
  shown(): TreeNode[] {
    return this.nodes.filter((n) => !n.hidden)
  }

  /** seen returns a node, or the folded one that hides it. */
  seen(i: number): number {
    while (this.nodes[i]?.hidden) i = this.nodes[i]!.parent
    return i
  }

  /** widest returns for each node the most letters on its edge, in one line or several, and beside it. */
  widest(joined: boolean): [edge: number[], notes: number[]] {
    const [edge, notes] = [this.nodes.map(() => 0), this.nodes.map(() => 0)]
    const most = (lines: string[]) => lines.reduce((n, l) => Math.max(n, l.length), 0)
    const sizes = this.looks.map((k) => [joined ? k.edge.join(' ').length : most(k.edge), Math.max(most(k.notes), k.visits > 1 ? 3 : 0)] as const)
    const add = (i: number, look: number) => ([edge[i], notes[i]] = [Math.max(edge[i]!, sizes[look]![0]), Math.max(notes[i]!, sizes[look]![1])])
    this.scene.first.forEach((look, i) => add(i, look))
    for (const s of this.scene.steps) for (let k = 1; k < s.length; k += 2) add(s[k]!, s[k + 1]!)
    return [edge, notes]
  }

  private turns?: number[]

  /** turn returns the next step that changes the best line, or the previous one. */
  turn(from: number, by: 1 | -1): number {
    if (!this.turns) {
      const now = [...this.scene.first]
      this.turns = this.scene.steps.flatMap((s, step) => {
        let changed = false
        for (let k = 1; k < s.length; k += 2) {
          changed ||= this.looks[now[s[k]!]!]!.pv !== this.looks[s[k + 1]!]!.pv
          now[s[k]!] = s[k + 1]!
        }
        return changed ? [step + 1] : []
      })
    }
    return this.seek(this.turns, from, by)
  }

  /** cutoff returns the next step that is a cutoff, or the previous one. */
  cutoff(from: number, by: 1 | -1): number {
    return this.seek(this.scene.cutoffs, from, by)
  }

  private seek(steps: number[], from: number, by: 1 | -1): number {
    return (by > 0 ? steps.find((s) => s > from) : steps.findLast((s) => s < from)) ?? (by > 0 ? this.length : 0)
  }
}
