import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '../../simulator/index.ts'
import { writeMysqldump } from '../domain/moving-in/testing/dump-file.ts'
import { finishJob, movedSite, sessionOfAdministrator, writtenFile } from '../domain/moving-in/testing/moving-fleet.ts'
import { storeKey } from '../domain/moving-in/testing/stored-keys.ts'
import { writeTar } from '../domain/moving-in/testing/tar.ts'
import { sharedKeySource } from '../platform/connector/key-source.ts'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { setUpServiceWithSites } from '../testing/set-up-service-with-sites.ts'
import * as takeover from './takeover.ts'

const fixture = setUpServiceWithSites({ works: true })
let folder: string
let children: Site[] = []
beforeAll(async () => {
  folder = await createDataDir()
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) =>
  runCommand(takeover, args, { DATABASE_URL: fixture.service.connectionString, DATA_DIR: folder })
const numberIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

async function writeFleet(ids: number[]): Promise<string> {
  const key = await sharedKeySource(1).take()
  children = ids.map(() => fixture.nextChild())
  const sites = children.map((child, at) => movedSite(child, { id: ids[at]!, format: 'plain base64', ...key }))
  const tag = { table: 'group', row: { id: '7', name: 'First wave' } }
  const tagged = { table: 'wp_group', row: { wpid: String(ids[0]), groupid: '7' } }
  const script = { table: 'api_keys', row: { key_id: '1', description: 'Backup script', enabled: '1' } }
  const headers = await sessionOfAdministrator(fixture)
  const { file } = await writtenFile(fixture, headers, [tag, ...sites, tagged, script])
  const path = join(folder, 'fleet.flotilla')
  await writeFile(path, file)
  return path
}

test('uploads a file, shows the plan, imports it and takes sites over by tag and by name', async () => {
  const uploaded = await run('upload', await writeFleet([21, 22, 23]))
  expect(uploaded).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Uploaded as \d+\. Nothing is imported yet/),
  })
  const upload = numberIn(uploaded.printed, /Uploaded as (\d+)/)
  const { printed } = await run('plan', upload)
  expect(printed).toMatch(/^sites +3 +0 +0 +3$/m)
  expect(printed).toContain('Scripts with this key need a new one: Backup script')
  const imported = await run('import', upload)
  await finishJob(fixture, numberIn(imported.printed, /status (\d+)/))
  expect((await run('plan', upload)).printed).toContain('Already imported.')

  const plan = await run('start', '--tags', '7', '--dry-run')
  expect(plan).toMatchObject({ code: 0, printed: expect.stringContaining('1 sites would get a new key') })
  const started = await run('start', '--tags', '7', '--sites', '22')
  const job = numberIn(started.printed, /Sites to take over: 2\..*status (\d+)/)
  await finishJob(fixture, job)
  expect(await run('status', job)).toMatchObject({ code: 0, printed: 'completed: 2 of 2 sites done, 0 failed.\n' })
  expect((await run('sites', '--state', 'taken_over')).printed).toMatch(/^21 +21 +Site 21 .*taken_over/m)
  const left = JSON.parse((await run('sites', '--json')).printed)
  expect(left.map(({ site_id, state }: { site_id: number; state: string }) => [site_id, state])).toEqual([
    [21, 'taken_over'],
    [22, 'taken_over'],
    [23, 'shared'],
  ])
  expect((await run('start', '--sites', '21')).printed).toContain('All sites are taken over.')
})

test('reads a database dump with an archive of key files', async () => {
  const { privateKeyPem, publicKeyPem } = await sharedKeySource(1).take()
  const child = fixture.nextChild()
  child.connect({ publicKey: publicKeyPem, server: 'https://old.example/wp-admin/' })
  const { privkey, pubkey, file } = storeKey('older file name', 51, privateKeyPem)
  const site = { id: 51, name: 'Old', url: child.url, adminname: child.admin.login, privkey, pubkey }
  const [dump, keys] = [join(folder, 'old.sql.gz'), join(folder, 'pk.tar')]
  await writeFile(dump, gzipSync(writeMysqldump({ tables: { wp: [site] }, options: {} })))
  await writeFile(keys, writeTar({ [`pk/${file!.name}`]: file!.content }))
  const { printed } = await run('dump', dump, '--keys', keys)
  await finishJob(fixture, numberIn(printed, /status (\d+)/))
  const upload = numberIn(printed, /Uploaded as (\d+)/)
  expect((await run('plan', upload)).printed).not.toContain('Sites without a key')
  await finishJob(fixture, numberIn((await run('import', upload)).printed, /status (\d+)/))
  expect((await run('sites')).printed).toMatch(/^51 +51 +Old .*connected +shared/m)
})

test('reports failed sites with the exit code 1, and retries them', async () => {
  const upload = numberIn((await run('upload', await writeFleet([31]))).printed, /Uploaded as (\d+)/)
  await finishJob(fixture, numberIn((await run('import', upload)).printed, /status (\d+)/))
  const [child] = children as [Site]
  child.uniqueId = 'another id'
  const job = numberIn((await run('start', '--sites', '31')).printed, /status (\d+)/)
  await finishJob(fixture, job)
  const failed = await run('status', job)
  expect([failed.code, failed.printed]).toEqual([1, expect.stringContaining('The site keeps its old key')])
  child.uniqueId = ''
  expect((await run('retry', job)).code).toBe(0)
  await finishJob(fixture, job)
  expect((await run('status', job)).code).toBe(0)
})

test('refuses wrong arguments and files that end early', async () => {
  expect(await run('start')).toMatchObject({ code: 2, complained: expect.stringContaining('Name sites or tags') })
  expect((await run('everything')).code).toBe(2)
  const path = await writeFleet([41])
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, `${lines.slice(0, -2).join('\n')}\n`)
  expect(await run('upload', path)).toMatchObject({ complained: expect.stringContaining('ends before its last line') })
  expect((await run('plan', '99999')).code).toBe(1)
})
