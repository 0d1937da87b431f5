import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { freePort } from '../../service/testing/free-port.ts'
import { serviceProgram } from '../../service/testing/service-program.ts'
import { withoutCallLimits } from '../call-limits.ts'

export interface ProcessorTime {
  ranSeconds: number
  /** Ready to run while other processes used the processors. */
  waitedSeconds: number
}

/** Between two measurements, as text; with the machine's load, because other programs slow the service down. */
export function describeProcessorTime(before: ProcessorTime, after: ProcessorTime): string {
  const ran = Math.round(after.ranSeconds - before.ranSeconds)
  const waited = Math.round(after.waitedSeconds - before.waitedSeconds)
  const load = loadavg().map((value) => value.toFixed(1))
  return `its main thread ran ${ran} s and waited ${waited} s for a processor; load ${load.join(', ')}`
}

/** The service in its own process, as an operator runs it, so that it can be killed. */
export interface ServiceProcess {
  url: string
  pid: number
  /** Output so far. */
  output(): string
  /** Processor time of its main thread so far. */
  processorTime(): Promise<ProcessorTime>
  /** kill -9. */
  kill(): Promise<void>
  /** Requests a stop and waits for the end. */
  stop(): Promise<number | null>
}

/** Resolves when /readyz is 200; throws with the output when the process ends before. */
export async function startService(
  environment: Record<string, string>,
  timeoutMs = 240_000,
  /** A prefix of the command line, such as a shell that sets limits, and options for Node. */
  { prefix = [], nodeOptions = [] }: { prefix?: string[]; nodeOptions?: string[] } = {},
): Promise<ServiceProcess> {
  const port = environment.PORT ?? String(await freePort())
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const [program, ...args] = [
    ...prefix,
    process.execPath,
    '--max-semi-space-size=16',
    ...nodeOptions,
    await serviceProgram(),
    'serve',
  ]
  const child = spawn(program!, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...withoutCallLimits, ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const url = `http://127.0.0.1:${port}`
  const hasEnded = () =>
    child.exitCode === null && child.signalCode === null ? null : `The service ended at its start:\n${printed}`
  await untilReady(url, timeoutMs, hasEnded).catch(async (error) => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    throw error
  })
  if (environment.API_KEY && printed.includes('First start')) await stopMonitoring(url, environment.API_KEY)
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

/** Resolves when /readyz is 200; throws after `timeoutMs`, or as soon as `hasEnded` gives a reason. */
export async function untilReady(
  url: string,
  timeoutMs = 240_000,
  hasEnded: () => string | null = () => null,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const ended = hasEnded()
    if (ended !== null) throw new Error(ended)
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    if (performance.now() > deadline) throw new Error(`The service was not ready within ${timeoutMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** New installations monitor all sites; the figures of drills and benchmarks are those without checks. */
async function stopMonitoring(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v2/settings/monitoring/edit`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ svc_uptime_monitoring_active: 0 }),
  })
  if (!response.ok) throw new Error(`Monitoring cannot be switched off: ${await response.text()}`)
}
