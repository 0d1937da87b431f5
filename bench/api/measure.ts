import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

export interface Measured {
  /** Requests answered per second of the server's own processor time. */
  perCpuSecond: number
  /** Milliseconds a caller waited, of 100. */
  p50: number
  p95: number
  p99: number
  bytes: number
}

export interface MeasuredServer {
  service: string
  bare: string
  pid: number
  measure(url: string, headers: Record<string, string>, requests: number): Promise<Measured>
  /** Sends requests without measuring: a server that was just started still compiles its hot code. */
  warmUp(url: string, headers: Record<string, string>, requests: number): Promise<void>
  /** Lets the bare routes repeat what this question sends and, of the raw one, its statements; resolves to their number. */
  repeat(path: string, headers: Record<string, string>): Promise<number>
  /** Resident bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

const callers = 4

export async function startMeasuredServer(connectionString: string): Promise<MeasuredServer> {
  // As `npm start` runs it.
  const child = fork(serverFile, [connectionString], { execArgv: ['--max-semi-space-size=16'] })
  const [{ service, bare }] = (await once(child, 'message')) as [{ service: string; bare: string }]
  return {
    service,
    bare,
    pid: child.pid!,
    measure: (url, headers, requests) => measure(child, url, headers, requests),
    warmUp: async (url, headers, requests) => void (await measure(child, url, headers, requests)),
    async repeat(path, headers) {
      child.send({ command: 'repeat', path, headers })
      const [{ statements }] = (await once(child, 'message')) as [{ statements: number }]
      return statements
    },
    memory: async () => (await usageOf(child)).rss,
    async stop() {
      child.send({ command: 'stop' })
      await once(child, 'exit')
    },
  }
}

async function usageOf(child: ChildProcess): Promise<{ cpuMicroseconds: number; rss: number }> {
  child.send({ command: 'cpu' })
  const [usage] = (await once(child, 'message')) as [{ cpuMicroseconds: number; rss: number }]
  return usage
}
const cpuOf = async (child: ChildProcess) => (await usageOf(child)).cpuMicroseconds

async function measure(
  child: ChildProcess,
  url: string,
  headers: Record<string, string>,
  requests: number,
): Promise<Measured> {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections: callers })
  let bytes = 0
  const waits: number[] = []
  const call = async () => {
    const began = performance.now()
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + search, headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text.slice(0, 300)}`)
    bytes = text.length
    waits.push(performance.now() - began)
  }
  const run = async (count: number) => {
    let left = count
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left-- > 0) await call()
      }),
    )
  }
  await run(Math.ceil(requests / 5))
  waits.length = 0
  const before = await cpuOf(child)
  await run(requests)
  const used = (await cpuOf(child)) - before
  await pool.close()
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!
  return { perCpuSecond: Math.round((requests / used) * 1e6), p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes }
}
