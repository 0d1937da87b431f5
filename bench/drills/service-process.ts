import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const mainFile = fileURLToPath(new URL('../../service/main.ts', import.meta.url))

export interface ProcessorTime {
  ranSeconds: number
  /** It was ready to run, and other processes had the processors. */
  waitedSeconds: number
}

/** Between two moments, in words; with the load of the machine, because other programs slow the service down. */
export function describeProcessorTime(before: ProcessorTime, after: ProcessorTime): string {
  const ran = Math.round(after.ranSeconds - before.ranSeconds)
  const waited = Math.round(after.waitedSeconds - before.waitedSeconds)
  const load = loadavg().map((value) => value.toFixed(1))
  return `its main thread ran ${ran} s and waited ${waited} s for a processor; load ${load.join(', ')}`
}

/** The service as a process of its own, as an operator runs it: it can be killed. */
export interface ServiceProcess {
  url: string
  pid: number
  /** What it printed so far. */
  output(): string
  /** What its main thread got of the processors so far. */
  processorTime(): Promise<ProcessorTime>
  /** Ends it without a chance to say goodbye. */
  kill(): Promise<void>
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number | null>
}

/** Resolves when /readyz says so; throws with the output when the process ends before. */
export async function startService(
  environment: Record<string, string>,
  patienceMs = 240_000,
  /** Words before the command line, such as a shell that sets limits first, and options for Node. */
  { prefix = [], nodeOptions = [] }: { prefix?: string[]; nodeOptions?: string[] } = {},
): Promise<ServiceProcess> {
  const port = environment.PORT ?? String(await freePort())
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const [program, ...words] = [
    ...prefix,
    process.execPath,
    '--max-semi-space-size=16',
    ...nodeOptions,
    mainFile,
    'serve',
  ]
  const child = spawn(program!, words, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const url = `http://127.0.0.1:${port}`
  const hasEnded = () =>
    child.exitCode === null && child.signalCode === null ? null : `The service ended at its start:\n${printed}`
  await untilReady(url, patienceMs, hasEnded).catch(async (error) => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    throw error
  })
  return {
    url,
    pid: child.pid!,
    output: () => printed,
    async processorTime() {
      const [ran = 0, waited = 0] = (await readFile(`/proc/${child.pid}/schedstat`, 'utf8')).split(' ').map(Number)
      return { ranSeconds: ran / 1e9, waitedSeconds: waited / 1e9 }
    },
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** Resolves when /readyz says so; throws after that many milliseconds, or as soon as `hasEnded` says why it never will. */
export async function untilReady(
  url: string,
  patienceMs = 240_000,
  hasEnded: () => string | null = () => null,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const ended = hasEnded()
    if (ended !== null) throw new Error(ended)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    if (performance.now() > deadline) throw new Error(`The service was not ready within ${patienceMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
