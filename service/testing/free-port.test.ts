import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('a port is free for a server, and reserved against every other test process', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  // As the same function in another process would try it.
  const other = createSocket('udp4')
  const failed = once(other, 'listening').catch((error) => error.code)
  other.bind({ port, address: '127.0.0.1', exclusive: true })
  expect(await failed).toBe('EADDRINUSE')
  const many = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set([port, ...many]).size).toBe(51)
})
