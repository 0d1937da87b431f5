import type { Socket } from 'node:net'

const maxLingerMs = 5_000

/**
 * Closes our half of the connection after the answer is sent, and continues to read for a while. Closing a connection
 * while the caller still sends resets it, and the caller would never get the answer.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), maxLingerMs)
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer))
    if (socket.writable) socket.end()
  }
}
