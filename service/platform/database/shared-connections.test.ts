import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'
import { SharedConnections } from './shared-connections.ts'

let shared: SharedConnections
let pool: Pool
let connectionString: string
beforeEach(async () => {
  const service = await startTestService()
  connectionString = service.connectionString
  pool = service.db.pool
  shared = open({ most: 2, perConnection: 8, overflow: 'join' })
})
afterEach(() => shared.end())

const open = (options: ConstructorParameters<typeof SharedConnections>[1]) =>
  new SharedConnections({ connectionString, application_name: 'shared-connections' }, options)
const query = (text: string, values: unknown[] = [], name = text.slice(0, 60)) => shared.query({ name, text, values })
const echo = (value: unknown) => query('select $1::int as value', [value])
const connections = async () =>
  (await pool.query(`select pid from pg_stat_activity where application_name = 'shared-connections'`)).rowCount

it('returns each caller its own answer under concurrent calls', async () => {
  const values = Array.from({ length: 200 }, (_, value) => value)
  expect(await Promise.all(values.map(echo))).toEqual(values.map((value) => [{ value }]))
  expect(await connections()).toBe(2)
})

it('returns an error only to the caller of the failed query', async () => {
  const answers = await Promise.allSettled([echo(1), echo('no number'), echo(3)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('the same if it fails before it is prepared, and if its values cannot be converted', async () => {
  const circle: unknown[] = []
  const round = { circle, toPostgres: () => round }
  const answers = await Promise.allSettled([query('select nonsense'), query('select $1::json', [round]), echo(3)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(query('select nonsense')).rejects.toMatchObject({ code: '42703', statement: 'select nonsense' })
})

it('sends and reads values of every type as the driver does', async () => {
  const text = `select $1::text as text, $2::bigint as number, $3::timestamptz as time, $4::bigint[] as ids, $5::jsonb as json,
    $6::boolean as yes, $7::bytea as bytes, null as nothing, $8::text[] as texts`
  const values = [
    'Käse "☕"',
    7,
    new Date('2026-11-15T09:00:00Z'),
    [1, 2],
    { a: [1] },
    true,
    Buffer.from('x'),
    ['a,"b'],
  ]
  const expected = (await pool.query(text, values)).rows
  expect(await query(text, values)).toEqual(expected)
  expect(await query(text, values)).toEqual(expected)
})

it('returns no rows and many rows, and handles a change without rows', async () => {
  expect(await query('select 1 as one where false')).toEqual([])
  expect(await query('select n from generate_series(1, 3) n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await query('delete from tags where id = $1', [0])).toEqual([])
})

it('refuses two statements of one name', async () => {
  await query('select 1', [], 'one')
  await expect(query('select 2', [], 'one')).rejects.toThrow('called one')
})

it('opens a new connection when the database ended the old one', async () => {
  await echo(1)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shared-connections'`,
  )
  // A query sent at the same moment may still fail; a later one does not.
  await echo(2).catch(() => {})
  expect(await echo(3)).toEqual([{ value: 3 }])
})

it('rejects new queries after its end, but answers earlier ones', async () => {
  await echo(1)
  const asked = echo(2)
  await shared.end()
  expect(await asked).toEqual([{ value: 2 }])
  await expect(echo(3)).rejects.toThrow('closed')
})

it('without sharing, each caller has its own connection and others wait in order', async () => {
  await shared.end()
  shared = open({ most: 2, perConnection: 1, overflow: 'wait' })
  const order: number[] = []
  const pids = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const [row] = await shared.query<{ pid: number }>({
        name: 'pid',
        text: 'select pg_backend_pid() as pid',
        values: [],
      })
      order.push(number)
      return row!.pid
    }),
  )
  expect(new Set(pids).size).toBe(2)
  expect(order.toSorted()).toEqual([1, 2, 3, 4, 5])
})

it('rejects waiting callers when there is no database', async () => {
  await shared.end()
  shared = new SharedConnections({ host: '127.0.0.1', port: 1 }, { most: 1, perConnection: 1, overflow: 'wait' })
  const answers = await Promise.allSettled([echo(1), echo(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
