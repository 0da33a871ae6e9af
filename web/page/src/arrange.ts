// The places of a tree's nodes in the layouts of the command line, without the nodes below folded
// ones. The server has placed those of the whole tree with the root at the top.

import type { Layout, Replay, TreeNode } from './replay'

const [margin, gap, lineGap, barTall] = [16, 14, 4, 24]

/** bar is the width of a leaf in an icicle, at least and at most. */
const bar = [2, 72] as const

/** written returns the length of a text with a number of letters. */
const written = (letters: number, size = 6.4) => (letters ? letters * size + 9 : 0)

/** arrange places the nodes of a replay. */
export function arrange(r: Replay, layout: Layout, folded: ReadonlySet<number>): void {
  const { x, y, width, height } = r.scene.nodes
  r.layout = layout
  r.nodes.forEach((n, i) => {
    const up = r.nodes[n.parent]
    Object.assign(n, { x: x[i], y: y[i], width: width[i], height: height[i], hidden: !!up && (up.hidden || folded.has(n.parent)), folded: folded.has(i) })
  })
  ;[r.width, r.height] = [r.scene.width, r.scene.height]
  if (layout === 'icicle') icicle(r)
  else if (layout === 'right') right(r)
  else if (folded.size) down(r)
}

/** kids returns the children that are shown. */
const kids = (r: Replay, n: TreeNode) => (n.folded ? [] : n.children.map((c) => r.nodes[c]!))

/** along places nodes by the space that each needs before and after its middle: a parent is in the
 * middle of its children. It returns the places and the length of all. */
function along(r: Replay, space: number, reach: (n: TreeNode) => [before: number, after: number]): [number[], number] {
  const at: number[] = []
  let free = margin
  const place = (n: TreeNode) => {
    const start = free
    const [before, after] = reach(n)
    const below = kids(r, n)
    below.forEach(place)
    at[n.id] = below.length ? (at[below[0]!.id]! + at[below.at(-1)!.id]!) / 2 : start + before
    const short = start + before - at[n.id]!
    if (short > 0) {
      for (let k = n.id; k < n.end; k++) at[k]! += short
      free += short
    }
    free = Math.max(free, at[n.id]! + after + space)
  }
  place(r.nodes[0]!)
  return [at, free - space + margin]
}

function down(r: Replay) {
  const [edge, notes] = r.widest(false)
  const [at, length] = along(r, gap, (n) => {
    const half = n.width / 2
    const named = written(n.label.length, 7.2)
    const over = (edge[n.id]! * 6.4) / 2 / 0.72
    const leaf = !n.children.length
    return [Math.max(over, leaf ? Math.max(half, named / 2) : half + named), Math.max(over, half + (leaf ? named / 2 : 0) + written(notes[n.id]!))]
  })
  for (const n of r.shown()) n.x = at[n.id]!
  r.width = length
}

function right(r: Replay) {
  const [edge, notes] = r.widest(true)
  const [at, length] = along(r, lineGap, (n) => [n.height / 2, n.height / 2])
  const columns: { left: number; right: number; span: number }[] = []
  const reach = (n: TreeNode) => [n.width / 2 + written(n.label.length, 7.2) + written(edge[n.id]!), n.width / 2 + written(notes[n.id]!)] as const
  for (const n of r.shown()) {
    const c = (columns[n.depth] ??= { left: 0, right: 0, span: 0 })
    const [before, after] = reach(n)
    n.y = at[n.id]!
    ;[c.left, c.right] = [Math.max(c.left, before), Math.max(c.right, after)]
    if (n.parent >= 0) c.span = Math.max(c.span, Math.abs(n.y - at[n.parent]!))
  }
  let from = margin
  const starts = columns.map(({ left, right, span }, k) => {
    const start = from + (k ? Math.min(200, Math.max(26, 0.16 * span)) : 0)
    from = start + left + right
    return start
  })
  for (const n of r.shown()) {
    const c = columns[n.depth]!
    const [before, after] = reach(n)
    n.x = starts[n.depth]! + c.left
    n.line = [starts[n.depth]!, n.x - before, n.x + after, n.x + c.right]
  }
  ;[r.width, r.height] = [from + margin, length]
}

function icicle(r: Replay) {
  const leaves: number[] = []
  for (const n of [...r.shown()].reverse()) leaves[n.id] = kids(r, n).reduce((sum, c) => sum + leaves[c.id]!, 0) || 1
  const unit = Math.min(bar[1], Math.max(bar[0], 800 / leaves[0]!))
  const next: number[] = []
  let deepest = 0
  for (const n of r.shown()) {
    const start = n.parent < 0 ? margin : next[n.parent]!
    ;[n.width, n.height] = [leaves[n.id]! * unit, barTall]
    ;[n.x, n.y] = [start + n.width / 2, margin + (n.depth + 0.5) * barTall]
    next[n.id] = start
    next[n.parent] = start + n.width
    deepest = Math.max(deepest, n.depth)
  }
  ;[r.width, r.height] = [leaves[0]! * unit + 2 * margin, (deepest + 1) * barTall + 2 * margin]
}
