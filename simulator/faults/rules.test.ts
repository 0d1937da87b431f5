import { beforeEach, describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, only, send, type Values } from '../testing/dashboard.ts'
import { type FaultName, faultTypes, hostileFaults } from './catalogue.ts'

const here = connectedFleet()
const stats = (values: Values = {}) =>
  call(here.site.url, 'stats', { syncdata: only('plugins', 'recent_posts'), ...values })

describe('selecting a fault', () => {
  it('affects all connector functions, or the named ones', async () => {
    here.site.setFault('http-500', { on: 'stats' })
    expect((await stats()).status).toBe(500)
    expect((await call(here.site.url, 'cloneinfo', {})).status).toBe(200)
    here.site.setFault('http-502')
    expect((await call(here.site.url, 'cloneinfo', {})).status).toBe(502)
    expect((await send(here.site.url, '', { method: 'GET' })).status).toBe(200)
  })

  it('can exclude functions, affect the front page, or everything', async () => {
    here.site.setFault('http-404', { except: ['stats'] })
    expect((await stats()).status).toBe(200)
    await here.site.clearFaults()
    here.site.setFault('http-502', { on: 'front page' })
    expect((await send(here.site.url, '', { method: 'GET' })).status).toBe(502)
    here.site.setFault('http-520', { on: '*' })
    expect((await stats()).status).toBe(520)
  })

  it('stops after `times` calls, and on clearFaults()', async () => {
    here.site.setFault('http-500', { times: 2 })
    expect([(await stats()).status, (await stats()).status, (await stats()).status]).toEqual([500, 500, 200])
    here.site.setFault('http-429')
    await here.site.clearFaults('http-429')
    expect((await stats()).status).toBe(200)
  })

  it('does not affect other sites', async () => {
    here.site.setFault('http-500')
    const other = here.fleet.sites[1]!
    expect((await call(other.url, 'cloneinfo', {})).payload.home).toBe(other.siteUrl)
  })

  it('refuses unknown names', () => {
    expect(() => here.site.setFault('be-evil' as FaultName)).toThrow(/is no fault/)
  })
})

describe('performed or not', () => {
  beforeEach(() => here.site.addPlugin({ file: 'a/a.php', name: 'A', version: '1', active: false }))
  const activate = () =>
    call(here.site.url, 'plugin_action', { action: 'activate', plugin: 'a/a.php', syncdata: only('plugins') })

  it('http-500 and http-503 perform nothing', async () => {
    for (const name of ['http-500', 'http-503'] as const) {
      here.site.setFault(name, { times: 1 })
      await activate()
    }
    expect(here.site.plugin('a/a.php')!.active).toBe(false)
    expect(here.site.journal).toEqual([])
  })

  it('http-500-after, cut-after and truncated perform the action', async () => {
    for (const name of ['http-500-after', 'cut-after', 'truncated'] as const) {
      here.site.plugin('a/a.php')!.active = false
      here.site.setFault(name, { times: 1 })
      await activate().catch(() => undefined)
      expect(here.site.plugin('a/a.php')!.active, name).toBe(true)
    }
    expect(here.site.journal).toHaveLength(3)
  })

  it('false-success answers like an honest site and performs nothing', async () => {
    here.site.setFault('false-success')
    const { payload } = await activate()
    expect(payload.sync.plugins).toContainEqual(expect.objectContaining({ slug: 'a/a.php', active: 1 }))
    expect(here.site.plugin('a/a.php')!.active).toBe(false)
    expect(here.site.journal).toEqual([])
  })
})

describe('the catalogue', () => {
  it('describes each type of fault', () => {
    for (const [name, { summary }] of Object.entries(faultTypes)) expect(summary, name).toMatch(/\.$/)
  })

  it('gives hostile sites known faults, each once', () => {
    expect(new Set(hostileFaults).size).toBe(hostileFaults.length)
    for (const name of hostileFaults) expect(faultTypes).toHaveProperty([name])
  })
})
