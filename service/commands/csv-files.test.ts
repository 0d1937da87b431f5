import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { seedFleet } from '../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as clients from './clients.ts'
import * as costs from './costs.ts'

let service: TestService
let environment: Record<string, string>
let folder: string

beforeAll(async () => {
  service = await startTestService()
  folder = await createDataDir()
  environment = { DATABASE_URL: service.connectionString, DATA_DIR: folder }
})
beforeEach(async () => {
  await service.reset()
  await seedFleet(service.db)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const runCosts = (...args: string[]) => runCommand(costs, args, environment)
const runClients = (...args: string[]) => runCommand(clients, args, environment)
let files = 0
const fileName = () => join(folder, `table-${++files}.csv`)
const fileOf = async (content: string) => {
  const file = fileName()
  await writeFile(file, content)
  return file
}
const namesOf = async (table: 'costs' | 'clients') =>
  (await service.db.selectFrom(table).select('name').orderBy('id').execute()).map(({ name }) => name)

describe('export', () => {
  test('writes a file that only its owner can read, and never overwrites one', async () => {
    await service.app.run('add-cost', { name: 'Hosting', price: '25.50', sites: [1] })
    const file = fileName()
    expect(await runCosts('export', file)).toMatchObject({ code: 0, printed: `Wrote all costs to ${file}.\n` })
    expect(await readFile(file, 'utf8')).toContain('1,Hosting,25.5,subscription')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await runCosts('export', file)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('already exists'),
    })
  })

  test('of clients can be imported again', async () => {
    const file = fileName()
    expect((await runClients('export', file)).code).toBe(0)
    await service.db.updateTable('clients').set({ name: 'Renamed' }).where('id', '=', 1).execute()
    expect(await runClients('import', file)).toMatchObject({ code: 0, printed: 'Added 0, updated 3.\n' })
    expect(await namesOf('clients')).toEqual(['Harbour', 'Shipyard', 'Pier'])
  })
})

describe('import', () => {
  test('adds and updates rows, and prints the numbers', async () => {
    await service.app.run('add-cost', { name: 'Old', price: 1, sites: [1] })
    const file = await fileOf('id,name,price,sites\n1,New,2,site-1.example\n,Mail,3,site-2.example\n')
    expect(await runCosts('import', file)).toMatchObject({ code: 0, printed: 'Added 1, updated 1.\n' })
    expect(await namesOf('costs')).toEqual(['New', 'Mail'])
    const again = await runCosts('import', file, '--ignore-ids', '--json')
    expect(JSON.parse(again.printed)).toMatchObject({
      added: 2,
      updated: 0,
      total: 2,
      results: [{ outcome: 'created' }, { outcome: 'created' }],
    })
    const audited = await service.db
      .selectFrom('audit_lines')
      .select(['actor_name', 'outcome'])
      .where('operation', '=', 'import-costs')
      .execute()
    expect(audited).toEqual(Array(2).fill({ actor_name: 'command line', outcome: 'ok' }))
  })

  test('prints the plan with --dry-run', async () => {
    const file = await fileOf('name,price,sites\nMail,3,1\n')
    expect(await runCosts('import', file, '--dry-run')).toMatchObject({
      code: 0,
      printed: 'Nothing was changed. The file would add 1 and update 0.\n',
    })
    expect(JSON.parse((await runCosts('import', file, '--dry-run', '--json')).printed)).toMatchObject({ count: 1 })
    expect(await namesOf('costs')).toEqual([])
  })

  test('prints the wrong lines of a file and changes nothing', async () => {
    const file = await fileOf('name,price,sites\nGood,3,1\nBad,x,1\n')
    expect(await runCosts('import', file)).toMatchObject({
      code: 1,
      printed: '',
      complained: expect.stringContaining('line 3: price must be a price'),
    })
    expect(await namesOf('costs')).toEqual([])
  })

  test('prints clients that failed, with exit code 1', async () => {
    const file = await fileOf('id,name,client_email\n3,Pier,info@harbour.example\n,New,new@example.com\n')
    const ended = await runClients('import', file)
    expect(ended).toMatchObject({ code: 1, printed: expect.stringContaining('Added 1, updated 0.') })
    expect(ended.printed).toContain('Line 2 failed: Another client has the e-mail address')
    expect(await namesOf('clients')).toEqual(['Harbour', 'Shipyard', 'Pier', 'New'])
  })

  test('fails for a missing file', async () => {
    expect(await runCosts('import', join(folder, 'none.csv'))).toMatchObject({ code: 1, printed: '' })
  })
})

test.each([[[]], [['import']], [['export']], [['export', 'a', 'b']], [['send', 'a']], [['import', 'a', '--force']]])(
  '%j prints the usage',
  async (args) => {
    expect(await runCosts(...args)).toMatchObject({
      code: 2,
      printed: '',
      complained: expect.stringContaining('Usage: flotilla costs export <file>'),
    })
  },
)
