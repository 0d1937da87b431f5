import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'

it('a request that is under way when the service stops is answered, and its connection ends', async () => {
  const server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = once(server.server, 'connection')
  socket.write('GET /api/v2/boats HTTP/1.1\r\nHost: a\r\n')
  const [theirs] = await accepted
  while (theirs.bytesRead === 0) await new Promise((resolve) => setImmediate(resolve))
  const closed = server.close()
  socket.write(`Authorization: ${credentialsOf('viewer').authorization}\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/^connection: close\r$/im)
  await closed
})
