import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHouse } from '../../testing/house.ts'
import { SharedReading } from './shared-reading.ts'

let reading: SharedReading
let administrator: (text: string) => Promise<unknown>
beforeEach(async () => {
  const house = await openHouse()
  reading = new SharedReading({ connectionString: house.connectionString, application_name: 'shared reading' })
  administrator = (text) => house.db.pool.query(text)
})
afterEach(() => reading.end())

const echo = (value: unknown) => reading.query({ name: 'echo', text: 'select $1::int as value', values: [value] })

it('gives everybody the own answer, however many ask at once', async () => {
  const values = Array.from({ length: 200 }, (_, value) => value)
  expect(await Promise.all(values.map(echo))).toEqual(values.map((value) => [{ value }]))
})

it('a question that fails says so to whoever asked it and to nobody else', async () => {
  const answers = await Promise.allSettled([echo(1), echo('no number'), echo(3)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('opens a new connection when the database ended the old one', async () => {
  await echo(1)
  await administrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shared reading'`,
  )
  // Who asks in the same moment may still be told of the end; who asks then is not.
  await echo(2).catch(() => {})
  expect(await echo(3)).toEqual([{ value: 3 }])
})

it('answers nothing after its end', async () => {
  await echo(1)
  await reading.end()
  await expect(echo(2)).rejects.toThrow('closed')
})
