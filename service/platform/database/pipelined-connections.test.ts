import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'
import { PipelinedConnections } from './pipelined-connections.ts'
import { maxStatementsPerConnection } from './prepared-statements.ts'
import { quickReadTimeLimits } from './time-limits.ts'

let connections: PipelinedConnections
let pool: Pool
beforeEach(async () => {
  const { connectionString, db } = await startTestService()
  pool = db.pool
  connections = new PipelinedConnections(
    { connectionString, application_name: 'pipelined', ...quickReadTimeLimits },
    { maxConnections: 2, queriesPerConnection: 8 },
  )
})
afterEach(() => connections.end())

const fetch = (text: string, values: unknown[] = []) => connections.fetch({ text, values })
const echo = (value: unknown) => fetch('select $1::int as value', [value])
const openConnections = async () =>
  (await pool.query(`select pid from pg_stat_activity where application_name = 'pipelined'`)).rowCount

describe('pipelined connections', () => {
  it('return each caller its own rows under concurrent calls', async () => {
    const values = Array.from({ length: 200 }, (_, value) => value)
    expect(await Promise.all(values.map(echo))).toEqual(values.map((value) => [{ value }]))
    expect(await openConnections()).toBe(2)
  })

  it('return an error only to the caller of the failed query', async () => {
    const answers = await Promise.allSettled([echo(1), echo('no number'), echo(3)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('return an error only to its caller, also if the query cannot be prepared or its values not be converted', async () => {
    const circle: unknown[] = []
    const round = { circle, toPostgres: () => round }
    const answers = await Promise.allSettled([fetch('select nonsense'), fetch('select $1::json', [round]), echo(3)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    await expect(fetch('select nonsense')).rejects.toMatchObject({ code: '42703' })
  })

  it('send and read values of every type as the pool does', async () => {
    const text = `select $1::text as text, $2::bigint as number, $3::timestamptz as time, $4::bigint[] as ids, $5::jsonb as json,
      $6::boolean as yes, $7::bytea as bytes, null as nothing, $8::text[] as texts`
    const time = new Date('2026-11-15T09:00:00Z')
    const values = ['Käse "☕"', 7, time, [1, 2], { a: [1] }, true, Buffer.from('x'), ['a,"b']]
    const expected = (await pool.query(text, values)).rows
    expect(await fetch(text, values)).toEqual(expected)
    expect(await fetch(text, values)).toEqual(expected)
  })

  it('open a new connection after the database ended one', async () => {
    await echo(1)
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipelined'`)
    // A query sent at the same moment may still fail; a later one does not.
    await echo(2).catch(() => {})
    expect(await echo(3)).toEqual([{ value: 3 }])
  })

  it('answer earlier queries and reject new ones after their end', async () => {
    await echo(1)
    const earlier = echo(2)
    await connections.end()
    expect(await earlier).toEqual([{ value: 2 }])
    await expect(echo(3)).rejects.toThrow('closed')
  })

  it('reject waiting callers when there is no database', async () => {
    await connections.end()
    connections = new PipelinedConnections(
      { host: '127.0.0.1', port: 1, ...quickReadTimeLimits },
      { maxConnections: 1, queriesPerConnection: 8 },
    )
    const answers = await Promise.allSettled([echo(1), echo(2)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('keep a limited number of prepared statements per connection', async () => {
    const prepared = 'select count(*)::int as count from pg_prepared_statements'
    for (let index = 0; index < 2 * maxStatementsPerConnection; index++) await fetch(`select ${index}`)
    const [row] = await connections.fetch<{ count: number }>({ text: prepared, values: [] })
    expect(row?.count).toBeLessThan(maxStatementsPerConnection)
    await expect.poll(openConnections).toBeLessThanOrEqual(2)
  })
})
