// The reader's settings, stored between visits.

/** embedded reports whether the page is part of another site's page: it shows one game, without menus,
 * and keeps nothing. The server lets others frame this address only. */
export const embedded = location.search === '?embed=1'

export function kept<T>(name: string, otherwise: T): T {
  if (embedded) return otherwise
  try {
    const text = localStorage.getItem(`plywood.${name}`)
    return text === null ? otherwise : JSON.parse(text)
  } catch {
    return otherwise
  }
}

/** keep stores a value, and reports whether it is kept. Without storage, settings last until the page is
 * closed. */
export function keep(name: string, value: unknown): boolean {
  if (embedded) return false
  try {
    localStorage.setItem(`plywood.${name}`, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
