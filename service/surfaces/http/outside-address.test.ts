import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type People, seedPeople } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

describe.each([
  ['an untrusted connection', undefined],
  ['a trusted proxy', '127.0.0.1'],
  ['another proxy than the trusted one', '10.0.0.1'],
])('links in an answer to %s', (_, trustProxy) => {
  const trusted = trustProxy === '127.0.0.1'
  let service: TestService
  let people: People
  let port: number
  beforeAll(async () => {
    service = await startTestService({ trustProxy })
    people = await seedPeople(service)
    await service.app.server.listen({ host: '127.0.0.1', port: 0 })
    port = (service.app.server.server.address() as AddressInfo).port
  })
  afterAll(() => service.close())

  async function linkFor(headers: Record<string, string>): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const path = '/api/v1/categories/svc-tags'
    const request = send({ host: '127.0.0.1', port, path, headers: { ...people.administrator.headers, ...headers } })
    request.on('response', (response) => json(response).then(resolve, reject)).on('error', reject)
    request.end()
    const { _links } = (await promise) as { _links: { self: { href: string }[] } }
    return _links.self[0]!.href.replace('/api/v1/categories/svc-tags', '')
  }

  it('have the host and the scheme that only a trusted proxy may set', async () => {
    const headers = { host: 'inside.example:81', 'x-forwarded-host': 'fleet.example', 'x-forwarded-proto': 'https' }
    expect(await linkFor(headers)).toBe(trusted ? 'https://fleet.example' : 'http://inside.example:81')
    expect(await linkFor({ ...headers, 'x-forwarded-host': '[2001:db8::1]:8443' })).toBe(
      trusted ? 'https://[2001:db8::1]:8443' : 'http://inside.example:81',
    )
  })

  it.each([
    'evil.example/path?',
    'evil.example#',
    'user@evil.example',
    'fleet.example\\@evil.example',
    'evil.example:notaport',
    '"><script>alert(1)</script>',
    'fleet.example, evil example',
    `${'a'.repeat(300)}.example`,
  ])('never have a host that is none: %s', async (bad) => {
    expect(await linkFor({ host: 'inside.example', 'x-forwarded-host': bad })).toBe('http://inside.example')
    expect(await linkFor({ host: bad })).toBe(`http://127.0.0.1:${port}`)
  })

  it('never have another scheme than http and https', async () => {
    expect(await linkFor({ host: 'inside.example', 'x-forwarded-proto': 'javascript' })).toBe('http://inside.example')
  })
})
