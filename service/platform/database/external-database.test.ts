import { expect, it } from 'vitest'
import { createScratchDatabase } from '../../testing/scratch-database.ts'
import { checkPrefix } from './backup/check-database.ts'
import { checkExternalDatabase, problemWith } from './external-database.ts'

it('accepts a database that answers', async () => {
  const { connectionString } = await createScratchDatabase()
  await expect(checkExternalDatabase(connectionString)).resolves.toBeUndefined()
})

it.each([
  ['postgres://127.0.0.1:1/fleet', /DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\. Check that/],
  ['postgres://unknown.invalid/fleet', /DATABASE_URL cannot be used: getaddrinfo .*unknown\.invalid\. Check that/],
])('names the wrong setting when %s does not answer', async (url, sentence) => {
  await expect(checkExternalDatabase(url)).rejects.toThrow(sentence)
})

it('never shows the password', async () => {
  const error = await checkExternalDatabase('postgres://fleet:hush-hush@127.0.0.1:1/fleet').catch(String)
  expect(error).not.toContain('hush')
})

it('refuses old versions and other encodings', () => {
  expect(problemWith({ version: '14.9', number: 140_009, encoding: 'UTF8' })).toMatch('14.9 is too old; 15 is')
  expect(problemWith({ version: '17.1', number: 170_001, encoding: 'SQL_ASCII' })).toMatch('encoding UTF8')
  expect(problemWith({ version: '15.0', number: 150_000, encoding: 'UTF8' })).toBeNull()
})

it('refuses the database of a restore check, which is a copy of the live one', async () => {
  const scratch = await createScratchDatabase()
  const name = `${checkPrefix}1_77`
  await scratch.query(`create database ${name}`)
  const address = new URL(scratch.connectionString)
  address.pathname = `/${name}`
  await expect(checkExternalDatabase(address.href)).rejects.toThrow(`${name} is a database of a restore check`)
  await scratch.query(`drop database ${name}`)
  await scratch.drop()
})
