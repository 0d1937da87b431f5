import { describe, expect, it } from 'vitest'
import { cutWaves, largestCanary, presetWaves, type WaveSite } from './cut-waves.ts'

const site = (id: number, more: Partial<WaveSite> = {}): WaveSite => ({
  id,
  clientId: id % 2,
  tagIds: id === 3 ? [7] : [],
  host: id < 5 ? 'a.example' : 'b.example',
  phpVersion: id < 3 ? '7.4.33' : '8.2.1',
  wpVersion: '6.8.1',
  ...more,
})
const sites = (count: number) => Array.from({ length: count }, (_, index) => site(index + 1))
const wave = { soak_minutes: 0 }

describe('cutting a plan into waves', () => {
  it('makes a canary, 5 % and the rest by default', () => {
    const waves = cutWaves(sites(5_000), presetWaves)
    expect(waves.map(({ siteIds, budget }) => [siteIds.length, budget])).toEqual([
      [1, 1],
      [250, 5],
      [4_749, 47],
    ])
    expect(new Set(waves.flatMap(({ siteIds }) => siteIds)).size).toBe(5_000)
  })

  it('leaves out waves without sites', () => {
    expect(cutWaves(sites(1), presetWaves).map(({ name }) => name)).toEqual(['Canary'])
  })

  it.each([
    [{ tag_id: 7 }, [3]],
    [{ client_id: 1 }, [1, 3, 5, 7, 9]],
    [{ host: 'B.example' }, [5, 6, 7, 8, 9]],
    [{ php_version: '7.4' }, [1, 2]],
    [{ php_version: '7' }, [1, 2]],
    [{ wp_version: '6.9' }, undefined],
    [{ host: 'a.example', sites: 2 }, 2],
  ])('selects by %o', (selected, expected) => {
    const [first, ...others] = cutWaves(sites(9), [{ ...wave, ...selected }, wave])
    if (expected === undefined) return expect(others).toEqual([])
    const found = first?.siteIds.toSorted((a, b) => a - b)
    expect(typeof expected === 'number' ? found?.length : found).toEqual(expected)
    expect([first, ...others].flatMap((each) => each?.siteIds)).toHaveLength(9)
  })

  it('takes the smaller budget, at least one', () => {
    const budget = (limits: object) => cutWaves(sites(100), [{ ...wave, ...limits }])[0]?.budget
    expect(budget({})).toBe(100)
    expect(budget({ max_failures: 4, max_failure_percent: 10 })).toBe(4)
    expect(budget({ max_failures: 40, max_failure_percent: 10 })).toBe(10)
    expect(budget({ max_failure_percent: 0.5 })).toBe(1)
  })

  it('is the same for the same sites', () => {
    const cut = () => cutWaves(sites(40).toReversed(), presetWaves)
    expect(cut()).toEqual(cutWaves(sites(40), presetWaves))
    expect(cut()).toEqual(cut())
  })
})

it.each([
  [1, 1],
  [25, 25],
  [26, 1],
  [100, 5],
  [1_000, 50],
])('the first wave of %i sites may have %i where there is no way back', (sites, expected) => {
  expect(largestCanary(sites)).toBe(expected)
})
