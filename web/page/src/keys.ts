import { useLayoutEffect, useRef } from 'preact/hooks'

// The receiver of a key. A reader who moves between controls by Tab uses their keys: arrows
// choose, Space presses. After a click on a control the keys belong to the page again. Text
// fields, dialogs and open lists always keep their keys.

let pointed = false // whether the pointer was used after Tab

addEventListener('pointerdown', () => (pointed = true), true)
addEventListener('keydown', (e) => e.key === 'Tab' && (pointed = false), true)

const fields = 'textarea, dialog, .choice, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])'
const controls = 'select, input'

/** kept reports whether the focused element needs a key itself. */
function kept(e: KeyboardEvent): boolean {
  if (!(e.target instanceof Element)) return false
  if (e.target.closest(fields) || opened(e.target)) return true
  const pressing = e.key === ' ' || e.key === 'Enter'
  return !pointed && e.target.closest(pressing ? `${controls}, button, a` : controls) !== null
}

/** opened reports whether an element is an open list. */
function opened(element: Element): boolean {
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open')
}

/** named returns the name of a key, with letters as on a Latin keyboard. */
function named(e: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(e.code)?.[1]
  if (!letter || /^[ -~]*$/.test(e.key)) return e.key
  return e.shiftKey ? letter : letter.toLowerCase()
}

/** useKeys calls the action of a pressed key. It listens from the first paint on. */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions)
  latest.current = actions
  useLayoutEffect(() => {
    const press = (e: KeyboardEvent) => {
      const act = latest.current[named(e)]
      if (!act || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || kept(e)) return
      e.preventDefault()
      e.stopPropagation()
      if (pointed) (document.activeElement as HTMLElement | SVGElement | null)?.blur()
      act()
    }
    const before = (e: KeyboardEvent) => pointed && press(e) // before the clicked element receives it
    addEventListener('keydown', before, true)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', before, true)
      removeEventListener('keydown', press)
    }
  }, [])
}
