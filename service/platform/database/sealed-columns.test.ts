import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../../testing/scratch-database.ts'
import { createSecrets } from '../secrets.ts'
import { findKeyIds, findTablesSealedUnder, findUnopenable, resealAll, type SealedColumn } from './sealed-columns.ts'

const [oldKey, newKey] = ['the old master key, long enough for all', 'the new master key, long enough for all']
const before = createSecrets([oldKey])
const after = createSecrets([newKey, oldKey])
const onlyNew = createSecrets([newKey])
const [oldId, newId] = [before.keyIds()[0]!, after.keyIds()[0]!]
const columns: SealedColumn[] = ['vault.key', 'vault.Pass', 'not.there']

let database: ScratchDatabase
let client: Client

beforeAll(async () => {
  database = await createScratchDatabase()
  client = new Client(database)
  await client.connect()
  await client.query(`create table vault (id int generated always as identity, key text, "Pass" text, note jsonb)`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
beforeEach(() => client.query('truncate vault restart identity'))

async function fill(count: number) {
  const keys = Array.from({ length: count }, (_, index) => before.seal(`key ${index + 1}`, 'vault.key'))
  await client.query('insert into vault (key) select unnest($1::text[])', [keys])
  await client.query('update vault set "Pass" = $1 where id = 2', [before.seal('pass', 'vault.Pass')])
}

describe('sealing again under the newest key', () => {
  test('covers every value of every declared column, in several batches, and leaves empty ones empty', async () => {
    await fill(1201)
    expect(await resealAll(client, after, columns)).toBe(1202)
    expect(await findKeyIds(client, columns)).toEqual([newId])
    expect(await findUnopenable(client, onlyNew, columns)).toEqual([])
    const { rows } = await client.query('select key, "Pass" as pass from vault where id = 2')
    expect(onlyNew.open(rows[0].key, 'vault.key')).toBe('key 2')
    expect(onlyNew.open(rows[0].pass, 'vault.Pass')).toBe('pass')
    expect((await client.query('select from vault where "Pass" is null')).rowCount).toBe(1200)
  })

  test('continues where an earlier attempt ended', async () => {
    await fill(3)
    await client.query('update vault set key = $1 where id = 2', [after.seal('key 2', 'vault.key')])
    expect(await resealAll(client, after, columns)).toBe(3)
    expect(await resealAll(client, after, columns)).toBe(0)
  })

  test('preserves what a running service writes meanwhile', async () => {
    await fill(2)
    const writer = new Client(database)
    await writer.connect()
    await writer.query('begin')
    await writer.query('update vault set key = $1 where id = 1', [before.seal('written meanwhile', 'vault.key')])
    const underWay = resealAll(client, after, columns)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await writer.query(waiting)).rowCount === 0);
    await writer.query('commit')
    await writer.end()
    await underWay
    const { rows } = await client.query('select key from vault where id = 1')
    expect(onlyNew.open(rows[0].key, 'vault.key')).toBe('written meanwhile')
  })

  test('stops at a value that does not open, and changes nothing in its batch', async () => {
    await fill(2)
    await client.query(`update vault set key = 'v1.${oldId}.AAAA' where id = 2`)
    await expect(resealAll(client, after, columns)).rejects.toThrow(/vault\.key was altered/)
    expect(await findKeyIds(client, columns)).toEqual([oldId])
  })
})

test('counts values that do not open by their reason', async () => {
  await fill(3)
  const problems = await findUnopenable(client, onlyNew, columns)
  expect(problems).toEqual([
    expect.stringMatching(/master key .* that sealed vault\.key is missing.*\(3 values\)/),
    expect.stringMatching(/master key .* that sealed vault\.Pass is missing.*\(1 value\)/),
  ])
})

test('finds a secret under its key in a column that is not declared', async () => {
  await fill(1)
  expect(await findTablesSealedUnder(client, [newId])).toEqual([])
  await client.query('update vault set key = null, note = $1', [{ hidden: [before.seal('x', 'vault.note')] }])
  expect(await findTablesSealedUnder(client, [newId, oldId])).toEqual(['vault'])
})
