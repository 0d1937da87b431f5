import { expect, it } from 'vitest'
import { findInstallation } from './read-dump.ts'

const find = (pieces: () => Iterable<string>) =>
  findInstallation(async function* () {
    for (const piece of pieces()) yield Buffer.from(piece)
  }, undefined)

it('refuses a file with more dashboards than can be asked for', async () => {
  const tables = Array.from({ length: 1_001 }, (_, number) => `CREATE TABLE \`wp${number}_mainwp_wp\` (\`id\` int);`)
  await expect(find(() => tables)).rejects.toMatchObject({ code: 'svc_dump_refused' })
  await expect(find(() => tables)).rejects.toThrow('more than 1000 dashboards')
  await expect(find(() => tables.slice(1))).rejects.toThrow('several dashboards')
})

it('refuses options that are larger than all dashboards have', async () => {
  const value = 'x'.repeat(2_000_000)
  function* options() {
    yield 'CREATE TABLE `wp_mainwp_wp` (`id` int);'
    for (let number = 0; number < 40; number++) {
      yield `CREATE TABLE \`wp${number}_options\` (\`option_name\` text, \`option_value\` text);`
      yield `INSERT INTO \`wp${number}_options\` VALUES ('siteurl','${value}');`
    }
  }
  await expect(find(options)).rejects.toThrow('its options are too large')
})
