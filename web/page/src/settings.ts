// What the reader has chosen, for all games.

export interface Settings {
  engine: 'none' | 'first' | 'second' | 'both'
  level: number
  clock: number // minutes for each side, 0 for none
  increment: number // seconds a move
  scores: boolean
  analyse: boolean
}

export const usual: Settings = { engine: 'none', level: 8, clock: 0, increment: 0, scores: true, analyse: true }
