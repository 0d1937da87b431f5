import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { answers } from './server.ts'
import { cleanUp, newFolder } from './testing/members.ts'

afterEach(cleanUp)

describe('answers', () => {
  it('is false if nothing listens', async () => {
    expect(await answers(await newFolder())).toBe(false)
  })

  it.each([
    ['no when it takes the connection and dies', (client: Socket) => client.destroy(), false],
    ['yes when it answers', (client: Socket) => client.once('data', () => client.end('N')), true],
  ])('is %s', async (_, serve, expected) => {
    const socketDir = await newFolder()
    const server = createServer(serve).listen(join(socketDir, '.s.PGSQL.5432'))
    await once(server, 'listening')
    expect(await answers(socketDir)).toBe(expected)
    server.close()
  })
})
