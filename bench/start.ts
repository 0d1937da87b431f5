import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './drills/service-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const warmStarts = 5

/** `npm start`, as a newcomer types it, until /readyz answers; milliseconds. */
async function measureStart(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('npm start ended by itself.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const took = performance.now() - began
  child.kill('SIGTERM')
  await once(child, 'exit')
  return Math.round(took)
}

const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-start-'))
try {
  const cold = await measureStart(dataDir)
  const warm: number[] = []
  for (let start = 0; start < warmStarts; start++) warm.push(await measureStart(dataDir))
  warm.sort((a, b) => a - b)
  console.log(`first start (makes the database): ${cold} ms`)
  console.log(`warm starts to ready: ${warm.join(', ')} ms; median ${warm[Math.floor(warmStarts / 2)]} ms`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
