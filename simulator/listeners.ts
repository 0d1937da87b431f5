import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** The sockets of a fleet: listeners, and the address of each connection. */
export interface Listeners {
  readonly port: number
  addressOf(socket: Socket): string
  /** Stops listening on an address, or starts again. Open connections of a refused address are reset. */
  refuse(address: string, refused: boolean): Promise<void>
  close(): Promise<void>
}

const options = { allowHalfOpen: true, noDelay: true, keepAlive: false } as const

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 1024 }, () => {
      server.removeListener('error', reject)
      // It listens on a port, not on a path.
      resolve((server.address() as { port: number }).port)
    })
  })

const closing = (server: Server): Promise<void> =>
  new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))

/** Tracks open connections, to end them. */
class Connections {
  readonly #open = new Map<Socket, string>()

  add(socket: Socket, address: string): void {
    this.#open.set(socket, address)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#open.delete(socket))
  }
  addressOf(socket: Socket): string {
    return this.#open.get(socket) ?? ''
  }
  end(address?: string): void {
    for (const [socket, where] of this.#open) {
      if (address === undefined || where === address) socket.resetAndDestroy()
    }
  }
}

/** A listener per address: a site can really refuse connections. */
async function listenOnEach(http: HttpServer, addresses: readonly string[], port: number): Promise<Listeners> {
  const connections = new Connections()
  const servers = new Map<string, Server>()
  const open = async (address: string, at: number) => {
    const server = createServer(options, (socket) => {
      connections.add(socket, address)
      http.emit('connection', socket)
    })
    const actual = await listening(server, at, address)
    servers.set(address, server)
    return actual
  }
  const closeAll = async () => {
    connections.end()
    await Promise.all([...servers.values()].map(closing))
  }
  // With port 0 the first address selects a port; if it is taken on another address, a new port is tried.
  for (let attempt = 1; ; attempt++) {
    try {
      let chosen = port
      for (const address of addresses) chosen = await open(address, chosen)
      return {
        port: chosen,
        addressOf: (socket) => connections.addressOf(socket),
        async refuse(address, refused) {
          const server = servers.get(address)
          if (refused && server) {
            const closed = closing(server)
            connections.end(address)
            await closed
          } else if (server && !server.listening) {
            await open(address, chosen)
          }
        },
        close: closeAll,
      }
    } catch (error) {
      await closeAll()
      servers.clear()
      if (port !== 0 || attempt === 20) throw explained(error, port)
    }
  }
}

/** One listener on all addresses; connections to other than loopback addresses are refused. */
async function listenOnce(http: HttpServer, addresses: readonly string[], port: number): Promise<Listeners> {
  const connections = new Connections()
  const refused = new Set<string>()
  const known = new Set(addresses)
  const server = createServer(options, (socket) => {
    const address = socket.localAddress ?? ''
    if (!known.has(address) || refused.has(address)) {
      socket.resetAndDestroy()
      return
    }
    connections.add(socket, address)
    http.emit('connection', socket)
  })
  const chosen = await listening(server, port, '0.0.0.0').catch((error: unknown) => {
    throw explained(error, port)
  })
  return {
    port: chosen,
    addressOf: (socket) => connections.addressOf(socket),
    async refuse(address, isRefused) {
      if (isRefused) {
        refused.add(address)
        connections.end(address)
      } else {
        refused.delete(address)
      }
    },
    async close() {
      connections.end()
      await closing(server)
    },
  }
}

function explained(error: unknown, port: number): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EMFILE')
    return new Error('Too few open files are allowed: raise "ulimit -n", or listen with "one" listener.')
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use on one of the addresses: choose another port, or 0.`, { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

export const listen = (how: 'each' | 'one', http: HttpServer, addresses: readonly string[], port: number) =>
  how === 'each' ? listenOnEach(http, addresses, port) : listenOnce(http, addresses, port)
