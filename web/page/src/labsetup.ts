// What the laboratory searches, and how: as the address has it.

import { language } from './words'

export interface SetUp {
  tree: string
  algorithm: string
  order: string
  seed?: number
  cut: string
  fail: string
  signs: string
  style: string
  shapes: string
  step?: number
}

export const usual: SetUp = {
  tree: 'a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))',
  algorithm: 'alphabeta', order: 'given', cut: '', fail: 'soft', signs: 'minimax', style: 'values', shapes: 'squares',
}

export const algorithms = ['minimax', 'negamax', 'alphabeta', 'scout', 'mtdf', 'sss', 'othello', 'bratko-minimax', 'bratko-alphabeta']

const named = (prefix: string, names: string[]): [string, string][] => names.map((n) => [n, `${prefix}.${n}`])

export const choices = {
  order: named('order', ['given', 'reversed', 'best', 'worst', 'shuffle']),
  cut: [['', 'lab.printed'], ...named('cut', ['ge', 'gt'])] as [string, string][],
  fail: named('fail', ['soft', 'hard']),
  signs: named('signs', ['minimax', 'negamax']),
  style: named('style', ['values', 'alphabeta', 'windows', 'intervals']),
  shapes: named('shapes', ['squares', 'triangles']),
}

export const examples: [string, string][] = [
  ['example.bratko', usual.tree],
  ['example.norvig', '((3 12 8) (2 4 6) (14 5 2))'],
  ['example.deep', '(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)) ((9 9) (3 4)))'],
  ['example.fractions', '((0.5 -0.25 2) (1/2 3) (0.125 7))'.replace('1/2', '0.75')],
  ['example.lopsided', '(4 (6 (2 9) 3) ((7 1) (5 (8 0))))'],
]

/** place is what the server is told of a setup. */
export function place(s: SetUp) {
  const { step: _, ...rest } = s
  return { ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== '' && v !== undefined)), lang: language }
}

export function fromAddress(q: URLSearchParams): SetUp {
  const s: SetUp = { ...usual }
  for (const key of ['tree', 'algorithm', 'order', 'cut', 'fail', 'signs', 'style', 'shapes'] as const) s[key] = q.get(key) ?? usual[key]
  if (q.has('seed')) s.seed = Number(q.get('seed')) || 0
  if (q.has('step')) s.step = Number(q.get('step')) || 0
  return s
}

export function toAddress(s: SetUp): URLSearchParams {
  const q = new URLSearchParams()
  for (const [key, value] of Object.entries(s)) {
    if (value !== undefined && value !== usual[key as keyof SetUp]) q.set(key, String(value))
  }
  return q
}
