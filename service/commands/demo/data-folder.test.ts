import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { openDataFolder } from './data-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-demo-folder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const configFor = (DATA_DIR: string, sites = 1) => readConfig({ DATA_DIR, DEMO_SITES: String(sites) })
const fleet = { ports: [40_000], sites: [{ core: { installed: '6.9', offered: null } }] }

it('uses a temporary folder without DATA_DIR', async () => {
  const own = await openDataFolder(readConfig({}))
  await own.save(fleet)
  expect(existsSync(own.path)).toBe(true)
  await own.leave()
  expect(existsSync(own.path)).toBe(false)
})

it('keeps the folder of DATA_DIR for the next start', async () => {
  const path = join(folder, 'kept')
  const first = await openDataFolder(configFor(path))
  expect(first.saved).toBeUndefined()
  await mkdir(path)
  await first.save(fleet)
  await first.leave()
  expect((await openDataFolder(configFor(path))).saved).toEqual(fleet)
})

it('refuses a folder with another number of sites', async () => {
  const path = join(folder, 'kept')
  await expect(openDataFolder(configFor(path, 3))).rejects.toThrow('has 1 sites: set DEMO_SITES to that')
})

it('refuses the folder of an installation', async () => {
  const path = join(folder, 'installation')
  await mkdir(path)
  await writeFile(join(path, 'master.key'), 'x')
  await expect(openDataFolder(configFor(path))).rejects.toThrow('never changes an installation')
})
