import { copyFile, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkPrefix, requireOtherName } from '../../../platform/database/backup/check-database.ts'
import { readBackupKeys } from '../../../platform/database/backup/encryption.ts'
import { writeBackup } from '../../../platform/database/backup/write-backup.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { backupKey, setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, paths, root, useFolder, status, backUp, check, events, checkDatabases } = setUpBackups()

describe('the restore check', () => {
  it('fails for a backup that was changed, each time with its reason and an event, and drops its database', async () => {
    const { service } = fixture
    const { app, clock, connectionString } = service
    const stored = () => service.db.updateTable('service_backups')
    await useFolder()
    await backUp()
    const path = join(paths.folder, (await readdir(paths.folder))[0]!)
    const good = join(root(), 'good.backup')
    await copyFile(path, good)
    const { length } = await readFile(good)
    /** Another file in place of the backup, as if it had been recorded with this size. */
    const replaceBy = async (file: string) => {
      await rename(file, path)
      await stored()
        .set({ size: (await readFile(path)).length })
        .execute()
    }
    const foreign = (masterKey: string) => ({
      ...{
        connection: { connectionString },
        path: join(root(), 'foreign.backup'),
        version: '0.2.0',
        clock,
        sealed: [],
      },
      ...{ secrets: createSecrets([masterKey]), keys: paths.keys! },
    })

    const cases: [string, () => Promise<unknown>, RegExp][] = [
      [
        'one byte',
        async () => {
          const bytes = await readFile(path)
          bytes[length >> 1]! ^= 1
          await writeFile(path, bytes)
        },
        /^flotilla-\S+\.backup is damaged, was altered/,
      ],
      ['its end is cut off', () => truncate(path, length - 1), /bytes instead of/],
      [
        'its end is cut off, and the recorded size is changed too',
        async () => {
          await truncate(path, length - 1)
          await stored()
            .set({ size: length - 1 })
            .execute()
        },
        /is damaged, was altered/,
      ],
      [
        'not encrypted',
        () => writeFile(path, Buffer.alloc(length, 'x')),
        /is not encrypted, so Flotilla did not write/,
      ],
      [
        'of an installation with another master key and the same backup key',
        async () => {
          const options = foreign('the master key of another installation')
          await writeBackup(options)
          await replaceBy(options.path)
        },
        /was sealed under another master key/,
      ],
      [
        'an older backup of this installation',
        async () => {
          await stored().set({ snapshot_at: '2026-11-17T03:00:00.000Z' }).execute()
        },
        /another backup than the one that was made/,
      ],
      [
        'a link to a device',
        async () => {
          await rm(path)
          await symlink('/dev/zero', path)
        },
        /no longer exists/,
      ],
      [
        'the key of this server',
        async () => {
          app.context.serviceBackup.keys = readBackupKeys(`${backupKey} but another one`)
        },
        /another backup key/,
      ],
      [
        'rows that were not counted',
        () => service.db.pool.query(`update service_backups set counts = counts || '{"users": 99}'`),
        /users has 3 rows instead of 99/,
      ],
    ]
    const { snapshot_at, size } = await service.db
      .selectFrom('service_backups')
      .select(['snapshot_at', 'size'])
      .executeTakeFirstOrThrow()
    for (const [what, change, reason] of cases) {
      await change()
      await expect(check(), what).rejects.toThrow(reason)
      expect(await status(), what).toMatchObject({
        check_state: 'failed',
        last_check: { failure: expect.stringMatching(reason) },
      })
      expect(await checkDatabases(), what).toEqual([])
      app.context.serviceBackup.keys = paths.keys
      await rm(path, { force: true })
      await copyFile(good, path)
      await stored().set({ snapshot_at, size }).execute()
      // The check ran without its job, which still waits; a caller may have a few of them.
      await service.db.deleteFrom('jobs').execute()
    }
    const published = await events()
    expect(published).toHaveLength(cases.length)
    expect(published[0]).toMatchObject({
      type: 'service_backup.check_failed',
      data: { backup_id: expect.any(Number), reason: expect.stringMatching(/is damaged/) },
    })
  })

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
