import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { databaseTrouble } from './database-trouble.ts'

let service: TestService
let client: Client
beforeEach(async () => {
  service = await startTestService()
  client = new Client({ connectionString: service.connectionString })
  client.on('error', () => {})
  await client.connect()
})
afterEach(() => client.end().catch(() => {}))

const troubleOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => databaseTrouble(error),
  )

it('knows a full disk by what PostgreSQL says', async () => {
  const full = `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`
  expect(await troubleOf(client.query(full))).toBe('full')
})

it('knows a database that ended the connection, and one that nobody reaches', async () => {
  expect(await troubleOf(client.query('select pg_terminate_backend(pg_backend_pid())'))).toBe('away')
  expect(await troubleOf(client.query('select 1'))).toBe('away')
  expect(await troubleOf(new Client({ host: '127.0.0.1', port: 1 }).connect())).toBe('away')
  expect(await troubleOf(new Client({ host: '/nowhere' }).connect())).toBe('away')
})

it('leaves a mistake in the question to whoever made it', async () => {
  expect(await troubleOf(client.query('select nonsense'))).toBe(null)
  expect(databaseTrouble(new Error('something else'))).toBe(null)
  expect(databaseTrouble('no error at all')).toBe(null)
})
