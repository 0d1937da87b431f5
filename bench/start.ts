import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../service/platform/config.ts'
import { openPlatform } from '../service/platform.ts'
import { freePort } from '../service/testing/free-port.ts'
import { seedFleet } from './api/seed.ts'
import { withoutCallLimits } from './call-limits.ts'
import { processorSeconds } from './monitors/processor-time.ts'

const apiKey = 'a key that only benchmarks use, long enough'
const sites = 10_000
const root = fileURLToPath(new URL('..', import.meta.url))

interface Start {
  readyMs: number
  /** Processor time of npm and the service until then. */
  processorMs: number
  residentMb: number
}

/** `npm start` until /readyz answers. */
async function measureStart(dataDir: string, role: 'all' | 'api' | 'worker' = 'all'): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      API_KEY: apiKey,
      ROLE: role,
      ...withoutCallLimits,
    },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('npm start ended unexpectedly.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const readyMs = Math.round(performance.now() - began)
  const processorMs = Math.round((await processorSeconds(child.pid!, { children: true })) * 1_000)
  const metrics = /^process_resident_memory_bytes (\S+)/m
  const key = { authorization: `Bearer ${apiKey}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: key })).text()
  const residentMb = Math.round(Number(metrics.exec(text)?.[1]) / 2 ** 20)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { readyMs, processorMs, residentMb }
}

/** The first start creates the database. Returns lines of the report. */
export async function measureStarts(warmStarts: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-start-'))
  try {
    const cold = await measureStart(dataDir)
    const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
    await seedFleet(String(platform.connection.connectionString), sites).finally(() => platform.leave())
    const warm: Start[] = []
    for (let start = 0; start < warmStarts; start++) warm.push(await measureStart(dataDir))
    const [api, worker] = [await measureStart(dataDir, 'api'), await measureStart(dataDir, 'worker')]
    const sorted = (name: keyof Start) => warm.map((each) => each[name]).sort((a, b) => a - b)
    const median = (name: keyof Start) => sorted(name)[Math.floor(warmStarts / 2)]
    return [
      `first start (creates the database): ready after ${cold.readyMs} ms`,
      `warm starts to ready, with ${sites.toLocaleString('en')} sites: ${sorted('readyMs').join(', ')} ms; median ${median('readyMs')} ms`,
      `processor time until ready: median ${median('processorMs')} ms`,
      `memory of the service when ready: ${cold.residentMb} MB empty, ${sorted('residentMb').at(-1)} MB with ${sites.toLocaleString('en')} sites; ROLE=api ${api.residentMb} MB, ROLE=worker ${worker.residentMb} MB`,
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) for (const line of await measureStarts(7)) console.log(line)
