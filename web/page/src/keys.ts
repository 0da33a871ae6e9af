import { useLayoutEffect, useRef } from 'preact/hooks'

// Whose a key is. A reader who goes from control to control by Tab uses the keys
// of each: arrows choose, Space presses. What the pointer has clicked is done with,
// and the keys after it are those of the page again. Fields for text and what is
// open before the page keep theirs in either case.

let pointed = false // the pointer was used last, not Tab

addEventListener('pointerdown', () => (pointed = true), true)
addEventListener('keydown', (e) => e.key === 'Tab' && (pointed = false), true)

const fields = 'textarea, dialog, .choice, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])'
const controls = 'select, input'

/** kept reports whether the element that has the focus wants a key for itself. */
function kept(e: KeyboardEvent): boolean {
  if (!(e.target instanceof Element)) return false
  if (e.target.closest(fields) || opened(e.target)) return true
  const pressing = e.key === ' ' || e.key === 'Enter'
  return !pointed && e.target.closest(pressing ? `${controls}, button, a` : controls) !== null
}

/** opened reports whether an element is a list that hangs open. */
function opened(element: Element): boolean {
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open')
}

/** named returns the name of a key. Letters are those of a Latin keyboard where
 * the reader's has others. */
function named(e: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(e.code)?.[1]
  if (!letter || /^[ -~]*$/.test(e.key)) return e.key
  return e.shiftKey ? letter : letter.toLowerCase()
}

/** useKeys calls an action by the key that was pressed. It listens from the moment
 * that there is something to see. */
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
    const before = (e: KeyboardEvent) => pointed && press(e) // what was clicked takes it
    addEventListener('keydown', before, true)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', before, true)
      removeEventListener('keydown', press)
    }
  }, [])
}
