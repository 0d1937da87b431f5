import { expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { parseNetworks } from './address-guard.ts'
import { startNameServer } from './testing/name-server.ts'
import { httpServer, rawServer, testOutbound } from './testing/test-servers.ts'

const allowed = '127.70.0.2'
const forbidden = '127.0.0.1'
const longerThanCached = 61_000

/** A name that resolves to an allowed address first and to a forbidden one later; both listen on the same port. */
async function rebinding(lists: string[][]) {
  // This one first: on its address, connections of other tests use ports too.
  const canary = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'), forbidden)
  const good = await httpServer((_, response) => void response.end('good'), allowed, canary.port)
  const names = await startNameServer({ 'rebind.example': lists })
  const clock = new FakeClock()
  const outbound = testOutbound({ allowNetworks: parseNetworks(`${allowed}/32`), resolver: names.resolver, clock })
  return { outbound, clock, names, canary, url: `http://rebind.example:${good.port}/` }
}

it('calls the checked address, although the name resolves to another one by then', async () => {
  const { outbound, names, canary, url } = await rebinding([[allowed], [forbidden]])
  expect((await outbound.check(url)).addresses).toEqual([allowed])
  const answers = await Promise.all([outbound.request({ url }), outbound.request({ url }), outbound.request({ url })])
  expect(answers.map(({ address, body }) => [address, String(body)])).toEqual(Array(3).fill([allowed, 'good']))
  expect(names.queried).toEqual(['rebind.example'])
  expect(canary.connections).toEqual([])
})

it.each([forbidden, '169.254.169.254', '10.0.0.1', '0.0.0.0', '100.64.0.1'])(
  'resolves the name again later and refuses %s, also over a connection that is still open',
  async (address) => {
    const { outbound, clock, names, canary, url } = await rebinding([[allowed], [address]])
    expect(String((await outbound.request({ url })).body)).toBe('good')
    clock.advance(longerThanCached)
    await expect(outbound.request({ url })).rejects.toMatchObject({ code: 'address_refused' })
    await expect(outbound.open(url)).rejects.toMatchObject({ code: 'address_refused' })
    await expect(outbound.check(url)).rejects.toMatchObject({ code: 'address_refused' })
    expect(names.queried.length).toBeGreaterThan(1)
    expect(canary.connections).toEqual([])
  },
)

it('refuses a name with an allowed and a forbidden address', async () => {
  const { outbound, canary, url } = await rebinding([[allowed, forbidden]])
  await expect(outbound.request({ url })).rejects.toMatchObject({ code: 'address_refused' })
  expect(canary.connections).toEqual([])
})

it('checks the name of every redirect in the same way', async () => {
  const { outbound, canary, url, names } = await rebinding([[forbidden]])
  const server = await httpServer((_, response) => void response.writeHead(302, { location: url }).end(), allowed)
  const redirects = { follow: 3, within: 'anywhere' } as const
  const request = outbound.request({ url: `http://${allowed}:${server.port}/`, redirects })
  await expect(request).rejects.toMatchObject({ code: 'address_refused' })
  expect(names.queried).toEqual(['rebind.example'])
  expect(canary.connections).toEqual([])
})
