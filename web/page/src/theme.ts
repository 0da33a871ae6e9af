// Light or dark, chosen by the reader or the system.

import { keep, kept } from './keep'

export type Theme = 'system' | 'light' | 'dark'

export const themes: Theme[] = ['system', 'light', 'dark']

export const theme = (): Theme => kept<Theme>('theme', 'system')

export function applyTheme(chosen: Theme = theme()) {
  keep('theme', chosen)
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}
