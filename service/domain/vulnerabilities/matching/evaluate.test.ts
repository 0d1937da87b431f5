import { describe, expect, it } from 'vitest'
import { evaluate, fixedInFor, type InstalledItemVersion, type MatchEntry } from './evaluate.ts'

const forms: InstalledItemVersion = { kind: 'plugin', slug: 'forms/forms.php', folder: 'forms', version: '2.1' }
const upTo = (to: string) => [{ from: '*', from_inclusive: true, to, to_inclusive: true }]
const entry = (more: Partial<MatchEntry> = {}): MatchEntry => ({
  ...{ kind: 'plugin', slug: 'forms', record_id: 1, source: 'wordfence', ranges: upTo('2.1'), fixed_versions: ['2.2'] },
  is_withdrawn: false,
  ...more,
})

describe('evaluate', () => {
  it('compares the folder of a plugin with the slug of a feed', () => {
    expect(evaluate([forms], [entry()])).toEqual([
      {
        ...{ kind: 'plugin', slug: 'forms/forms.php', version: '2.1', record_id: 1, sources: ['wordfence'] },
        ...{ fixed_in: '2.2', is_withdrawn: false },
      },
    ])
    expect(evaluate([{ ...forms, folder: 'forms-pro' }], [entry()])).toEqual([])
    expect(evaluate([{ ...forms, kind: 'theme' }], [entry()])).toEqual([])
  })

  it('gives one match with every source that lists the version', () => {
    const both = [entry(), entry({ source: 'wpvulnerability', ranges: upTo('2.0') }), entry({ source: 'file' })]
    expect(evaluate([forms], both)).toMatchObject([{ record_id: 1, sources: ['file', 'wordfence'] }])
  })

  it('marks what only withdrawn entries list', () => {
    expect(evaluate([forms], [entry({ is_withdrawn: true })])).toMatchObject([{ is_withdrawn: true }])
    const other = entry({ source: 'file' })
    expect(evaluate([forms], [entry({ is_withdrawn: true }), other])).toMatchObject([
      { is_withdrawn: false, sources: ['file'] },
    ])
  })

  it('compares software with names of JavaScript like any other', () => {
    const odd = ['__proto__', 'constructor', 'toString'].map((folder) => ({
      ...forms,
      slug: `${folder}/a.php`,
      folder,
    }))
    expect(evaluate(odd, [entry()])).toEqual([])
    expect(evaluate(odd, [entry({ slug: '__proto__' })])).toMatchObject([{ slug: '__proto__/a.php' }])
  })

  it('matches nothing in a range that ends before it begins', () => {
    const reversed = [{ from: '9', from_inclusive: true, to: '1', to_inclusive: true }]
    expect(evaluate([forms], [entry({ ranges: reversed })])).toEqual([])
  })

  it('does not match a version that the site does not report', () => {
    expect(evaluate([{ ...forms, version: '' }], [entry({ ranges: upTo('*') })])).toEqual([])
  })
})

it('fixedInFor gives the lowest fixed version of the branch that is not affected itself', () => {
  const core = { ranges: [...upTo('5.0.3'), { from: '5.1', from_inclusive: true, to: '5.1.1', to_inclusive: true }] }
  const entries = [{ ...core, fixed_versions: ['5.0.4', '5.1.1', '5.1.2'] }]
  expect(fixedInFor('5.0.2', entries)).toBe('5.0.4')
  expect(fixedInFor('5.1', entries)).toBe('5.1.2')
  expect(fixedInFor('5.2', entries)).toBeNull()
  expect(fixedInFor('1.0', [{ ranges: upTo('*'), fixed_versions: [] }])).toBeNull()
})
