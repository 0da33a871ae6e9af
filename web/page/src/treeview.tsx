import { Fragment, h } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { arrange } from './arrange'
import type { Layout, Replay, TreeNode } from './replay'
import { Crowd, edgeClass, ends, type Seen } from './crowd'
import { text } from './words'

const crowd = 500 // more nodes than this are drawn without texts
const crowdHeight = 320 // height in pixels to which a wide tree is stretched

interface Props {
  replay: Replay
  step: number // only to trigger a redraw
  selected: number
  select: (node: number) => void
  follow?: boolean
  asked?: number // a node that a quiz asks about
  label?: string
  grand?: boolean // for an audience: as large as there is room
  layout?: Layout // the root at the top if left out
  drop?: (node: number, to: number) => void // a node was dragged to another place among its siblings
  fold?: string // what an address says about folded nodes, if refold keeps it
  refold?: (fold: string | undefined) => void
}

/** spread is how many nodes of a large tree are shown before a reader unfolds others. */
const spread = 150

/** usual folds a large tree from the deepest level above which there are not too many nodes. */
function usual(r: Replay): number[] {
  const on: number[] = []
  for (const n of r.nodes) on[n.depth] = (on[n.depth] ?? 0) + 1
  let [at, shown] = [0, 1]
  while (at + 1 < on.length && shown + on[at + 1]! <= spread) shown += on[++at]!
  return r.nodes.filter((n) => n.depth >= Math.max(1, at) && n.children.length > 0).map((n) => n.id)
}

/** folds returns the folded nodes of a tree. The address names those that are not as usual, and says
 * with whole that a large tree is not folded. */
function folds(r: Replay, address: string[], large: boolean): Set<number> {
  const folded = new Set(large && !address.includes(whole) ? usual(r) : [])
  for (const i of address.map(Number)) if (r.nodes[i]?.children.length && !folded.delete(i)) folded.add(i)
  return folded
}

const whole = 'none'

/** TreeView draws the visible part of a tree at a step of its search. */
export function TreeView(p: Props) {
  const { replay, selected, select } = p
  const [own, setOwn] = useState({ replay, fold: '' })
  const large = !!p.refold && replay.nodes.length > crowd
  const given = (p.refold ? p.fold : own.replay === replay && own.fold) || ''
  const address = given ? given.split('.') : []
  const folded = useMemo(() => folds(replay, address, large), [replay, given])
  const layout = p.layout ?? 'down'
  const tree = useMemo(() => (arrange(replay, layout, folded), { width: replay.width, height: replay.height }), [replay, layout, folded])
  const refold = (to: string[]) => (p.refold ? p.refold(to.join('.') || undefined) : setOwn({ replay, fold: to.join('.') }))
  const fold = (i: number) => {
    if (!replay.nodes[i]!.children.length) return
    const others = address.filter((n) => n !== String(i))
    refold(others.length < address.length ? others : [...others, String(i)])
  }
  const box = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [seen, setSeen] = useState<Seen>({ left: 0, top: 0, width: 1200, height: 700 })
  const look = () => {
    const b = box.current
    if (b) setSeen({ left: b.scrollLeft, top: b.scrollTop, width: b.clientWidth, height: b.clientHeight })
  }
  useLayoutEffect(() => {
    const b = box.current!
    setZoom(Math.min(p.grand ? Math.min(3, (b.clientHeight - 8) / tree.height) : 1.4, Math.max(0.7, (b.clientWidth - 4) / tree.width)))
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(b)
    return () => sizes.disconnect()
  }, [replay, layout])
  useEffect(look, [zoom])
  useEffect(() => {
    const whole = () => replay.nodes.length <= crowd && setSeen({ left: 0, top: 0, width: tree.width * zoom, height: tree.height * zoom })
    addEventListener('beforeprint', whole)
    addEventListener('afterprint', look)
    return () => (removeEventListener('beforeprint', whole), removeEventListener('afterprint', look))
  }, [replay, zoom])
  const target = replay.seen(p.follow && replay.current >= 0 ? replay.current : selected)
  useEffect(() => reveal(box.current!, replay, target, zoom), [target, zoom, tree])
  const shown = visible(replay, seen, zoom)
  const dense = shown.length > crowd
  const bars = layout === 'icicle' ? shown.filter((i) => replay.nodes[i]!.width * zoom > 24) : [] // with names
  const drawn = dense ? [...new Set([...bars, ...[selected, replay.current, p.asked ?? -1].map((i) => replay.seen(i))])].filter((i) => i >= 0) : shown
  const tall = dense ? Math.max(zoom, Math.min(0.8, crowdHeight / tree.height)) : zoom // vertical zoom
  const [drag, setDrag] = useState<{ node: number; to: number; x: number; y: number } | null>(null)
  const held = useRef<{ node: number; x: number } | null>(null)
  /** dragging are the pointer's events: a node is dragged to another place among its siblings. */
  const dragging = {
    onPointerDown: (e: PointerEvent) => {
      const item = (e.target as Element).closest('[data-node]')
      const node = Number(item?.getAttribute('data-node') ?? 0)
      held.current = e.pointerType !== 'touch' && node > 0 ? { node, x: e.clientX } : null
    },
    onPointerMove: (e: PointerEvent) => {
      const from = held.current
      if (!from || Math.abs(e.clientX - from.x) < 8) return setDrag(null)
      const n = replay.nodes[from.node]!
      const siblings = replay.nodes[n.parent]!.children.filter((c) => c !== from.node)
      const x = n.x + (e.clientX - from.x) / zoom
      const to = siblings.filter((c) => replay.nodes[c]!.x < x).length
      const [before, after] = [replay.nodes[siblings[to - 1] ?? -1], replay.nodes[siblings[to] ?? -1]]
      const place = before && after ? (before.x + after.x) / 2 : before ? before.x + 30 : after ? after.x - 30 : x
      setDrag(to === n.index ? null : { node: from.node, to, x: place, y: n.y })
    },
    onPointerUp: () => {
      if (drag) p.drop!(drag.node, drag.to)
      held.current = null
      setDrag(null)
    },
    onPointerLeave: () => ((held.current = null), setDrag(null)),
  }
  const fit = () => setZoom(Math.min(1.4, (box.current!.clientWidth - 4) / tree.width))
  return (
    <div class="tree-view">
      <div class="zoom">
        {large && (
          <button type="button" class="icon" aria-label={text('tree-view.all')} title={text('tree-view.all')} aria-pressed={address.includes(whole)} onClick={() => refold(address.includes(whole) ? [] : [whole])}>⊞</button>
        )}
        <button type="button" class="icon" aria-label={text('tree-view.out')} title={text('tree-view.out')} onClick={() => setZoom(Math.max(0.02, zoom / 1.3))}>−</button>
        <button type="button" class="icon" aria-label={text('tree-view.in')} title={text('tree-view.in')} onClick={() => setZoom(Math.min(3, zoom * 1.3))}>+</button>
        <button type="button" class="icon" aria-label={text('tree-view.fit')} title={text('tree-view.fit')} onClick={fit}>⤢</button>
      </div>
      <div class="canvas" ref={box} onScroll={look}>
        <div class="ground" style={{ width: `${tree.width * zoom}px`, height: `${tree.height * tall}px` }}>
          {dense && <Crowd replay={replay} shown={shown} seen={seen} zoom={[zoom, tall]} step={p.step} />}
        <svg
          id="tree-picture" class={`tree ${replay.scene.shapes}`} width={tree.width * zoom} height={tree.height * tall}
          onDblClick={(e) => fold(Number((e.target as Element).closest('[data-node]')?.getAttribute('data-node') ?? -1) || 0)} viewBox={`0 0 ${tree.width} ${tree.height}`} preserveAspectRatio="none" role="tree" aria-label={p.label ?? text('tree.title')}
          onKeyDown={(e) => walk(e, replay, replay.seen(selected), select, fold)} {...(p.drop && layout === 'down' ? dragging : {})}
        >
          {drag && <path class="drop" d={`M${drag.x} ${drag.y - 30}V${drag.y + 30}`} />}
          {!dense && shown.map((i) => <Edge key={`e${i}`} replay={replay} i={i} />)}
          {!dense && shown.map((i) => <EdgeText key={`t${i}`} replay={replay} i={i} />)}
          {drawn.map((i) => <Item key={i} replay={replay} i={i} selected={i === replay.seen(selected)} asked={i === p.asked} select={select} fold={fold} bare={dense && layout !== 'icicle'} />)}
        </svg>
        </div>
      </div>
    </div>
  )
}

/** visible returns the nodes in or near the visible part. */
function visible(r: Replay, seen: Seen, zoom: number): number[] {
  const pad = 120
  const [left, right] = [seen.left / zoom - pad, (seen.left + seen.width) / zoom + pad]
  const [top, bottom] = [seen.top / zoom - 2 * pad, (seen.top + seen.height) / zoom + 2 * pad]
  const out: number[] = []
  r.nodes.forEach((n, i) => {
    if (n.hidden) return
    const up = r.nodes[n.parent]
    const inside = (m: TreeNode) => m.x + m.width / 2 >= left && m.x - m.width / 2 <= right && m.y >= top && m.y <= bottom
    if (inside(n) || (up && inside(up)) || (up && n.y >= top && up.y <= bottom && Math.min(n.x, up.x) < left && Math.max(n.x, up.x) > right) || (up && n.x >= left && up.x <= right && Math.min(n.y, up.y) < top && Math.max(n.y, up.y) > bottom)) out.push(i)
  })
  return out
}

function reveal(b: HTMLElement, r: Replay, i: number, zoom: number) {
  const n = r.nodes[i]
  if (!n) return
  const [x, y] = [n.x * zoom, n.y * zoom]
  const near = 60
  if (x < b.scrollLeft + near || x > b.scrollLeft + b.clientWidth - near) b.scrollLeft = x - b.clientWidth / 2
  if (y < b.scrollTop + near || y > b.scrollTop + b.clientHeight - near) b.scrollTop = y - b.clientHeight / 2
}

/** walk moves through the tree by the keys of an ARIA tree. */
function walk(e: KeyboardEvent, r: Replay, from: number, select: (i: number) => void, fold: (i: number) => void) {
  const n = r.nodes[Math.max(0, from)]!
  const siblings = r.nodes[n.parent]?.children ?? [n.id]
  const at = siblings.indexOf(n.id)
  if (e.key === 'f' || (e.key === 'ArrowRight' && n.folded)) {
    e.stopPropagation()
    return fold(n.id)
  }
  const next = {
    ArrowRight: n.children[0], ArrowLeft: n.parent >= 0 ? n.parent : undefined,
    ArrowUp: siblings[at - 1], ArrowDown: siblings[at + 1], Home: 0, End: r.nodes.length - 1,
  }[e.key]
  if (next === undefined) return
  e.preventDefault()
  e.stopPropagation()
  select(next)
}

function Edge({ replay: r, i }: { replay: Replay; i: number }) {
  const n = r.nodes[i]!
  if (n.parent < 0 || r.layout === 'icicle') return null
  const [x1, y1, x2, y2] = ends(r, i)
  const right = r.layout === 'right'
  const { edge: on, severed } = r.look(i)
  const part = right ? 0.85 : on.length ? 0.45 : 0.6
  const long = Math.hypot(x2 - x1, y2 - y1) || 1
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long]
  const slash = [-2.5, 2.5].map((off) => {
    const [cx, cy] = [x1 + (x2 - x1) * part + off * ux, y1 + (y2 - y1) * part + off * uy]
    const [dx, dy] = [7 * uy + 2 * ux, -7 * ux + 2 * uy]
    return `M${cx - dx} ${cy - dy}L${cx + dx} ${cy + dy}`
  })
  return (
    <g aria-hidden="true">
      <path class={`edge ${edgeClass(r, i)}`} d={right ? `M${r.nodes[n.parent]!.line![2]} ${y1}H${x1}L${x2} ${y2}H${n.line![1]}` : `M${x1} ${y1}L${x2} ${y2}`} />
      {severed && <path class="slash" d={slash.join('')} />}
    </g>
  )
}

/** EdgeText is the text on an edge. It is drawn above all edges, since others may pass below. */
function EdgeText({ replay: r, i }: { replay: Replay; i: number }) {
  const { edge: on } = r.look(i)
  const n = r.nodes[i]!
  if (n.parent < 0 || !on.length || r.layout === 'icicle') return null
  if (r.layout === 'right') return <g aria-hidden="true"><text class="note start" x={n.line![1]! + 3} y={n.y + 4}>{on.join(' ')}</text></g>
  const [x1, y1, x2, y2] = ends(r, i)
  return (
    <g aria-hidden="true">
      {on.map((line, n) => (
        <text class="note on" x={x1 + (x2 - x1) * 0.72} y={y1 + (y2 - y1) * 0.72 + 13 * (n - (on.length - 1) / 2) + 4}>{line}</text>
      ))}
    </g>
  )
}

type ItemProps = { replay: Replay; i: number; selected: boolean; asked: boolean; select: (i: number) => void; fold: (i: number) => void; bare: boolean }

function Item({ replay: r, i, selected, asked, select, fold, bare }: ItemProps) {
  const ref = useRef<SVGGElement>(null)
  const n = r.nodes[i]!
  const k = r.look(i)
  const inner = r.framed(i)
  const max = r.boxed(i)
  const siblings = r.nodes[n.parent]?.children ?? [i]
  const current = i === r.seen(r.current) && !r.complete
  const icicle = r.layout === 'icicle'
  const pad = r.layout === 'down' ? 6 : 1
  const away = `${n.folded ? '+' : '−'}${n.folded ? n.end - i - 1 : ''}`
  const place = icicle ? [Math.max(0, w0(n) - 12), 0] : r.layout === 'right' ? [n.line![2]! - n.x + 5 + 4 * away.length, 0] : [0, n.height / 2 + 11]
  const [w, t] = [n.width / 2, n.height / 2]
  useEffect(() => {
    if (selected && ref.current?.ownerSVGElement?.contains(document.activeElement)) ref.current.focus()
  }, [selected])
  return (
    <g
      class={`item ${n.chance ? 'chance' : max ? 'max' : 'min'} ${k.state} ${k.pv ? 'pv' : ''} ${inner ? 'inner' : 'leaf'} ${current ? 'current' : ''} ${selected ? 'selected' : ''} ${asked ? 'asked' : ''}`}
      transform={`translate(${n.x} ${n.y})`} data-node={i} onClick={() => select(i)}
    >
      <title>{r.account(i)}</title>
      {(current || asked) && <rect class="ring" x={-w - pad} y={-t - pad} width={n.width + 2 * pad} height={n.height + 2 * pad} rx={8} />}
      <g
        ref={ref} role="treeitem" tabindex={selected ? 0 : -1} aria-selected={selected} aria-label={r.account(i)}
        aria-level={n.depth + 1} aria-setsize={siblings.length} aria-posinset={siblings.indexOf(i) + 1} aria-expanded={n.children.length > 0 ? !n.folded : undefined}
        onFocus={() => select(i)}
      >
        {icicle ? <rect class="shape slab" x={-w} y={-t} width={2 * w} height={2 * t} /> : <Outline shapes={r.scene.shapes} inner={inner} max={max} chance={n.chance} w={w} t={t} />}
      </g>
      {!bare && (icicle ? <BarText replay={r} i={i} asked={asked} /> : <Writing replay={r} i={i} asked={asked} />)}
      {n.children.length > 0 && (selected || n.folded) && (
        <g class="fold" transform={`translate(${place})`} onClick={(e) => (e.stopPropagation(), fold(i))}>
          <title>{text(n.folded ? 'tree-view.unfold' : 'tree-view.fold')}</title>
          <rect x={-4 - 4 * away.length} y={-8} width={8 + 8 * away.length} height={16} rx={8} />
          <text y={4}>{away}</text>
        </g>
      )}
    </g>
  )
}

const w0 = (n: TreeNode) => n.width / 2

/** BarText is as much of the move, the name and the value of a node as fits into its bar. */
function BarText({ replay: r, i, asked }: { replay: Replay; i: number; asked: boolean }) {
  const { edge, value } = r.look(i)
  const name = [edge.join(' '), r.label(i)].filter(Boolean).join(' ')
  const shown = asked ? '?' : value
  return <text class="caption" aria-hidden="true" y={4}>{[`${name} ${shown}`.trim(), name].find((s) => s.length * 6.6 + 4 <= r.nodes[i]!.width)}</text>
}

/** Writing is the text in and beside a node. Screen readers read the node's account instead. */
function Writing({ replay: r, i, asked }: { replay: Replay; i: number; asked: boolean }) {
  const n = r.nodes[i]!
  const inner = r.framed(i)
  const { visits, value, notes: said } = r.look(i)
  const notes = asked ? [] : [...said, ...(visits > 1 ? [`×${visits}`] : [])]
  const beside = n.width / 2 + 9
  return (
    <g aria-hidden="true">
      <text class="value" y={inner && r.scene.shapes === 'triangles' && !n.chance ? (n.max ? 13 : -3) : 5}>{asked ? '?' : value}</text>
      {inner || r.layout === 'right' ? (
        <>
          {n.label && <text class="label side" x={-beside} y={4}>{inner ? n.label : r.label(i)}</text>}
          {notes.map((note, j) => <text class="note side" x={beside} y={4 + 13 * (j - (notes.length - 1) / 2)}>{note}</text>)}
        </>
      ) : (
        <text class="label" y={value || asked ? 22 : 4}>{r.label(i)}{notes.map((note, j) => <tspan class="note" dx={n.label || j ? 4 : 0}>{note}</tspan>)}</text>
      )}
    </g>
  )
}

function Outline({ shapes, inner, max, chance, w, t }: { shapes: string; inner: boolean; max: boolean; chance?: boolean; w: number; t: number }) {
  if (!inner) return <rect class="touch" x={-w} y={-t} width={2 * w} height={2 * t} rx={4} />
  if (chance) return <path class="shape" d={`M0 ${-t}L${w} 0L0 ${t}L${-w} 0Z`} />
  if (shapes === 'triangles') return <path class="shape" d={max ? `M0 ${-t}L${w} ${t}H${-w}Z` : `M0 ${t}L${w} ${-t}H${-w}Z`} />
  return <rect class="shape" x={-w} y={-t} width={2 * w} height={2 * t} rx={max ? 3 : t} />
}

/** Key explains the symbols of the picture. */
export function Key({ replay: r }: { replay: Replay }) {
  const triangles = r.scene.shapes === 'triangles'
  const sign = (max: boolean, chance = false) => (
    <svg viewBox="-16 -12 32 24"><Outline shapes={r.scene.shapes} inner max={max} chance={chance} w={triangles ? 11 : 12} t={triangles ? 9 : 8} /></svg>
  )
  const stroke = (kind: string, cut = false) => <svg viewBox="0 0 36 24"><path class={`edge ${kind}`} d="M2 12H34" />{cut && <path class="slash" d="M14 19L18 5M19 19L23 5" />}</svg>
  return (
    <p class="tree key-line">
      {r.scene.path ? (
        <>
          {sign(true)} {text(r.lists[0])} {sign(false)} {text(r.lists[1])} {stroke('pv')} {text('tree.way')}
          {' '}{stroke('cut', true)} {text('tree.dropped')}
        </>
      ) : r.scene.meaning ? (
        <>
          {sign(true)} {text('tree.max')} {sign(false)} {text('tree.min')} {r.nodes.some((n) => n.chance) && <>{sign(false, true)} {text('tree.chance')}</>} {stroke('pv')} {text('tree.way-down')} <b>{r.scene.meaning}</b>
        </>
      ) : (
        <>
          {sign(true)} {text('tree.max')} {sign(false)} {text('tree.min')} {r.nodes.some((n) => n.chance) && <>{sign(false, true)} {text('tree.chance')}</>} {stroke('pv')} {text('tree.variation')}
          {' '}{stroke('cut', true)} {text('tree.pruned')} <b>≥ ≤</b> {text('tree.bound')}
        </>
      )}
    </p>
  )
}

