import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { createScratchDatabase } from '../../../testing/scratch-database.ts'
import { createSecrets } from '../../secrets.ts'
import { migrate } from '../migrate.ts'
import { restoreBackup } from './restore-backup.ts'
import { debianPostgres, type HostPostgres, startHostPostgres } from './testing/host-postgres.ts'
import { createOddDatabase, oddMigrations } from './testing/odd-database.ts'
import { writeBackup } from './write-backup.ts'

const secrets = createSecrets(['the master key of the server, long enough'])

// Debian's `postgresql` package is enough; without it only the embedded version can be tested.
describeIf({ present: debianPostgres !== undefined, name: 'PostgreSQL of Debian' })(
  'between major versions of PostgreSQL',
  () => {
    let host: HostPostgres
    let folder: string

    beforeAll(async () => {
      host = await startHostPostgres(debianPostgres!)
      folder = await mkdtemp(join(tmpdir(), 'flotilla-backup-'))
    })
    afterAll(async () => {
      await host.stop()
      await rm(folder, { recursive: true })
    })

    /** An ordinary role with its own database, as an operator would create it: no superuser. */
    async function createRole(name: string) {
      const admin = new Client(host.connection)
      await admin.connect()
      await admin.query(`create role ${name} login`)
      await admin.query(`create database ${name} owner ${name}`)
      await admin.end()
      return { ...host.connection, user: name, database: name }
    }

    async function read(connection: ConstructorParameters<typeof Client>[0]) {
      const client = new Client(connection)
      await client.connect()
      const { rows } = await client.query(`select t::text as row from "Odd ""names""" t order by id`)
      const version = await client.query('show server_version_num')
      await client.end()
      return { rows, major: Math.floor(Number(version.rows[0].server_version_num) / 10_000) }
    }

    const common = { version: '1.2.3', secrets, clock: new FakeClock(), sealed: [] }

    test('a backup can be restored on the other version and back, as an ordinary role', async () => {
      const [source, target] = await Promise.all([createOddDatabase(), createScratchDatabase()])
      const outside = await createRole('operator')
      const [there, back] = [join(folder, 'there.backup'), join(folder, 'back.backup')]

      await writeBackup({ ...common, connection: source, path: there })
      await restoreBackup({ connection: outside, path: there, secrets, migrations: oddMigrations })
      await writeBackup({ ...common, connection: outside, path: back })
      await restoreBackup({ connection: target, path: back, secrets, migrations: oddMigrations })

      const [original, moved, returned] = [await read(source), await read(outside), await read(target)]
      expect(moved.major).not.toBe(original.major)
      expect(moved.rows).toEqual(original.rows)
      expect(returned.rows).toEqual(original.rows)
      await Promise.all([source.drop(), target.drop()])
    })

    test('every table of Flotilla can be created there', async () => {
      const pool = new Pool(await createRole('fresh'))
      expect(await migrate(pool)).toContain('001-foundation')
      await pool.end()
    })
  },
)
