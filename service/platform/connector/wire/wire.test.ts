import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../settings.ts'
import { wrapped } from '../testing/replay.ts'
import { payloadOf } from './answer.ts'
import { doubleBackslashes, encodeForm, percentEncodeBytes } from './form.ts'
import { exceedsBounds } from './json-guard.ts'
import { findPayload } from './marker.ts'
import { ajaxAddress, otherSpelling, siteAddressOf } from './site-urls.ts'

describe('a form', () => {
  it('has PHP bracket names for lists and maps', () => {
    const form = encodeForm({
      a: 'x y&z',
      logs: { count: 5, none: undefined },
      options: ['spam', 'tags'],
      flag: true,
      off: false,
      empty: [],
    })
    expect(decodeURIComponent(form)).toBe('a=x+y&z&logs[count]=5&options[0]=spam&options[1]=tags&flag=1&off=0')
  })

  it('has passwords as bytes and texts with doubled backslashes', () => {
    expect(percentEncodeBytes(`a'ü`)).toBe('%61%27%c3%bc')
    expect(doubleBackslashes('C:\\x')).toBe('C:\\\\x')
  })
})

describe('the marker', () => {
  const find = (body: string) => findPayload(Buffer.from(body), defaultSettings)

  it('is found anywhere in a body', () => {
    expect(find(`<b>Deprecated</b> ${wrapped({ ok: 1 })}<!-- cached -->${wrapped({ ok: 2 })}`)).toEqual({
      state: 'read',
      payload: { ok: 1 },
    })
    expect(find(wrapped(''))).toEqual({ state: 'read', payload: '' })
    expect(find('<html></html>')).toEqual({ state: 'absent' })
  })

  it('is broken when its content is cut, invalid, PHP, too deep or too large', () => {
    const inside = (text: string) => `<mainwp>${Buffer.from(text).toString('base64')}</mainwp>`
    for (const body of [
      '<mainwp>eyJh',
      '<mainwp>***</mainwp>',
      inside('a:1:{i:0;O:8:"stdClass":0:{}}'),
      inside('{"a":NaN}'),
    ]) {
      expect(find(body)).toMatchObject({ state: 'broken' })
    }
    expect(find(inside('['.repeat(1000) + ']'.repeat(1000)))).toMatchObject({ why: 'it is nested too deep' })
    expect(find(inside(`[${'0,'.repeat(500_000)}0]`))).toMatchObject({ why: 'it has too many entries' })
  })
})

describe('the guard before parsing', () => {
  const bounds = { maxJsonValues: 5, maxJsonDepth: 2 }
  const check = (text: string) => exceedsBounds(Buffer.from(text), bounds)

  it('counts structure, not text', () => {
    expect(check('{"a":"[[[[{{{{,,,,,,,,","b":"\\"[[,,,\\\\"}')).toBeUndefined()
    expect(check('[[[]]]')).toBe('depth')
    expect(check('[1,2,3,4,5,6]')).toBe('values')
    expect(check('"never closed \\')).toBeUndefined()
  })
})

describe('an answer without a marker', () => {
  const codeOf = (status: number, body = '<html><p>Hello</p></html>', headers = {}) => {
    try {
      payloadOf({ status, body: Buffer.from(body), headers }, defaultSettings)
    } catch (error) {
      const { code, effect } = error as { code: string; effect: string }
      return `${code} ${effect}`
    }
    return 'answered'
  }

  it('explains what is between us and the connector plugin', () => {
    expect(codeOf(400, '0')).toBe('svc_child_not_found none')
    expect(codeOf(200)).toBe('svc_child_not_found possible')
    expect(codeOf(200, '')).toBe('svc_site_error possible')
    expect(codeOf(503, 'Briefly unavailable for scheduled maintenance.')).toBe('svc_maintenance none')
    expect(codeOf(503, '<body id="error-page">Wartungsarbeiten</body>')).toBe('svc_maintenance none')
    expect(codeOf(503, 'upstream')).toBe('svc_site_busy may-still-run')
    expect(codeOf(500, '')).toBe('svc_site_error possible')
    expect(codeOf(504)).toBe('svc_site_offline may-still-run')
    expect(codeOf(401)).toBe('svc_http_auth_required none')
    expect(codeOf(403)).toBe('svc_firewall none')
    expect(codeOf(200, '<title>Just a moment...</title>')).toBe('svc_firewall none')
    expect(codeOf(403, '', { 'cf-mitigated': 'challenge' })).toBe('svc_firewall none')
    expect(codeOf(404)).toBe('svc_wrong_address none')
    expect(codeOf(429)).toBe('svc_site_busy none')
    expect(codeOf(422)).toBe('svc_site_error none')
    expect(codeOf(302)).toBe('svc_redirected none')
  })

  it('does not matter when there is a marker', () => {
    expect(codeOf(500, wrapped({ status: 'SUCCESS' }))).toBe('answered')
  })
})

describe('addresses', () => {
  it('end in admin-ajax.php of the site', () => {
    expect(ajaxAddress('https://site.example')).toBe('https://site.example/wp-admin/admin-ajax.php')
    expect(ajaxAddress('https://site.example/blog/')).toBe('https://site.example/blog/wp-admin/admin-ajax.php')
    expect(ajaxAddress('https://site.example/wp-admin/')).toBe('https://site.example/wp-admin/')
    expect(siteAddressOf('https://www.site.example/blog/wp-admin/admin-ajax.php')).toBe(
      'https://www.site.example/blog/',
    )
  })

  it('are corrected when only www. differs, never to another site', () => {
    expect(otherSpelling('https://site.example/', 'https://www.site.example')).toBe('https://www.site.example/')
    for (const claimed of [
      'https://site.example',
      'https://evil.example',
      'http://www.site.example',
      'https://www.site.example/x',
      '',
    ]) {
      expect(otherSpelling('https://site.example/', claimed)).toBeNull()
    }
  })
})
