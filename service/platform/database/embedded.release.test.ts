import { access, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  cleanUp,
  newDataDir,
  newFolder,
  query,
  removeTemplate,
  serverPid,
  start,
  startMember,
} from './embedded/testing/members.ts'
import { startEmbedded, startScratch } from './embedded.ts'

afterEach(cleanUp)
afterAll(removeTemplate)

describe('the first start', () => {
  it('creates a safe database that is reachable only by its socket', async () => {
    const database = await startEmbedded({ dataDir: await newFolder() })
    const [facts] = await query(
      database.url,
      `SELECT current_user AS "user", current_database() AS database, current_setting('server_version_num')::int / 10000 AS major,
         current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses`,
    )
    const folder = await lstat(database.socketDir)
    await database.leave()
    expect(facts).toEqual({
      user: 'flotilla',
      database: 'flotilla',
      major: 18,
      encoding: 'UTF8',
      fsync: 'on',
      addresses: '',
    })
    expect((folder.mode & 0o777).toString(8)).toBe('700')
  })

  it('creates one database for concurrent processes', async () => {
    const dataDir = await newFolder()
    const members = await Promise.all([startMember(dataDir), startMember(dataDir), startMember(dataDir)])
    expect(new Set(members.map(({ url }) => url)).size).toBe(1)
    await Promise.all(members.map((member) => member.leave()))
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('removes an incomplete one', async () => {
    const dataDir = await newFolder()
    await mkdir(join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'data.new', 'PG_VERSION'), '18\n')
    const database = await start({ dataDir })
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.leave()
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('data.new')
  })
})

describe('a later start', () => {
  it('finds existing data', async () => {
    const dataDir = await newDataDir()
    const before = await start({ dataDir })
    await query(before.url, 'CREATE TABLE ship AS SELECT 7 AS number')
    await before.leave()
    const after = await start({ dataDir })
    expect(await query(after.url, 'SELECT number FROM ship')).toEqual([{ number: 7 }])
    await after.leave()
  })

  it('applies settings, and searches parts of words in all scripts', async () => {
    const database = await start({ dataDir: await newDataDir(), settings: { 'flotilla.motto': "it's ours" } })
    expect(await query(database.urlOf('postgres'), `SELECT current_setting('flotilla.motto') AS motto`)).toEqual([
      { motto: "it's ours" },
    ])
    await query(database.url, 'CREATE EXTENSION pg_trgm')
    const rows = await query(database.url, `SELECT lower('ÉЖ') AS lower, similarity('Жук', 'жуки') > 0.3 AS alike`)
    expect(rows).toEqual([{ lower: 'éж', alike: true }])
    await database.leave()
  })

  it('ignores PG variables in the environment', async () => {
    const env = {
      PGPORT: '1',
      PGDATA: '/nowhere',
      PGHOST: '/nowhere',
      PGSSLMODE: 'require',
      PGOPTIONS: '-c fsync=maybe',
    }
    const member = await startMember(await newDataDir(), { env })
    expect(await query(member.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await member.leave()
  })
})

describe('it refuses with instructions', () => {
  it('data of another major version', async () => {
    const dataDir = await newFolder()
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    await expect(start({ dataDir })).rejects.toThrow(/PostgreSQL 17; this Flotilla brings 18.*backup/)
  })

  it('a link to missing data, instead of creating an empty database', async () => {
    const dataDir = await newFolder()
    await mkdir(join(dataDir, 'postgres'))
    await symlink('/nowhere/data', join(dataDir, 'postgres', 'data'))
    await expect(start({ dataDir })).rejects.toThrow(/folder that is gone/)
  })

  it('a socket folder that is open to others', async () => {
    const [dataDir, tempDir] = [await newDataDir(), await newFolder()]
    const { socketDir, leave } = await start({ dataDir, tempDir })
    await leave()
    await mkdir(socketDir, { mode: 0o755 })
    await expect(start({ dataDir, tempDir })).rejects.toThrow(/open to other users. Remove it/)
  })

  it('a data folder that it cannot create', async () => {
    await expect(start({ dataDir: '/dev/null/flotilla' })).rejects.toThrow(/set DATA_DIR to a folder/)
  })

  it('and the next start tries again', async () => {
    const dataDir = await newDataDir()
    const settings = { shared_buffers: 'plenty' }
    await expect(start({ dataDir, settings })).rejects.toThrow(/could not be started.*shared_buffers/s)
    const database = await start({ dataDir })
    await database.leave()
  })
})

describe('a scratch cluster', () => {
  it('is removed with its last process', async () => {
    const database = await startScratch()
    const [row] = await query(
      database.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('data_directory') AS data`,
    )
    await database.leave()
    expect(row!.fsync).toBe('off')
    await expect(access(dirname(dirname(String(row!.data))))).rejects.toThrow('ENOENT')
    await expect(access(database.socketDir)).rejects.toThrow('ENOENT')
  })
})
