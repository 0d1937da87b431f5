import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** In total. */
  total: number
  /** The connections of one caller that stay open while others try to connect. */
  perCaller: number
}

/**
 * The open connections of a server. When there are too many, the oldest connection without valid credentials is closed:
 * idle connections must not lock people out.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #onRefused: () => void
  /** In the order in which they connected. */
  readonly #anonymous = new Set<Socket>()
  readonly #identified = new Map<Socket, string>()
  readonly #perCaller = new Map<string, number>()

  constructor(server: Server, limits: ConnectionLimits, onRefused: () => void) {
    this.#limits = limits
    this.#onRefused = onRefused
    server.on('connection', (socket: Socket) => this.#add(socket))
  }

  get open(): number {
    return this.#anonymous.size + this.#identified.size
  }

  /** A request on this connection had valid credentials. */
  identify(socket: Socket, caller: string): void {
    if (!this.#anonymous.has(socket)) return
    const own = this.#perCaller.get(caller) ?? 0
    if (own >= this.#limits.perCaller) return
    this.#perCaller.set(caller, own + 1)
    this.#anonymous.delete(socket)
    this.#identified.set(socket, caller)
  }

  /**
   * Browsers open connections in advance. Node counts a connection without a request as busy, and a stopping server
   * would wait for it.
   */
  closeSilent(): void {
    for (const socket of [...this.#anonymous, ...this.#identified.keys()]) if (socket.bytesRead === 0) socket.destroy()
  }

  #add(socket: Socket): void {
    if (this.open >= this.#limits.total) {
      this.#onRefused()
      const [oldest] = this.#anonymous
      if (!oldest) {
        socket.destroy()
        return
      }
      this.#anonymous.delete(oldest)
      oldest.destroy()
    }
    this.#anonymous.add(socket)
    socket.once('close', () => this.#remove(socket))
  }

  #remove(socket: Socket): void {
    this.#anonymous.delete(socket)
    const caller = this.#identified.get(socket)
    if (caller === undefined) return
    this.#identified.delete(socket)
    const own = (this.#perCaller.get(caller) ?? 1) - 1
    if (own > 0) this.#perCaller.set(caller, own)
    else this.#perCaller.delete(caller)
  }
}
