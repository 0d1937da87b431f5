import { describe, expect, it } from 'vitest'
import { differences } from './same-shape.ts'

const live = { a: 1, list: [{ b: 'x', c: null }], map: { '12': { d: true } } }
const against = (mine: unknown, free: string[] = []) => differences(mine, live, (path) => free.includes(path))

describe('the comparison with captures', () => {
  it('finds no difference except in ids', () => {
    expect(against({ a: 1, list: [{ b: 'x', c: null }], map: { '7': { d: true } } })).toEqual([])
  })

  it('finds differences in keys, order, types, lengths and values', () => {
    expect(against({ a: 1, list: live.list })).toHaveLength(1)
    expect(against({ list: live.list, a: 1, map: live.map })).toHaveLength(1)
    expect(against({ ...live, a: '1' })).toEqual(['a: string instead of number'])
    expect(against({ ...live, map: [] })).toEqual(['map: list instead of object'])
    expect(against({ ...live, list: [] })).toEqual(['list: 0 elements instead of 1'])
    expect(against({ ...live, list: [{ b: 'y', c: '' }] })).toHaveLength(2)
  })

  it('allows other values where they are free, but not other types', () => {
    expect(against({ ...live, a: 2 }, ['a'])).toEqual([])
    expect(against({ ...live, a: 'x' }, ['a'])).toHaveLength(1)
  })

  it('decodes obfuscated letters', () => {
    expect(differences('v&#49;&#64;x', '&#118;1@x', () => false)).toEqual([])
  })
})
