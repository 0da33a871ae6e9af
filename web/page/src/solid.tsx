import { h } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Board, Face, Piece } from './api'
import { colourOf, shades } from './pieces'
import { text } from './words'

type Point = [number, number, number]

const step = Math.PI / 12 // of a turn by an arrow key
const inset = 0.05 // of a sticker, in cells

/** Solid shows the faces of a board in perspective. Dragging and the arrow keys turn it. */
export function Solid({ board: b, on }: { board: Board; on: (Piece | undefined)[] }) {
  const [angles, turn] = useState<[number, number]>([-0.6, -0.5])
  const held = useRef<[number, number] | undefined>(undefined)
  const by = (yaw: number, pitch: number) =>
    turn(([y, p]) => [y + yaw, Math.min(Math.max(p + pitch, -Math.PI / 2), Math.PI / 2)])
  const move = (e: PointerEvent) => {
    if (!held.current) return
    by((e.clientX - held.current[0]) / 120, -(e.clientY - held.current[1]) / 120)
    held.current = [e.clientX, e.clientY]
  }
  const key = (e: KeyboardEvent) => {
    const [yaw, pitch] = arrows[e.key] ?? []
    if (yaw === undefined || e.altKey || e.ctrlKey || e.metaKey) return
    e.preventDefault()
    e.stopPropagation()
    by(yaw * step, pitch! * step)
  }
  const reach = Math.max(...b.faces!.map((f) => Math.hypot(...f.corner)))
  const see = (p: Point) => project(p, angles, 5 * reach)
  let cell = 0
  const faces = b.faces!.map((f, i) => {
    const { width, height } = b.frames![i]!
    const first = cell
    cell += width * height
    const ring = (x: number, y: number, w: number, ht: number) =>
      ([[x, y], [x + w, y], [x + w, y + ht], [x, y + ht]] as const).map(([u, v]) => see(on3d(f, u, v)))
    const outline = ring(0, 0, width, height)
    if (!clockwise(outline)) return null
    return (
      <g key={i}>
        <polygon class="solid-face" points={path(outline)} />
        {on.slice(first, cell).map((kind, at) => kind && (
          <polygon
            class="sticker" fill={shades[colourOf(b, kind)][1]}
            points={path(ring((at % width) + inset, Math.floor(at / width) + inset, 1 - 2 * inset, 1 - 2 * inset))}
          />
        ))}
      </g>
    )
  })
  return (
    <div
      class="solid" role="group" tabIndex={0} aria-label={text('board.solid')} title={text('board.solid')} onKeyDown={key}
      onPointerDown={(e) => ((held.current = [e.clientX, e.clientY]), e.currentTarget.setPointerCapture(e.pointerId))}
      onPointerMove={move} onPointerUp={() => (held.current = undefined)} onPointerCancel={() => (held.current = undefined)}
    >
      <svg viewBox={`${-reach * 118} ${-reach * 118} ${reach * 236} ${reach * 236}`} aria-hidden="true">{faces}</svg>
    </div>
  )
}

const arrows: Record<string, [yaw: number, pitch: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
}

/** on3d returns the place in space of a point of a face. */
const on3d = (f: Face, x: number, y: number): Point => [0, 1, 2].map((i) => f.corner[i]! + x * f.right[i]! + y * f.down[i]!) as Point

/** project turns a point about the vertical and then the horizontal axis, and returns its place on the
 * screen, in hundredths of a cell, for an eye at a distance. */
function project([x, y, z]: Point, [yaw, pitch]: [number, number], distance: number): [number, number] {
  const [a, b] = [x * Math.cos(yaw) + z * Math.sin(yaw), z * Math.cos(yaw) - x * Math.sin(yaw)]
  const [c, d] = [y * Math.cos(pitch) - b * Math.sin(pitch), y * Math.sin(pitch) + b * Math.cos(pitch)]
  const scale = (100 * distance) / (distance - d)
  return [a * scale, c * scale]
}

/** clockwise reports whether a polygon of the screen is so: only faces turned to the reader are. */
function clockwise(polygon: [number, number][]): boolean {
  const [[ax, ay], [bx, by], [cx, cy]] = polygon as [[number, number], [number, number], [number, number]]
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0
}

const path = (points: [number, number][]): string => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
