import { h } from 'preact'
import { text } from './words'

// Icons are strokes on a grid of 24.
const paths = {
  system: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  dark: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500',
  first: 'M18 5l-9 7 9 7M6 5v14',
  back: 'M15 5l-8 7 8 7',
  forward: 'M9 5l8 7-8 7',
  last: 'M6 5l9 7-9 7M18 5v14',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  flip: 'M12 3v18M8 7l-5 5 5 5zM16 7l5 5-5 5z',
  turn: 'M20 12a8 8 0 1 1-2.300-5.600M20 3v4.500h-4.500',
  new: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  paste: 'M8 5H6v15h12V5h-2M9 3h6v4H9zM9 12h6M9 16h4',
  share: 'M12 15V4M8 7l4-4 4 4M5 12v8h14v-8',
  review: 'M4 19V5M4 19h16M7 15l4-5 3 3 5-7',
  studies: 'M4 5h5v14H4zM9 5h5v14H9zM15.500 6l3.500-1 3.500 13.500-3.500 1z',
  help: 'M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5',
  tree: 'M12 4v4M12 8H6v4M12 8h6v4M6 12v0M4 14h4v4H4zM16 14h4v4h-4zM10 14h4v4h-4zM12 8v6',
  up: 'M12 20V5M6 11l6-6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5L19 7',
}

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={paths[name]} /></svg>
}

/** tool is a button with an icon, named by the text of a key. */
export const tool = (icon: IconName, key: string, act: () => unknown, off = false) => (
  <button type="button" class="icon" title={text(key)} aria-label={text(key)} disabled={off} onClick={() => void act()}><Icon name={icon} /></button>
)
