import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A connection on which the test writes the bytes itself, to send slowly or to read nothing. */
export class RawConnection {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  #received = ''

  private constructor(socket: Socket) {
    this.socket = socket
    // Some tests wait for the server to close the connection while we write.
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {}).setEncoding('latin1')
    socket.on('data', (text) => {
      this.#received += text
    })
  }

  static async open(server: FastifyInstance): Promise<RawConnection> {
    const { port } = server.server.address() as AddressInfo
    const accepted = once(server.server, 'connection')
    const connection = new RawConnection(connect(port, '127.0.0.1'))
    await accepted
    return connection
  }

  /** Writes a request; `length` is the declared length, independent of the body. */
  send(address: string, headers: Record<string, string> = {}, body = ''): this {
    const lines = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    this.socket.write(`${address} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return this
  }

  /** The head of the first answer: status and headers by lower-case name. */
  async head(): Promise<{ status: number; headers: Record<string, string> }> {
    while (!this.#received.includes('\r\n\r\n')) {
      if (this.socket.closed) throw new Error(`The connection ended without an answer: ${this.#received}`)
      await setImmediate()
    }
    const [first, ...lines] = this.#received.split('\r\n\r\n')[0]!.split('\r\n')
    const pairs = lines.map((line) => line.split(': ') as [string, string])
    return {
      status: Number(first!.split(' ')[1]),
      headers: Object.fromEntries(pairs.map(([n, v]) => [n.toLowerCase(), v])),
    }
  }
}
