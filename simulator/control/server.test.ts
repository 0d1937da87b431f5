import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import { call, keyPair, type Loose, send, server } from '../testing/dashboard.ts'
import { type ControlServer, startControl } from './server.ts'

let fleet: Fleet
let control: ControlServer

beforeEach(async () => {
  fleet = await startFleet({ sites: 3 })
  control = await startControl(fleet)
})
afterEach(async () => {
  await control.close()
  await fleet.close()
})

const get = async (path: string): Promise<Loose> =>
  JSON.parse((await send(control.url, '', { method: 'GET', path })).body)
const command = async (path: string, body: object = {}): Promise<Loose> => {
  const headers = { 'Content-Type': 'application/json' }
  const reply = await send(control.url, JSON.stringify(body), { path, headers })
  return { status: reply.status, ...JSON.parse(reply.body) }
}

describe('the control endpoint', () => {
  it('lists the sites', async () => {
    expect(await get('/')).toMatchObject({ sites: 3, port: fleet.port, admin: fleet.admin })
    const { total, sites } = await get('/sites?from=2&count=1')
    expect([total, sites]).toEqual([
      3,
      [expect.objectContaining({ number: 2, url: fleet.sites[1]!.url, connected: false })],
    ])
  })

  it('connects a site and shows its calls and its journal', async () => {
    await command('/sites/1/connect', { publicKey: keyPair().publicKey, server })
    await command('/sites/1/add-plugin', { file: 'a/a.php', name: 'A', version: '1.0' })
    await command('/sites/1/offer-plugin', { file: 'a/a.php', version: '1.1' })
    await call(fleet.sites[0]!.url, 'upgradeplugintheme', { type: 'plugin', list: 'a/a.php' })
    expect(await get('/sites/1/counts')).toEqual({ upgradeplugintheme: 1 })
    expect(await get('/sites/1/journal')).toMatchObject([{ function: 'upgradeplugintheme', effects: [{ to: '1.1' }] }])
    expect(await get('/sites/1/plugins')).toContainEqual({ file: 'a/a.php', version: '1.1', active: true, offer: null })
  })

  it('sets faults, front page and switches, and resets', async () => {
    const site = fleet.sites[2]!
    await command('/sites/3/set-fault', { name: 'http-502', on: '*', times: 1 })
    expect((await send(site.url, '', { method: 'GET' })).status).toBe(502)
    await command('/sites/3/front-page', { status: 404 })
    expect((await send(site.url, '', { method: 'GET' })).status).toBe(404)
    await command('/sites/3/set', { maintenance: true, uniqueId: 'abc' })
    expect(await get('/sites/3')).toMatchObject({ maintenance: true, uniqueId: 'abc' })
    await command('/sites/3/on-update', { slug: 'core', behaviour: 'rollback' })
    await command('/reset')
    expect(await get('/sites/3')).toMatchObject({ maintenance: false, uniqueId: '', faultTypes: [], counts: {} })
  })

  it('reports what is wrong with a request', async () => {
    expect(await command('/sites/9/reset')).toMatchObject({
      status: 404,
      error: expect.stringContaining('numbered 1 to 3'),
    })
    expect(await command('/sites/1/explode')).toMatchObject({
      status: 404,
      error: expect.stringContaining('set-fault'),
    })
    expect(await command('/sites/1/set-fault', { name: 'x' })).toMatchObject({
      status: 400,
      error: expect.stringContaining('gzip-bomb'),
    })
    expect(await command('/sites/1/set', { plugins: [] })).toMatchObject({ status: 400 })
  })

  it('refuses requests from web pages', async () => {
    const forged = await send(control.url, '{}', { path: '/reset', headers: { Host: 'evil.example' } })
    expect(forged.status).toBe(400)
    const form = await send(control.url, '{"name":"reset"}', { path: '/sites/1/set-fault' })
    expect(form.status).toBe(400)
  })
})
