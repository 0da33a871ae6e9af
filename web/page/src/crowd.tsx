import { h } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Replay } from './replay'

/** Seen is the visible part of a tree, in pixels. */
export interface Seen {
  left: number
  top: number
  width: number
  height: number
}

/** ends returns the end points of the edge to a node, of its slanting part to the right. */
export function ends(r: Replay, i: number): [number, number, number, number] {
  const n = r.nodes[i]!
  const up = r.nodes[n.parent]!
  if (r.layout === 'right') return [up.line![3]!, up.y, n.line![0]!, n.y]
  return [up.x, up.y + up.height / 2, n.x, n.y - n.height / 2]
}

/** edgeClass returns the style of the edge to a node. */
export function edgeClass(r: Replay, i: number): '' | 'cut' | 'pv' | 'unseen' {
  const k = r.look(i)
  if (k.state === 'cut') return 'cut'
  return k.pv ? 'pv' : k.state === 'unseen' ? 'unseen' : ''
}

const least = 3 // least width of a node in pixels; narrower ones show only their edges

type Zoom = [across: number, down: number] // pixels per unit of the tree

type Props = { replay: Replay; shown: number[]; seen: Seen; zoom: Zoom; step: number }

/** Crowd draws very many nodes without texts. It uses a canvas the size of the visible part,
 * because thousands of elements could not keep up with the steps. */
export function Crowd({ replay, shown, seen, zoom, step }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const width = Math.min(seen.width, replay.width * zoom[0])
  const height = Math.min(seen.height, replay.height * zoom[1])
  useLayoutEffect(() => {
    const canvas = ref.current!
    const dots = devicePixelRatio
    const [w, t] = [Math.round(width * dots), Math.round(height * dots)]
    if (canvas.width !== w || canvas.height !== t) [canvas.width, canvas.height] = [w, t]
    const c = canvas.getContext('2d')!
    c.setTransform(1, 0, 0, 1, 0, 0)
    c.clearRect(0, 0, w, t)
    c.setTransform(dots, 0, 0, dots, -seen.left * dots, -seen.top * dots)
    paint(c, replay, shown, getComputedStyle(canvas), zoom)
  }, [replay, shown, step, width, height, ...zoom])
  return <canvas class="crowd" ref={ref} aria-hidden="true" style={{ left: `${seen.left}px`, top: `${seen.top}px`, width: `${width}px`, height: `${height}px` }} />
}

function paint(c: CanvasRenderingContext2D, r: Replay, shown: number[], style: CSSStyleDeclaration, [across, down]: Zoom) {
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const edges: Record<string, number[]> = { unseen: [], cut: [], '': [], pv: [] }
  const marks: Record<string, number[]> = { unseen: [], cut: [], done: [], open: [], pv: [] }
  for (const i of shown) {
    if (r.nodes[i]!.parent >= 0 && r.layout !== 'icicle') edges[edgeClass(r, i)]!.push(i)
    marks[r.look(i).pv ? 'pv' : r.look(i).state]!.push(i)
  }
  const line = (i: number) => {
    const n = r.nodes[i]!
    const up = r.nodes[n.parent]!
    if (r.layout === 'icicle') return
    const [x1, y1, x2, y2] = n.width * across < least ? [up.x, up.y, n.x, n.y] : ends(r, i)
    c.moveTo(x1 * across, y1 * down)
    c.lineTo(x2 * across, y2 * down)
  }
  for (const [kind, all] of Object.entries(edges)) {
    c.beginPath()
    all.forEach(line)
    c.strokeStyle = colour(kind === 'pv' ? 'accent' : 'soft')
    c.globalAlpha = kind === 'unseen' ? 0.25 : kind === 'cut' ? 0.4 : 1
    c.lineWidth = kind === 'pv' ? 2.5 : 0.8
    c.setLineDash(kind === 'cut' ? [3, 3] : [])
    c.stroke()
  }
  c.setLineDash([])
  for (const [kind, all] of Object.entries(marks)) {
    const quiet = kind === 'unseen' || kind === 'cut'
    c.globalAlpha = quiet ? 0.45 : 1
    c.fillStyle = colour(kind === 'pv' ? 'accent' : kind === 'open' ? 'accent-soft' : 'sunk')
    c.strokeStyle = colour(kind === 'pv' || kind === 'open' ? 'accent' : quiet ? 'soft' : 'ink')
    c.lineWidth = 1
    for (const i of all) {
      const n = r.nodes[i]!
      if (r.layout === 'icicle') {
        c.fillRect((n.x - n.width / 2) * across, (n.y - n.height / 2) * down, Math.max(0.7, n.width * across - 0.6), n.height * down - 0.6)
        continue
      }
      const part = across * (n.max ? 1 : 0.6)
      const [w, t] = [n.width * part, n.height * part]
      if (n.width * across < least) continue // only its edge is drawn
      c.fillRect(n.x * across - w / 2, n.y * down - t / 2, w, t)
      if (n.max) c.strokeRect(n.x * across - w / 2, n.y * down - t / 2, w, t)
    }
  }
  c.globalAlpha = 1
  if (r.current >= 0) paintCurrent(c, r, line, colour('accent'), [across, down])
}

/** paintCurrent highlights the path from the root to the current node. */
function paintCurrent(c: CanvasRenderingContext2D, r: Replay, line: (i: number) => void, colour: string, [across, down]: Zoom) {
  c.strokeStyle = c.fillStyle = colour
  c.lineWidth = 1.5
  c.beginPath()
  for (let i = r.seen(r.current); r.nodes[i]!.parent >= 0; i = r.nodes[i]!.parent) line(i)
  c.stroke()
  const n = r.nodes[r.seen(r.current)]!
  c.beginPath()
  c.arc(n.x * across, n.y * down, 4.5, 0, 2 * Math.PI)
  c.fill()
}
