// A game as an animated picture, an APNG: the data of ordinary PNG files, frame after frame.

import { h, render } from 'preact'
import { Position } from './boardview'
import { crc32 } from './crc'
import { pictureOf, rasterise } from './picture'
import type { Store } from './store'
import { line } from './tree'

const pace = 1000 // milliseconds of a frame
const wide = 360 // pixels

/** filmOf draws the positions of the current line from the first to the last. */
export async function filmOf(store: Store): Promise<Blob> {
  const stage = document.body.appendChild(document.createElement('div'))
  stage.className = 'film'
  const frames: Uint8Array[] = []
  try {
    for (const n of line(store.here)) {
      render(h(Position, { key: n.id, game: store.game, state: n.state, view: store.view, scores: false, sides: store.game.sides }), stage)
      const drawn = await rasterise(pictureOf(stage.querySelector('svg')), wide)
      frames.push(new Uint8Array(await drawn!.arrayBuffer()))
    }
  } finally {
    render(null, stage)
    stage.remove()
  }
  return animated(frames)
}

const word = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const readWord = (b: Uint8Array, at: number) => new DataView(b.buffer, b.byteOffset).getUint32(at)

/** chunk writes a chunk of a PNG file: its length, type, data and their CRC-32. */
function chunk(type: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  bytes.set(word(data.length))
  bytes.set([...type].map((c) => c.charCodeAt(0)), 4)
  bytes.set(data, 8)
  bytes.set(word(crc32(bytes.subarray(4, -4))), bytes.length - 4)
  return bytes
}

/** chunks returns the data of a file's chunks of a type. */
function chunks(file: Uint8Array, type: string): Uint8Array[] {
  const all: Uint8Array[] = []
  for (let at = 8; at < file.length; at += readWord(file, at) + 12) {
    const data = file.subarray(at + 8, at + 8 + readWord(file, at))
    if (String.fromCharCode(...file.subarray(at + 4, at + 8)) === type) all.push(data)
  }
  return all
}

/** control says how a frame is shown: its number, size and place, how long in parts of a second, and that it replaces
 * the one before. */
const control = (number: number, size: Uint8Array) => chunk('fcTL', [...word(number), ...size, ...word(0), ...word(0), ...word((pace << 16) | 1000), 0, 0])

/** animated makes one file of the frames, PNG files of one size and kind. It plays once; the last frame stays. */
export function animated(frames: Uint8Array[]): Blob {
  const [head] = chunks(frames[0]!, 'IHDR')
  let number = 0
  const shown = frames.flatMap((file, i) => [
    control(number++, head!.subarray(0, 8)),
    ...chunks(file, 'IDAT').map((data) => (i ? chunk('fdAT', [...word(number++), ...data]) : chunk('IDAT', data))),
  ])
  return new Blob([frames[0]!.slice(0, 8), chunk('IHDR', head!), chunk('acTL', [...word(frames.length), ...word(1)]), ...shown, chunk('IEND', [])], { type: 'image/png' })
}
