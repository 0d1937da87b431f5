import { connect, createServer, type Socket } from 'node:net'

/**
 * One holder at a time on this machine, across processes: the holder listens on an abstract socket (Linux), and the
 * others stay connected until it releases the lock or dies. On other systems the lock covers this process only.
 */
export async function takeMachineLock(name: string, signal: AbortSignal): Promise<() => void> {
  const path = `\0flotilla-${process.getuid?.() ?? 0}-${name}`
  for (;;) {
    signal.throwIfAborted()
    const release = await tryToListen(path)
    if (release) return release
    await waitForEnd(path, signal)
  }
}

function tryToListen(path: string): Promise<(() => void) | undefined> {
  const queued = new Set<Socket>()
  const server = createServer((socket) => {
    queued.add(socket)
    socket.on('error', () => {}).on('close', () => queued.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen({ path }, () =>
      resolve(() => {
        server.close()
        for (const socket of queued) socket.destroy()
      }),
    )
    // Waiting for the lock must not keep an ending process alive.
    server.unref()
  })
}

function waitForEnd(path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop)
    socket
      .on('error', () => {})
      .on('close', () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
    socket.resume()
  })
}
