import { describe, expect, it } from 'vitest'
import { FeedError, readFeed } from './read-feed.ts'

const entry = {
  title: 'Forms <= 2.1 - Stored XSS',
  software: [
    {
      type: 'plugin',
      name: 'Forms',
      slug: 'forms',
      affected_versions: {
        '* - 2.1': { from_version: '*', from_inclusive: true, to_version: '2.1', to_inclusive: true },
      },
      patched: true,
      patched_versions: ['2.2'],
    },
  ],
  cvss: { score: 6.4, rating: 'Medium' },
  cve: 'CVE-2026-12345',
  references: ['https://example.com/forms-xss'],
  published: '2026-10-04 00:00:00',
}
const expected = {
  id: 'a-1',
  kind: 'plugin',
  slug: 'forms',
  title: 'Forms <= 2.1 - Stored XSS',
  severity: 'medium',
  score: 6.4,
  cve: 'CVE-2026-12345',
  url: 'https://example.com/forms-xss',
  published_on: '2026-10-04',
  fixed_in: '2.2',
  ranges: [{ from: '*', from_inclusive: true, to: '2.1', to_inclusive: true }],
}
const read = (feed: unknown) => readFeed(JSON.stringify(feed))

describe('a feed', () => {
  it.each([
    ['a map by id', { 'a-1': entry }],
    ['a list', [{ id: 'a-1', ...entry }]],
    ['a list under a name', { vulnerabilities: [{ id: 'a-1', ...entry }] }],
    ['a map under a name', { vulnerabilities: { 'a-1': entry } }],
  ])('may be %s', (_, feed) => {
    expect(read(feed)).toEqual({ vulnerabilities: [expected], skipped: 0 })
  })

  it('may have entries without a list of software', () => {
    const flat = {
      id: 'b',
      title: 'T',
      type: 'core',
      affected_versions: [{ from: '6.0', to: '6.4.1', to_inclusive: false }],
    }
    expect(read([flat]).vulnerabilities).toMatchObject([
      {
        kind: 'core',
        slug: 'wordpress',
        severity: 'unknown',
        ranges: [{ from: '6.0', to: '6.4.1', to_inclusive: false }],
      },
    ])
  })

  it('may have one vulnerability of several plugins, which is read as one of each', () => {
    const both = { ...entry, software: [entry.software[0], { ...entry.software[0], slug: 'forms-pro' }] }
    expect(read({ a: both }).vulnerabilities.map(({ slug }) => slug)).toEqual(['forms', 'forms-pro'])
  })
})

describe('an invalid entry', () => {
  it.each([
    ['no title', { ...entry, title: '' }],
    ['no software', { ...entry, software: [] }],
    ['another kind of software', { ...entry, software: [{ ...entry.software[0], type: 'firmware' }] }],
    ['an invalid slug', { ...entry, software: [{ ...entry.software[0], slug: '../../etc' }] }],
    ['invalid versions', { ...entry, software: [{ ...entry.software[0], affected_versions: [{ to: 'newest' }] }] }],
    ['a text', 'text'],
    ['null', null],
  ])('is skipped and counted: %s', (_, bad) => {
    const { vulnerabilities, skipped } = read({ 'a-1': entry, bad })
    expect([vulnerabilities, skipped]).toEqual([[expected], 1])
  })

  it('loses invalid links, scores above ten and invisible characters', () => {
    const odd = {
      ...entry,
      references: ['javascript:alert(1)'],
      cvss: { score: 99 },
      cve: 'x',
      title: 'A\u202e\u0000B\nC',
    }
    expect(read({ a: odd }).vulnerabilities).toMatchObject([
      { url: null, score: null, severity: 'unknown', cve: null, title: 'A B C' },
    ])
  })

  it.each([
    ['not JSON', 'is not JSON'],
    ['3', 'is neither a list nor a map of entries'],
    ['[]', 'has no entry'],
    ['{"__proto__": {"title": "x"}}', 'has no entry'],
  ])('makes the text no feed when none is left: %s', (text, reason) => {
    expect(() => readFeed(text)).toThrow(FeedError)
    expect(() => readFeed(text)).toThrow(reason)
  })
})
