import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findDatabaseFailure } from './database-failure.ts'

let service: TestService
let client: Client
beforeEach(async () => {
  service = await startTestService()
  client = new Client({ connectionString: service.connectionString })
  client.on('error', () => {})
  await client.connect()
})
afterEach(() => client.end().catch(() => {}))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => findDatabaseFailure(error),
  )

it('detects a full disk by the error of PostgreSQL', async () => {
  const full = `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`
  expect(await failureOf(client.query(full))).toBe('full')
})

it('detects a terminated connection and an unreachable database', async () => {
  expect(await failureOf(client.query('select pg_terminate_backend(pg_backend_pid())'))).toBe('away')
  expect(await failureOf(client.query('select 1'))).toBe('away')
  expect(await failureOf(new Client({ host: '127.0.0.1', port: 1 }).connect())).toBe('away')
  expect(await failureOf(new Client({ host: '/nowhere' }).connect())).toBe('away')
})

it('detects statements that take too long or wait too long for a lock', async () => {
  expect(await failureOf(client.query(`set statement_timeout = 20; select pg_sleep(60)`))).toBe('slow')
  const other = new Client({ connectionString: service.connectionString })
  await other.connect()
  await other.query('begin; lock table tags in access exclusive mode')
  const waiting = client.query('set statement_timeout = 0; set lock_timeout = 20; select count(*) from tags')
  expect(await failureOf(waiting)).toBe('slow')
  await other.end()
})

it('returns null for errors of the query itself', async () => {
  expect(await failureOf(client.query('select nonsense'))).toBe(null)
  expect(findDatabaseFailure(new Error('something else'))).toBe(null)
  expect(findDatabaseFailure('no error at all')).toBe(null)
})
