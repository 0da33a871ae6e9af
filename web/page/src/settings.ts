// The reader's settings for all games.

export interface Settings {
  engine: 'none' | 'first' | 'second' | 'both'
  level: number
  opponent: string // the name of one; empty for a level
  clock: number // minutes for each side, 0 for none
  increment: number // seconds a move
  scores: boolean
  analyse: boolean
}

export const usual: Settings = { engine: 'none', level: 8, opponent: '', clock: 0, increment: 0, scores: true, analyse: true }
