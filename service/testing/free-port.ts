import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to servers on port 0 and to connections. */
const [first, last] = [20_000, 32_000]

/**
 * A free port of 127.0.0.1, for a program that must know its port before it starts. It is reserved for this process until it ends: its
 * UDP port, which programs with a TCP port do not use, stays bound, so that no other test chooses it before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first))
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  const bound = once(socket, 'listening')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  return isAvailable(bound)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  if (!(await isAvailable(listens))) return false
  server.close()
  await once(server, 'close')
  return true
}

async function isAvailable(listens: Promise<unknown>): Promise<boolean> {
  try {
    await listens
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
