import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, only, type Values } from '../testing/dashboard.ts'
import type { FaultName } from './catalogue.ts'

const here = connectedFleet()
const stats = (values: Values = {}) =>
  call(here.site.url, 'stats', { syncdata: only('plugins', 'recent_posts'), ...values })

describe('broken and false payloads', () => {
  const request = async (name: FaultName, options = {}) => {
    here.site.setFault(name, { ...options, times: 1 })
    return stats()
  }
  const inside = (body: string) => Buffer.from(/<mainwp>(.*?)<\/mainwp>/s.exec(body)![1]!, 'base64')

  it('have noise around the marker, a false one, no end, or none', async () => {
    expect(await request('noise-around')).toMatchObject({
      body: expect.stringMatching(/Deprecated.*<mainwp>.*<!-- cached -->/s),
      payload: { version: '6.1' },
    })
    expect((await request('false-marker')).body).toMatch(/^<mainwp>bm90IGpzb24=<\/mainwp>\n<mainwp>/)
    expect((await request('unclosed-marker')).body).not.toContain('</mainwp>')
    expect((await request('no-marker')).body).not.toContain('<mainwp>')
  })

  it('are no base64, no JSON, PHP, very deep, or full of odd numbers', async () => {
    expect((await request('invalid-base64')).body).toContain('not base64')
    expect((await request('invalid-json')).payload).toBeUndefined()
    expect(inside((await request('php-serialized')).body).toString()).toMatch(/^a:2:\{.*O:21:/)
    expect(inside((await request('deep-json', { count: 5000 })).body).toString()).toContain('['.repeat(5000))
    expect((await request('nan-numbers')).payload).toBeUndefined()
    expect((await request('infinite-numbers')).payload.wpe).toBe(Number.POSITIVE_INFINITY)
  })

  it('contain invalid bytes, characters and keys', async () => {
    expect(inside((await request('invalid-utf8')).body).includes(Buffer.from([0xff, 0xfe]))).toBe(true)
    expect((await request('nul')).payload.plugins[0].name).toMatch(/^\0/)
    expect((await request('lone-surrogates')).payload.plugins[0].name.isWellFormed()).toBe(false)
    expect(inside((await request('proto-keys')).body).toString()).toMatch(/^\{"__proto__":/)
    expect(
      inside((await request('duplicate-keys')).body)
        .toString()
        .match(/"siteurl"/g),
    ).toHaveLength(2)
  })

  it.each([
    ['xss', '<script>'],
    ['csv-formula', '=HYPERLINK'],
    ['terminal-escapes', '\u001b['],
    ['bidi', '\u202e'],
    ['prompt-injection', 'Ignore all previous instructions'],
  ] as const)('contain %s in every text that people read', async (name, sign) => {
    const { plugins, recent_posts } = (await request(name)).payload
    for (const { name: text } of plugins) expect(text).toContain(sign)
    for (const { title } of recent_posts) expect(title).toContain(sign)
  })

  it('have wrong slugs, versions, types, times and identity', async () => {
    const honest = (await stats()).payload
    expect((await request('duplicate-slugs')).payload.plugins).toHaveLength(honest.plugins.length * 2)
    expect((await request('traversal-slugs')).payload.plugins[0].slug).toContain('../')
    expect((await request('wrong-versions')).payload.wpversion).not.toBe(honest.wpversion)
    expect((await request('wrong-types')).payload.plugins).toBe('none')
    expect((await request('future-times')).payload.recent_posts[0].dts).toBeGreaterThan(
      honest.recent_posts[0].dts + 300_000_000,
    )
    expect((await request('other-site')).payload.siteurl).toBe('https://other-owner.example')
    expect((await request('error-markup')).payload.error).toContain('<script>')
    expect(Object.keys((await request('event-flood', { count: 700 })).payload.changes_logs_data)).toHaveLength(700)
    expect((await request('long-text', { bytes: 5000 })).payload.plugins[0].name.length).toBe(5000)
  })
})
