import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, only, type Values } from '../testing/dashboard.ts'
import type { MisbehaviourName } from './catalogue.ts'

const here = connectedFleet()
const stats = (values: Values = {}) =>
  call(here.site.url, 'stats', { syncdata: only('plugins', 'recent_posts'), ...values })

describe('broken and lying payloads', () => {
  const told = async (name: MisbehaviourName, options = {}) => {
    here.site.misbehave(name, { ...options, times: 1 })
    return stats()
  }
  const inside = (body: string) => Buffer.from(/<mainwp>(.*?)<\/mainwp>/s.exec(body)![1]!, 'base64')

  it('have noise around the marker, a false one, no end, or none', async () => {
    expect(await told('noise-around')).toMatchObject({
      body: expect.stringMatching(/Deprecated.*<mainwp>.*<!-- cached -->/s),
      payload: { version: '6.1' },
    })
    expect((await told('false-marker')).body).toMatch(/^<mainwp>bm90IGpzb24=<\/mainwp>\n<mainwp>/)
    expect((await told('unclosed-marker')).body).not.toContain('</mainwp>')
    expect((await told('no-marker')).body).not.toContain('<mainwp>')
  })

  it('are no base64, no JSON, PHP, very deep, or full of odd numbers', async () => {
    expect((await told('invalid-base64')).body).toContain('not base64')
    expect((await told('invalid-json')).payload).toBeUndefined()
    expect(inside((await told('php-serialized')).body).toString()).toMatch(/^a:2:\{.*O:21:/)
    expect(inside((await told('deep-json', { count: 5000 })).body).toString()).toContain('['.repeat(5000))
    expect((await told('nan-numbers')).payload).toBeUndefined()
    expect((await told('infinite-numbers')).payload.wpe).toBe(Number.POSITIVE_INFINITY)
  })

  it('hold bytes, characters and keys that hurt', async () => {
    expect(inside((await told('invalid-utf8')).body).includes(Buffer.from([0xff, 0xfe]))).toBe(true)
    expect((await told('nul')).payload.plugins[0].name).toMatch(/^\0/)
    expect((await told('lone-surrogates')).payload.plugins[0].name.isWellFormed()).toBe(false)
    expect(inside((await told('proto-keys')).body).toString()).toMatch(/^\{"__proto__":/)
    expect(
      inside((await told('duplicate-keys')).body)
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
  ] as const)('hold %s in every text that people read', async (name, sign) => {
    const { plugins, recent_posts } = (await told(name)).payload
    for (const { name: text } of plugins) expect(text).toContain(sign)
    for (const { title } of recent_posts) expect(title).toContain(sign)
  })

  it('lie about slugs, versions, types, times and identity', async () => {
    const honest = (await stats()).payload
    expect((await told('duplicate-slugs')).payload.plugins).toHaveLength(honest.plugins.length * 2)
    expect((await told('traversal-slugs')).payload.plugins[0].slug).toContain('../')
    expect((await told('wrong-versions')).payload.wpversion).not.toBe(honest.wpversion)
    expect((await told('wrong-types')).payload.plugins).toBe('none')
    expect((await told('future-times')).payload.recent_posts[0].dts).toBeGreaterThan(
      honest.recent_posts[0].dts + 300_000_000,
    )
    expect((await told('other-site')).payload.siteurl).toBe('https://somebody-else.example')
    expect((await told('error-markup')).payload.error).toContain('<script>')
    expect(Object.keys((await told('event-flood', { count: 700 })).payload.changes_logs_data)).toHaveLength(700)
    expect((await told('long-text', { bytes: 5000 })).payload.plugins[0].name.length).toBe(5000)
  })
})
