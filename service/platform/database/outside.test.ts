import { expect, it } from 'vitest'
import { createScratchDatabase } from '../../testing/scratch-database.ts'
import { checkOutside, problemWith } from './outside.ts'

it('takes a database that answers', async () => {
  const { connectionString } = await createScratchDatabase()
  await expect(checkOutside(connectionString)).resolves.toBeUndefined()
})

it.each([
  ['postgres://127.0.0.1:1/fleet', /DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\. Check that/],
  ['postgres://nobody.invalid/fleet', /DATABASE_URL cannot be used: getaddrinfo .*nobody\.invalid\. Check that/],
])('says which setting is wrong when %s does not', async (url, sentence) => {
  await expect(checkOutside(url)).rejects.toThrow(sentence)
})

it('never says the password', async () => {
  const error = await checkOutside('postgres://fleet:hush-hush@127.0.0.1:1/fleet').catch(String)
  expect(error).not.toContain('hush')
})

it('refuses what is too old or stores texts in another encoding', () => {
  expect(problemWith({ version: '14.9', number: 140_009, encoding: 'UTF8' })).toMatch('14.9 is too old; 15 is')
  expect(problemWith({ version: '17.1', number: 170_001, encoding: 'SQL_ASCII' })).toMatch('encoding UTF8')
  expect(problemWith({ version: '15.0', number: 150_000, encoding: 'UTF8' })).toBeNull()
})
