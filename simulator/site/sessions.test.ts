import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, keyPair, post, signature } from '../testing/dashboard.ts'

const here = connectedFleet()

describe('cookies', () => {
  it('are set three at a time with two new session tokens, unless they are sent back', async () => {
    const first = await call(here.site.url, 'cloneinfo', {})
    expect(first.cookies).toHaveLength(3)
    expect(first.cookies.map((line) => /path=([^;]+)/.exec(line)?.[1]).sort()).toEqual([
      '/',
      '/wp-admin',
      '/wp-content/plugins',
    ])
    expect(here.site.sessions.count).toBe(2)
    const cookie = first.cookies.map((line) => line.split(';')[0]).join('; ')
    const second = await call(here.site.url, 'cloneinfo', {}, keyPair(), { posting: { cookie } })
    expect(second.cookies).toEqual([])
    expect(here.site.sessions.count).toBe(2)
    await call(here.site.url, 'cloneinfo', {})
    expect(here.site.sessions.count).toBe(4)
  })

  const unnamed = () => {
    const mainwpsignature = signature('cloneinfon', keyPair())
    return post(here.site.url, { function: 'cloneinfo', nonce: 'n', sign_algo: 7, mainwpsignature })
  }

  it('are not set when no user is named', async () => {
    expect((await unnamed()).cookies).toEqual([])
    expect(here.site.sessions.count).toBe(0)
  })

  it('are invalid after all sessions were ended', async () => {
    const first = await call(here.site.url, 'cloneinfo', {})
    const cookie = first.cookies.map((line) => line.split(';')[0]).join('; ')
    await call(here.site.url, 'settings_tools', { action: 'force_destroy_sessions' }, keyPair(), {
      posting: { cookie },
    })
    expect((await call(here.site.url, 'cloneinfo', {}, keyPair(), { posting: { cookie } })).cookies).toHaveLength(3)
  })
})
