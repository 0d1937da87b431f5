import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import type { ChildSite } from '../child-site.ts'
import { openFleet, type TestFleet } from '../testing/fleet.ts'
import { saying, startReplay } from '../testing/replay.ts'
import { keyOf } from './registration.ts'

describe('registering a site', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet({ unconnected: true })
  })
  afterAll(() => world.close())
  const fresh = () => {
    const { child, site } = world.next()
    return { child, site, password: child.admin.password }
  }
  const refusal = (childCode: string) => ({
    code: 'svc_registration_refused',
    kind: 'refused',
    childCode,
    retryable: false,
  })

  it('reports whether the connector plugin is active and not connected', async () => {
    const { child, site, password } = fresh()
    expect(await world.connector.probe(site)).toMatchObject({ connectorVersion: '6.1', correctedUrl: null })
    await world.connector.register(site, { password })
    await expect(world.connector.probe(site)).rejects.toMatchObject({ code: 'svc_already_connected' })
    child.connectorActive = false
    await expect(world.connector.probe(site)).rejects.toMatchObject({ code: 'svc_child_not_found' })
  })

  it('succeeds with the password and returns a key, a token and a snapshot', async () => {
    const { child, site, password } = fresh()
    const connection = await world.connector.register(site, { password, parts: ['plugins', 'coreUpdate'] })
    expect(child.connectedKey).toBe(connection.publicKeyPem)
    expect(connection.token).toMatch(/^[0-9a-f]{40}-[0-9a-f]{40}$/)
    expect(connection.snapshot.plugins?.length).toBe(child.plugins.length)
    expect(connection.correctedUrl).toBeNull()
    await world.connector.ping({ ...site, key: keyOf(connection) })
  })

  it('accepts passwords with quotes, backslashes, percent signs and letters of any script', async () => {
    const { child, site } = fresh()
    const password = `it's "100%" a\\b +&=<ü🎉`
    child.passwords.set('admin', password)
    await expect(world.connector.register(site, { password })).resolves.toMatchObject({ token: expect.any(String) })
  })

  it('succeeds without a password if the administrator disabled it', async () => {
    const { child, site } = fresh()
    child.passwordless.add('admin')
    await expect(world.connector.register(site, {})).resolves.toMatchObject({ token: expect.any(String) })
  })

  it('reports the reason by the code of the site and as a sentence', async () => {
    const { child, site, password } = fresh()
    const { register } = world.connector
    await expect(register(site, { password: 'wrong' })).rejects.toMatchObject(refusal('REG_ERROR7'))
    await expect(register(site, {})).rejects.toMatchObject(refusal('REG_ERROR7'))
    await expect(register({ ...site, admin: 'nobody' }, { password })).rejects.toMatchObject(refusal('REG_ERROR7'))
    child.addUser({ login: 'writer', role: 'editor' })
    child.passwords.set('writer', 'pen')
    await expect(register({ ...site, admin: 'writer' }, { password: 'pen' })).rejects.toMatchObject(
      refusal('REG_ERROR9'),
    )
    child.uniqueId = 'abcdefghijkl'
    await expect(register(site, { password })).rejects.toMatchObject(refusal('REG_ERROR3'))
    await expect(register({ ...site, uniqueId: 'wrong' }, { password })).rejects.toMatchObject(refusal('REG_ERROR4'))
    await expect(register({ ...site, uniqueId: 'abcdefghijkl' }, { password })).resolves.toBeDefined()
  })

  it('is refused by a site that belongs to another dashboard, with instructions', async () => {
    const { site, password } = fresh()
    await world.connector.register(site, { password })
    const asking = world.connector.register({ ...site, server: 'https://other.example/' }, { password })
    await expect(asking).rejects.toMatchObject({
      ...refusal('REG_ERROR2'),
      message: expect.stringContaining('press Disconnect'),
    })
  })

  it('reconnects with the token and a new key; the previous key is invalid at once', async () => {
    const { site, password } = fresh()
    const first = await world.connector.register(site, { password })
    const second = await world.connector.reconnect(site, {
      token: first.token!,
      keyPair: await world.connector.prepareKey(),
    })
    expect(second.token).toBe(first.token)
    await world.connector.ping({ ...site, key: keyOf(second) })
    await expect(world.connector.ping({ ...site, key: keyOf(first) })).rejects.toMatchObject({
      code: 'svc_key_refused',
    })
  })

  it('does not reconnect with a token that the site has deleted', async () => {
    const { site, password } = fresh()
    await world.connector.register(site, { password })
    const token = `${'0'.repeat(40)}-${'1'.repeat(40)}`
    await expect(world.connector.reconnect(site, { token })).rejects.toMatchObject(refusal('reconnect_failed'))
  })

  it('renews the key of a connected site and can fetch a new token', async () => {
    const { child, site, password } = fresh()
    const first = await world.connector.register(site, { password })
    const connected = { ...site, key: keyOf(first) }
    const keyPair = await world.connector.prepareKey()
    const renewed = await world.connector.renewKey(connected, { keyPair, token: first.token! })
    expect(child.connectedKey).toBe(keyPair.publicKeyPem)
    const token = await world.connector.fetchToken({ ...site, key: keyOf(renewed) })
    expect(token).not.toBe(first.token)
    await expect(world.connector.reconnect(site, { token })).resolves.toBeDefined()
  })

  describe('when the answer is lost', () => {
    it('detects that the site accepted the key and continues', async () => {
      const { child, site, password } = fresh()
      child.setFault('cut-after', { on: 'register', times: 1 })
      const connection = await world.connector.register(site, { password, parts: ['plugins'] })
      expect(child.connectedKey).toBe(connection.publicKeyPem)
      expect(connection.token).toMatch(/^[0-9a-f]{40}-/)
      expect(connection.snapshot.plugins).toBeDefined()
      expect(child.counts.register).toBe(1)
    })

    it('is unknown if the new key is not accepted, and is never sent again', async () => {
      const { child, site, password } = fresh()
      child.setFault('reset', { on: 'register', times: 1 })
      const asking = world.connector.register(site, { password })
      await expect(asking).rejects.toMatchObject({ code: 'svc_outcome_unknown', kind: 'unknown', mayHaveArrived: true })
      expect(child.counts.register).toBe(1)
    })

    it('reports the failure if the site failed before it accepted the key', async () => {
      const { child, site, password } = fresh()
      child.setFault('http-500', { on: 'register', times: 1 })
      await expect(world.connector.register(site, { password })).rejects.toMatchObject({ code: 'svc_site_error' })
      expect(child.connectedKey).toBeNull()
    })
  })

  it('writes neither the password nor the key to the log', async () => {
    const { site, password } = fresh()
    const connection = await world.connector.register(site, { password })
    const everything = JSON.stringify(world.logged)
    expect(everything).toContain('register')
    for (const secret of [password, connection.token!, connection.privateKeyPem])
      expect(everything).not.toContain(secret)
  })

  it('uses the password once and the cookies of the site afterwards', async () => {
    const { child, site, password } = fresh()
    const cookies = new CookieJar(systemClock)
    const connection = await world.connector.register({ ...site, cookies }, { password })
    const connected: ChildSite = { ...site, cookies, key: keyOf(connection) }
    await world.connector.readSite(connected, { parts: [] })
    const sessions = child.sessions.count
    await world.connector.readSite(connected, { parts: [] })
    expect(child.sessions.count).toBe(sessions)
    expect(cookies.size).toBeGreaterThan(0)
  })
})

it('treats a refusal in text alone, as of old connectors, as a refusal', async () => {
  const { connector, site, replies, close } = await startReplay()
  replies.push(saying({ error: 'Please verify that your Admin Username and Password are correct.' }))
  await expect(connector.register(site, { password: 'wrong' })).rejects.toMatchObject({
    code: 'svc_registration_refused',
    message: expect.stringContaining('Admin Username and Password'),
  })
  await close()
})
