import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as vulnerabilities from './vulnerabilities.ts'

let service: TestService
let folder: string
let file: string
beforeAll(async () => {
  service = await startTestService()
  folder = await createDataDir()
  file = join(folder, 'feed.json')
})
beforeEach(async () => {
  await service.reset()
  const entry = { title: 'A', type: 'plugin', slug: 'a', affected_versions: [{ to: '1' }] }
  await writeFile(file, JSON.stringify({ one: entry, two: { ...entry, slug: 'b' }, three: {} }))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})
const run = (...args: string[]) =>
  runCommand(vulnerabilities, args, { DATABASE_URL: service.connectionString, DATA_DIR: folder })
const known = () => service.db.selectFrom('vulnerabilities').select(['source', 'slug']).orderBy('slug').execute()

test('import reads a file', async () => {
  const { code, printed } = await run('import', file)
  expect([code, printed]).toEqual([0, 'Imported 2 vulnerabilities. 1 entries could not be read.\n'])
  expect(await known()).toEqual([
    { source: 'file', slug: 'a' },
    { source: 'file', slug: 'b' },
  ])
})

test('a dry run changes nothing', async () => {
  expect(await run('import', file, '--dry-run')).toMatchObject({
    code: 0,
    printed: 'Nothing was changed. The file has 2 vulnerabilities.\n',
  })
  expect(await known()).toEqual([])
})

test('wrong feeds, files and arguments are refused with a message', async () => {
  await writeFile(file, 'nonsense')
  expect(await run('import', file)).toMatchObject({ complained: expect.stringContaining('is not JSON') })
  expect((await run('import', join(folder, 'absent.json'))).code).not.toBe(0)
  expect(await run('praise')).toMatchObject({ code: 2, complained: expect.stringContaining('Usage: ') })
})

test('refresh prints where a feed is set', async () => {
  expect(await run('refresh')).toMatchObject({ complained: expect.stringContaining('vulnerability_feed_url') })
})
