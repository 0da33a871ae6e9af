// The board as a file: the displayed picture with its styles inlined.

const properties = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-dasharray', 'opacity',
  'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'display', 'paint-order',
]

function frozen(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const from = svg.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((e, i) => {
    const style = getComputedStyle(from[i]!)
    for (const p of properties) e.setAttribute(p, style.getPropertyValue(p))
    e.removeAttribute('class')
    e.removeAttribute('style')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.removeAttribute('id')
  const box = svg.viewBox.baseVal
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  return copy
}

/** pictureOf returns the picture of the board as SVG. */
export function pictureOf(svg = document.querySelector<SVGSVGElement>('#board-picture')): string {
  return svg ? new XMLSerializer().serializeToString(frozen(svg)) : ''
}

// Limits of a canvas in all browsers: pixels in total, and pixels along a side.
const most = 1 << 24
const longest = 1 << 14

/** rasterise draws a picture, at most wide pixels wide. */
export async function rasterise(svg: string, wide = longest): Promise<Blob | null> {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, Math.sqrt(most / (image.width * image.height)), wide / image.width, longest / image.height)
  ;[canvas.width, canvas.height] = [image.width * scale, image.height * scale]
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  return new Promise((done) => canvas.toBlob(done))
}

/** save offers a picture for download. */
export async function save(kind: 'svg' | 'png', svg: string, name = 'plywood') {
  const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await rasterise(svg)
  if (blob) download(blob, `${name}.${kind}`)
}

/** copyable reports whether the browser can copy pictures. */
export const copyable = () => typeof ClipboardItem !== 'undefined' && !!navigator.clipboard?.write

/** copy copies a picture to the clipboard. */
export async function copy(svg: string) {
  const png = rasterise(svg).then((blob) => blob ?? Promise.reject(new Error('no picture')))
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
}

/** base64 encodes bytes as text. */
export const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))

/** unbase64 decodes the output of base64. */
export const unbase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

export function download(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
