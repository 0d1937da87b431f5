import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDataDir, runFlotilla } from '../testing/command-line.ts'
import { createScratchDatabase } from '../testing/scratch-database.ts'
import { templateDatabase } from '../testing/scratch-postgres.ts'
import { serviceProgram } from '../testing/service-program.ts'
import { ensurePortIsFree, listen } from './listen.ts'

async function takenPort() {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  return { port: (other.address() as AddressInfo).port, free: () => other.close() }
}

it('names the setting to change', async () => {
  const taken = await takenPort()
  await expect(listen(fastify(), '127.0.0.1', taken.port)).rejects.toThrow(/uses port \d+ .* set PORT/)
  await expect(ensurePortIsFree('127.0.0.1', taken.port)).rejects.toThrow(/uses port \d+ .* set PORT/)
  await expect(listen(fastify(), '192.0.2.1', 0)).rejects.toThrow(
    /^HOST 192\.0\.2\.1 is not an address of this machine/,
  )
  await expect(listen(fastify(), 'unknown.invalid', 0)).rejects.toThrow(/^HOST unknown\.invalid is not an address/)
  taken.free()
})

it('a demo fails on a used port before it creates its data', async () => {
  const taken = await takenPort()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'flotilla-demo-'))
  const failed = await runFlotilla(['demo'], { DATA_DIR, PORT: String(taken.port), DEMO_SITES: '1' })
  taken.free()
  expect([failed.code, await readdir(DATA_DIR)]).toEqual([1, []])
  expect(failed.complained).toMatch(/uses port \d+ .* set PORT/)
  await rm(DATA_DIR, { recursive: true })
})

describe('the first start', () => {
  const secret = /user admin, one-time password \S+\n {2}API key flo_\w+/g
  let settings: Record<string, string>
  beforeEach(async () => {
    // With all tables, because applying the migrations takes as long as a start.
    const { connectionString } = await createScratchDatabase(templateDatabase)
    settings = { DATA_DIR: await createDataDir(), DATABASE_URL: connectionString, LOG_LEVEL: 'error', PORT: '0' }
  })
  afterEach(() => rm(settings.DATA_DIR!, { recursive: true }))

  /** Starts a process, waits until it is ready, stops it and returns its output. */
  async function startAndStop(further: Record<string, string>): Promise<string> {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const child = spawn(process.execPath, [await serviceProgram(), 'serve'], {
      env: { PATH, NODE_COMPILE_CACHE, ...settings, ...further },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      printed += text
      if (printed.includes('ready') && !child.killed) child.kill('SIGTERM')
    }
    return printed
  }

  // One test, because each start of the service costs seconds.
  it('fails on a used port before it prints secrets, and prints them once, in a process that serves the dashboard', async () => {
    const taken = await takenPort()
    const failed = await runFlotilla(['serve'], { ...settings, PORT: String(taken.port) })
    taken.free()
    expect(failed).toMatchObject({ code: 1, complained: expect.stringContaining('set PORT to another number') })
    expect(failed.printed).not.toMatch(secret)
    expect(await startAndStop({ ROLE: 'worker' })).not.toMatch(secret)
    const both = await Promise.all([startAndStop({ ROLE: 'api' }), startAndStop({ ROLE: 'api' })])
    expect(both.join('').match(secret)).toHaveLength(1)
    expect(await startAndStop({})).not.toMatch(secret)
  })
})
