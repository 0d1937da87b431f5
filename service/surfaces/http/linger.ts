import type { Socket } from 'node:net'

const longestMs = 5_000

/**
 * Closes our half of the connection once the answer is sent, and goes on reading for a while. A connection that is closed
 * while the caller still sends is reset, and the caller never sees the answer.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), longestMs)
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer))
    if (socket.writable) socket.end()
  }
}
