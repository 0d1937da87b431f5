import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seedPeople } from './testing/people.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ serves: true })
})
afterEach(() => service.close())

const status = async (url: string) => (await service.request({ method: 'GET', url })).status

it('is not ready, but alive and answers every call while it drains', async () => {
  expect(await status('/readyz')).toBe(200)
  let drained = false
  const draining = service.app.drain(10).then(() => {
    drained = true
  })
  expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  expect(await status('/api/v2/sites')).toBe(401)
  service.clock.advance(9_000)
  expect(drained).toBe(false)
  service.clock.advance(1_000)
  await draining
})

it('waits a limited time for a caller who never sends the rest of a request', async () => {
  const own = await startTestService({ serves: true })
  const { server } = own.app.server
  await own.app.server.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(server, 'connection')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
  caller.write('GET /healthz HTTP/1.1\r\n')
  const [socket] = await accepted
  while (socket.bytesRead === 0) await setImmediate()
  const closed = own.close()
  while (server.listening) await setImmediate()
  expect(socket.destroyed).toBe(false)
  own.clock.advance(30_000)
  await closed
  expect(socket.destroyed).toBe(true)
})

it('has no timer left after its end, which would keep the process alive', async () => {
  const own = await startTestService({ serves: true, works: true, recordsKeyUse: true })
  const { keys } = await seedPeople(own)
  for (let call = 0; call < 3; call++) await own.request({ url: '/api/v2/tags', headers: keys.read.headers })
  expect(own.clock.waiting).toBeGreaterThan(0)
  await own.close()
  expect(own.clock.waiting).toBe(0)
})
