// The clocks of a game.

/** Control is a time control. */
export interface Control {
  clock: number // minutes for each side, 0 for none
  increment: number // seconds a move
}

export class Clocks {
  left: [number, number] = [0, 0] // milliseconds
  private control: Control = { clock: 0, increment: 0 }
  private ticking?: number

  /** The side whose clock is running, called repeatedly; a side out of time has lost. */
  constructor(private readonly running: () => 0 | 1 | null, private readonly changed: () => void, private readonly fell: (side: 0 | 1) => void) {}

  /** set starts the clocks, with the remaining times if given. */
  set(control: Control, left?: [number, number]) {
    window.clearInterval(this.ticking)
    this.control = control
    const ms = control.clock * 60_000
    this.left = left ?? [ms, ms]
    if (!ms) return
    let before = performance.now()
    this.ticking = window.setInterval(() => {
      const now = performance.now()
      this.run(now - before)
      before = now
    }, 200)
  }

  private run(ms: number) {
    const side = this.running()
    if (side === null) return
    this.left[side] = Math.max(0, this.left[side] - ms)
    if (this.left[side]) this.changed()
    else this.fell(side)
  }

  /** moved adds a side's increment after a move. */
  moved(side: 0 | 1) {
    if (this.control.clock) this.left[side] += this.control.increment * 1000
  }

  /** limit returns a side's clock in the form that the server expects. */
  limit(side: 0 | 1) {
    if (!this.control.clock) return {}
    return { clock: { left_ms: Math.round(this.left[side]), increment_ms: this.control.increment * 1000 } }
  }
}
