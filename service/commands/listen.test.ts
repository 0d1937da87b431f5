import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createDataDir, runFlotilla } from '../testing/command-line.ts'
import { createScratchDatabase } from '../testing/scratch-database.ts'
import { listen } from './listen.ts'

async function takenPort() {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  return { port: (other.address() as AddressInfo).port, free: () => other.close() }
}

it('names the setting to change', async () => {
  const taken = await takenPort()
  await expect(listen(fastify(), '127.0.0.1', taken.port)).rejects.toThrow(/listens on port \d+ .* set PORT/)
  await expect(listen(fastify(), '192.0.2.1', 0)).rejects.toThrow(
    /^HOST 192\.0\.2\.1 is not an address of this machine/,
  )
  await expect(listen(fastify(), 'nobody.invalid', 0)).rejects.toThrow(/^HOST nobody\.invalid is not an address/)
  taken.free()
})

it('what is shown only at the first start is shown even if that start fails', async () => {
  const [taken, folder, { connectionString }] = [
    await takenPort(),
    await createDataDir(),
    await createScratchDatabase(),
  ]
  const settings = { PORT: String(taken.port), DATA_DIR: folder, DATABASE_URL: connectionString, LOG_LEVEL: 'error' }
  const started = await runFlotilla(['serve'], settings)
  expect(started).toMatchObject({ code: 1, complained: expect.stringContaining('set PORT to another number') })
  expect(started.printed).toMatch(/user admin, one-time password \S+\n {2}API key flo_\w+/)
  taken.free()
  await rm(folder, { recursive: true })
})
