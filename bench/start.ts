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

const apiKey = 'a key that only benchmarks use, long enough'
const sites = 10_000
const root = fileURLToPath(new URL('..', import.meta.url))

/** `npm start` until /readyz answers. */
async function measureStart(dataDir: string): Promise<{ readyMs: number; residentMb: number }> {
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
  const metrics = /^process_resident_memory_bytes (\S+)/m
  const key = { authorization: `Bearer ${apiKey}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: key })).text()
  const residentMb = Math.round(Number(metrics.exec(text)?.[1]) / 2 ** 20)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { readyMs, residentMb }
}

/** The first start creates the database. Returns lines of the report. */
export async function measureStarts(warmStarts: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-start-'))
  try {
    const cold = await measureStart(dataDir)
    const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
    await seedFleet(String(platform.connection.connectionString), sites).finally(() => platform.leave())
    const warm: number[] = []
    let residentMb = 0
    for (let start = 0; start < warmStarts; start++) {
      const measured = await measureStart(dataDir)
      warm.push(measured.readyMs)
      residentMb = Math.max(residentMb, measured.residentMb)
    }
    warm.sort((a, b) => a - b)
    return [
      `first start (creates the database): ready after ${cold.readyMs} ms`,
      `warm starts to ready, with ${sites.toLocaleString('en')} sites: ${warm.join(', ')} ms; median ${warm[Math.floor(warmStarts / 2)]} ms`,
      `memory of the service when ready: ${cold.residentMb} MB empty, ${residentMb} MB with ${sites.toLocaleString('en')} sites`,
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) for (const line of await measureStarts(5)) console.log(line)
