// The reader's settings, stored between visits.

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`plywood.${name}`)
    return text === null ? otherwise : JSON.parse(text)
  } catch {
    return otherwise
  }
}

export function keep(name: string, value: unknown) {
  try {
    localStorage.setItem(`plywood.${name}`, JSON.stringify(value))
  } catch {
    // Without storage, settings last until the page is closed.
  }
}
