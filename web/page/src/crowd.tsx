import { h } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Replay } from './replay'

/** Seen is the part of a tree that is scrolled to, in pixels. */
export interface Seen {
  left: number
  top: number
  width: number
  height: number
}

/** ends returns where the edge to a node begins and ends. */
export function ends(r: Replay, i: number): [number, number, number, number] {
  const n = r.nodes[i]!
  const up = r.nodes[n.parent]!
  return [up.x, up.y + up.height / 2, n.x, n.y - n.height / 2]
}

/** edgeClass returns how the edge to a node is drawn. */
export function edgeClass(r: Replay, i: number): '' | 'cut' | 'pv' | 'unseen' {
  const k = r.known[i]!
  if (k.state === 'cut') return 'cut'
  return k.pv ? 'pv' : k.state === 'unseen' ? 'unseen' : ''
}

type Props = { replay: Replay; shown: number[]; seen: Seen; zoom: number; step: number }

/**
 * Crowd paints very many nodes, with nothing written: on a canvas as large as
 * what is seen, for thousands of elements would not keep up with the steps.
 */
export function Crowd({ replay, shown, seen, zoom, step }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const width = Math.min(seen.width, replay.scene.tree.width * zoom)
  const height = Math.min(seen.height, replay.scene.tree.height * zoom)
  useLayoutEffect(() => {
    const canvas = ref.current!
    const dots = devicePixelRatio
    const [w, t] = [Math.round(width * dots), Math.round(height * dots)]
    if (canvas.width !== w || canvas.height !== t) [canvas.width, canvas.height] = [w, t]
    const c = canvas.getContext('2d')!
    c.setTransform(1, 0, 0, 1, 0, 0)
    c.clearRect(0, 0, w, t)
    c.setTransform(zoom * dots, 0, 0, zoom * dots, -seen.left * dots, -seen.top * dots)
    paint(c, replay, shown, getComputedStyle(canvas), 1 / zoom)
  }, [replay, shown, step, width, height, zoom])
  return <canvas class="crowd" ref={ref} aria-hidden="true" style={{ left: `${seen.left}px`, top: `${seen.top}px`, width: `${width}px`, height: `${height}px` }} />
}

function paint(c: CanvasRenderingContext2D, r: Replay, shown: number[], style: CSSStyleDeclaration, pixel: number) {
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const edges: Record<string, number[]> = { unseen: [], cut: [], '': [], pv: [] }
  const marks: Record<string, number[]> = { unseen: [], cut: [], done: [], open: [], pv: [] }
  for (const i of shown) {
    if (r.nodes[i]!.parent >= 0) edges[edgeClass(r, i)]!.push(i)
    marks[r.known[i]!.pv ? 'pv' : r.known[i]!.state]!.push(i)
  }
  for (const [kind, all] of Object.entries(edges)) {
    c.beginPath()
    for (const i of all) {
      const [x1, y1, x2, y2] = ends(r, i)
      c.moveTo(x1, y1)
      c.lineTo(x2, y2)
    }
    c.strokeStyle = colour(kind === 'pv' ? 'accent' : 'soft')
    c.globalAlpha = kind === 'unseen' ? 0.25 : kind === 'cut' ? 0.4 : 1
    c.lineWidth = (kind === 'pv' ? 2.5 : 0.8) * pixel
    c.setLineDash(kind === 'cut' ? [3 * pixel, 3 * pixel] : [])
    c.stroke()
  }
  c.setLineDash([])
  for (const [kind, all] of Object.entries(marks)) {
    const quiet = kind === 'unseen' || kind === 'cut'
    c.globalAlpha = quiet ? 0.45 : 1
    c.fillStyle = colour(kind === 'pv' ? 'accent' : kind === 'open' ? 'accent-soft' : 'sunk')
    c.strokeStyle = colour(kind === 'pv' || kind === 'open' ? 'accent' : quiet ? 'soft' : 'ink')
    c.lineWidth = pixel
    for (const i of all) {
      const n = r.nodes[i]!
      const [w, t] = n.max ? [n.width, n.height] : [n.width * 0.6, n.height * 0.6]
      c.fillRect(n.x - w / 2, n.y - t / 2, w, t)
      if (n.max) c.strokeRect(n.x - w / 2, n.y - t / 2, w, t)
    }
  }
  c.globalAlpha = 1
}
