import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkPrefix, requireOtherName } from '../../../platform/database/backup/check-database.ts'
import { readBackupKeys } from '../../../platform/database/backup/encryption.ts'
import { backupKey, setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, paths, useFolder, status, backUp, check, events, checkDatabases } = setUpBackups()
const files = () => readdir(paths.folder)
const onlyFile = async () => join(paths.folder, (await files())[0]!)

describe('fails for a backup that was changed', () => {
  beforeEach(async () => {
    await useFolder()
    await backUp()
  })
  const failure = async () => {
    await expect(check()).rejects.toThrow()
    const after = await status()
    expect(after.check_state).toBe('failed')
    expect(await events()).toMatchObject([
      { type: 'service_backup.check_failed', data: { backup_id: expect.any(Number) } },
    ])
    expect(await checkDatabases()).toEqual([])
    return after.last_check.failure
  }

  it('by one byte', async () => {
    const path = await onlyFile()
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
    expect(await failure()).toMatch(/^flotilla-\S+\.backup is damaged, was altered/)
  })
  it('by cutting off its end', async () => {
    const path = await onlyFile()
    await truncate(path, (await stat(path)).size - 1)
    expect(await failure()).toMatch(/bytes instead of/)
  })
  it('to an unencrypted file of the same size', async () => {
    const path = await onlyFile()
    await writeFile(path, Buffer.alloc((await stat(path)).size, 'x'))
    expect(await failure()).toMatch(/is not encrypted, so Flotilla did not write it/)
  })
  it('to an older backup', async () => {
    const path = await onlyFile()
    const older = await readFile(path)
    fixture.service.clock.advance(1_000)
    await backUp()
    const newer = join(paths.folder, (await files()).find((name) => !path.endsWith(name))!)
    await writeFile(newer, older)
    await fixture.service.db.updateTable('service_backups').set({ size: older.length }).execute()
    await expect(check()).rejects.toThrow(/another backup than the one that was made/)
  })
  it('so that its rows differ from what was counted', async () => {
    await fixture.service.db.pool.query(`update service_backups set counts = counts || '{"users": 99}'`)
    expect(await failure()).toMatch(/users has 3 rows instead of 99/)
  })
  it('or the key of this server', async () => {
    fixture.service.app.context.serviceBackup.keys = readBackupKeys(`${backupKey} but another one`)
    expect(await failure()).toMatch(/another backup key/)
  })
})

describe('the restore check', () => {
  it('refuses a live database with the name of a check', () => {
    const name = `${checkPrefix}1_2`
    expect(() => requireOtherName(name, name)).toThrow(/refused/)
    expect(() => requireOtherName(name, `${checkPrefix}9_9`)).toThrow(/refused/)
    expect(() => requireOtherName('flotilla', 'flotilla')).toThrow(/refused/)
    expect(() => requireOtherName(name, 'flotilla')).not.toThrow()
  })

  it('leaves databases of other installations, and a starting worker drops its own', async () => {
    const { pool } = fixture.service.db
    const { rows } = await pool.query('select oid::int from pg_database where datname = current_database()')
    const [own, other] = [`${checkPrefix}${rows[0].oid}_41`, `${checkPrefix}1_41`]
    for (const name of [own, other]) await pool.query(`create database ${name}`)
    expect(await checkDatabases()).toEqual([own])
    await fixture.service.openAnother({ works: true })
    expect(await checkDatabases()).toEqual([])
    await fixture.service.closeOthers()
    // Fails if it was dropped.
    await pool.query(`drop database ${other}`)
  })
})
