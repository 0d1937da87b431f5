import { describe, expect, it } from 'vitest'
import { FeedReader, readFeed } from './read-feed.ts'
import { FeedError, feedLimits } from './split-records.ts'

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
  published: '2026-10-04 08:30:00',
  updated: '2026-10-05T10:00:00+00:00',
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
  urls: ['https://example.com/forms-xss'],
  published_on: '2026-10-04',
  published_at: '2026-10-04T08:30:00.000Z',
  updated_at: '2026-10-05T10:00:00.000Z',
  fixed_in: '2.2',
  fixed_versions: ['2.2'],
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
    const newest = expected.updated_at
    expect(read(feed)).toEqual({ vulnerabilities: [expected], entries: 1, skipped: 0, newest })
    // In single bytes: names, strings and escapes may be cut anywhere.
    const reader = new FeedReader()
    const bytes = [...Buffer.from(JSON.stringify(feed))]
    expect(bytes.flatMap((byte) => reader.read(Buffer.from([byte])))).toEqual([expected])
    expect(reader.end()).toEqual({ entries: 1, skipped: 0, newest })
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
      { url: null, score: null, severity: 'unknown', cve: null, title: 'AB C' },
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

describe('a hostile feed', () => {
  const readParts = (text: string, limits = feedLimits) => {
    const reader = new FeedReader(limits)
    const read = reader.read(Buffer.from(text))
    return { ...reader.end(), read }
  }
  const small = { ...feedLimits, maxBytes: 5_000, maxRecordBytes: 1_000, maxRecords: 3, maxDepth: 8 }

  it.each([
    ['is cut off', JSON.stringify({ a: entry, b: entry }).slice(0, -20), 'its end is missing'],
    ['is cut off between records', `{"a":${JSON.stringify(entry)},`, 'its end is missing'],
    ['has a broken record', `{"a":${JSON.stringify(entry)},"b":{"title" 1}}`, 'is not JSON'],
    ['closes with another bracket', `{"a":${JSON.stringify(entry)}]`, 'is not JSON'],
    ['goes on after its end', `{"a":${JSON.stringify(entry)}}{}`, 'goes on after its end'],
    ['is larger than allowed', `{"a":"${'x'.repeat(6_000)}"}`, 'is larger than'],
    ['has too many records', '[1,2,3,4]', 'more than 3 records'],
    ['is nested too deeply', '['.repeat(50), 'nested too deeply'],
    ['is empty', '', 'is not JSON'],
  ])('is refused as a whole when it %s', (_, text, reason) => {
    expect(() => readParts(text, small)).toThrow(FeedError)
    expect(() => readParts(text, small)).toThrow(reason)
  })

  it('loses a record that is too long, and nothing else', () => {
    const feed = { long: { ...entry, description: 'x'.repeat(2_000) }, 'a-1': entry }
    expect(readParts(JSON.stringify(feed), small)).toMatchObject({ read: [expected], skipped: 1 })
  })

  it('sets no property of any other object', () => {
    const feed = `{"__proto__": ${JSON.stringify(entry)}, "constructor": ${JSON.stringify(entry)},
      "a": {"__proto__": {"title": "x"}, "title": "T", "type": "__proto__", "slug": "toString", "affected_versions": {"__proto__": {"to": "1"}}}}`
    expect(readParts(feed).read.map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect({}).not.toHaveProperty('title')
  })

  it.each(['0000-01-01', '0001-01-01 00:00:00', '9999-12-31', '2026-02-31', '-271821-04-20'])(
    'has no time %s, which a database may refuse',
    (time) => {
      const [read] = readParts(JSON.stringify({ a: { ...entry, published: time, updated: time } })).read
      expect(read).toMatchObject({ published_on: null, published_at: null, updated_at: null })
    },
  )

  it('gives plain text, web addresses without passwords and short versions', () => {
    const odd = {
      ...entry,
      title: '<img src=x onerror=alert(1)>\u202e\u2066'.padEnd(5_000, 'x'),
      references: [
        'javascript:alert(1)',
        'https://user:pass@example.com/',
        'data:text/html,x',
        'https://example.com/ok',
      ],
      software: [
        {
          ...entry.software[0],
          affected_versions: [{ to: `1${'.1'.repeat(5_000)}` }, { to: '2.1' }],
          patched_versions: ['2.2', 'x'.repeat(90)],
        },
      ],
    }
    const [read] = readParts(JSON.stringify([{ id: 'a', ...odd }])).read
    expect(read).toMatchObject({
      urls: ['https://example.com/ok'],
      url: 'https://example.com/ok',
      fixed_versions: ['2.2'],
      ranges: [{ to: '2.1' }],
    })
    expect(read?.title).toHaveLength(300)
    expect(read?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
