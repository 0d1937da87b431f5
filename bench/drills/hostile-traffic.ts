import { connect } from 'node:net'

export interface TrafficCounts {
  sent: number
  answered: number
  /** Answers with 500: must be none. */
  internalErrors: number
}

export interface Traffic {
  /** Stops it and returns the counts. */
  stop(): Promise<TrafficCounts>
}

const json = { 'content-type': 'application/json' }

/** Typical hostile requests: wrong sign-ins, broken and huge bodies, unknown paths, stalled uploads. */
export function startHostileTraffic(url: string, concurrency = 8): Traffic {
  const { hostname, port } = new URL(url)
  let [going, sent, answered, internalErrors] = [true, 0, 0, 0]
  const attacks: (() => Promise<number>)[] = [
    () => post('/api/v2/access/sessions', JSON.stringify({ login: `eve${sent}`, password: 'wrong' })),
    () => post('/api/v2/access/sessions', `{"login":1${'0'.repeat(10_000)}}`),
    () => post('/api/v2/access/sessions', '{'.repeat(5_000)),
    () => post('/api/v2/sites', 'x'.repeat(300_000)),
    () => read('/api/v2/../../etc/passwd'),
    () => read(`/api/v2/sites?search=${'%25'.repeat(500)}`, { authorization: `Bearer ${'a'.repeat(2_000)}` }),
    stall,
  ]
  const post = (path: string, body: string) => status(fetch(url + path, { method: 'POST', headers: json, body }))
  const read = (path: string, headers: Record<string, string> = {}) => status(fetch(url + path, { headers }))
  const status = async (request: Promise<Response>) => {
    try {
      const answer = await request
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }
  /** Sends half a body, then closes the connection. */
  function stall(): Promise<number> {
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => resolve(0)).on('close', () => resolve(0))
      socket.write('POST /api/v2/access/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n{"login":')
      setTimeout(() => socket.destroy(), 200)
    })
  }
  const attack = async () => {
    while (going) {
      const code = await attacks[sent++ % attacks.length]!()
      if (code > 0) answered++
      if (code === 500) internalErrors++
      // At a rate that a slow machine can handle: the drill measures other work meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const all = Array.from({ length: concurrency }, attack)
  return {
    async stop() {
      going = false
      await Promise.all(all)
      return { sent, answered, internalErrors }
    },
  }
}
