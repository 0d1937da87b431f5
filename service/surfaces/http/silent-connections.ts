import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections ahead of need. Node counts one on which nothing was said yet as busy, and a server that is asked
 * to stop would wait for it as long as the browser likes.
 */
export function watchSilentConnections(server: Server): { end(): void } {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    end() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
