import { inspect } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { CookieJar } from './cookie-jar.ts'

const site = 'https://site.test/wp-admin/admin-ajax.php'
let clock: FakeClock
let jar: CookieJar

beforeEach(() => {
  clock = new FakeClock()
  jar = new CookieJar(clock)
})

describe('a cookie jar', () => {
  it('returns cookies to the paths they were set for', () => {
    jar.store(site, [
      'wordpress_sec_x=a%7Cb; path=/wp-admin; secure; HttpOnly',
      'wordpress_logged_in_x=c; path=/; secure',
    ])
    expect(jar.header(site)).toBe('wordpress_sec_x=a%7Cb; wordpress_logged_in_x=c')
    expect(jar.header('https://site.test/wp-admin')).toContain('wordpress_sec_x')
    expect(jar.header('https://site.test/wp-administrator')).toBe('wordpress_logged_in_x=c')
    expect(jar.header('https://site.test/')).toBe('wordpress_logged_in_x=c')
  })

  it('uses the folder of the call for a cookie without a path', () => {
    jar.store(site, 'a=1')
    expect(jar.header('https://site.test/wp-admin/other.php')).toBe('a=1')
    expect(jar.header('https://site.test/')).toBeUndefined()
  })

  it('sends nothing to another host, not even within the same domain', () => {
    jar.store(site, ['a=1; path=/', 'b=2; path=/; domain=.test', 'c=3; path=/; domain=site.test'])
    for (const host of ['www.site.test', 'other.test', 'test', 'evil-site.test']) {
      expect(jar.header(`https://${host}/`), host).toBeUndefined()
    }
    expect(jar.header('https://site.test/')).toBe('a=1; b=2; c=3')
  })

  it('refuses a cookie for a foreign domain', () => {
    jar.store(site, ['a=1; path=/; domain=other.test', 'b=2; path=/; domain=www.site.test'])
    expect(jar.size).toBe(0)
  })

  it('sends secure cookies over https only, and accepts none over http', () => {
    jar.store(site, 'a=1; path=/; secure')
    expect(jar.header('http://site.test/')).toBeUndefined()
    jar.store('http://site.test/', 'a=forged; path=/; secure')
    expect(jar.header('https://site.test/')).toBe('a=1')
  })

  it('replaces, expires and deletes cookies', () => {
    jar.store(site, 'a=1; path=/; max-age=60')
    jar.store(site, 'a=2; path=/; max-age=60')
    expect(jar.header(site)).toBe('a=2')
    clock.advance(60_000)
    expect(jar.header(site)).toBeUndefined()
    jar.store(site, 'b=1; path=/; expires=Sun, 15 Nov 2026 10:00:00 GMT')
    expect(jar.header(site)).toBe('b=1')
    jar.store(site, 'b=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT')
    expect(jar.header(site)).toBeUndefined()
  })

  it.each(['=x', 'no-equals', 'a b=1', 'a=1\r\nx: y', 'a="1; 2', 'a=ü', `a=${'x'.repeat(5000)}`])(
    'does not take %j',
    (line) => {
      jar.store(site, line)
      expect(jar.header(site) ?? '').not.toMatch(/[\r\nü]|xxxx/)
    },
  )

  it('is limited in size', () => {
    for (let n = 0; n < 500; n++) jar.store(site, `c${n}=${'x'.repeat(1000)}; path=/`)
    expect(jar.size).toBeLessThanOrEqual(16)
    expect(jar.header(site)).toContain('c499=')
    for (let n = 0; n < 500; n++) jar.store(site, `d${n}=1; path=/`)
    expect(jar.size).toBeLessThanOrEqual(40)
  })

  it('can be stored and restored, and reports changes', () => {
    jar.store(site, 'a=1; path=/; secure; max-age=60')
    const { revision } = jar
    jar.store(site, 'a=1; path=/; secure; max-age=60')
    expect(jar.revision).toBe(revision)
    const restored = new CookieJar(clock, JSON.parse(JSON.stringify(jar.export())))
    expect(restored.header(site)).toBe('a=1')
    expect(restored.revision).toBe(0)
    restored.clear()
    expect(restored.revision).toBe(1)
    expect(restored.header(site)).toBeUndefined()
  })

  it('shows no cookie in a log', () => {
    jar.store(site, 'session=live-secret; path=/')
    const shown = `${JSON.stringify({ jar })} ${inspect(jar)} ${inspect({ deep: { jar } })} ${jar}`
    expect(shown).not.toContain('live-secret')
  })
})
