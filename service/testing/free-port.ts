import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to servers on port 0 and to connections. */
const [first, last] = [20_000, 32_000]

/**
 * A free port of 127.0.0.1, for a program that must know its port before it starts. Not one that the system chose: tests that
 * run at the same time could get the same one before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first))
    const server = createServer()
    const listens = once(server, 'listening')
    server.listen(port, '127.0.0.1')
    try {
      await listens
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
