import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { setUpBackups } from './testing/set-up-backups.ts'

const { fixture, paths, rest, useFolder, backUp } = setUpBackups()
const day = 86_400_000

async function listItems(headers?: Record<string, string>) {
  const { data } = (await rest('GET /inbox?kind=service-backup', undefined, headers)).body
  return data as { title: string; detail: string; item_id: string }[]
}
const titles = async () => (await listItems()).map(({ title }) => title)

it('lists backups and restore checks that fail or are late, to administrators', async () => {
  const { db, clock, app } = fixture.service
  expect(await titles()).toEqual([])
  await useFolder({ interval_hours: 24, check_days: 1 })
  const id = await backUp()
  expect(await titles()).toEqual([])
  const addCheck = (status: 'passed' | 'failed', failure: string | null) =>
    db
      .insertInto('service_backup_checks')
      .values({ backup_id: id, status, failure, started_by: 'ada', started_at: clock.now(), finished_at: clock.now() })
      .execute()
  await addCheck('passed', null)
  clock.advance(3 * day)
  expect(await titles()).toEqual([
    'The last backup of Flotilla is too old',
    'No backup of Flotilla was restored to check it recently',
  ])
  await addCheck('failed', 'users has 3 rows instead of 4.')
  await rm(paths.folder, { recursive: true })
  await expect(backUp()).rejects.toThrow()
  const first = await listItems()
  expect(first).toMatchObject([
    {
      title: 'The backup of Flotilla failed',
      detail: 'The folder for backups does not exist. Create it, or mount it.',
      button: { path: '/service-backups' },
    },
    { title: 'The restore check of a backup of Flotilla failed', detail: 'users has 3 rows instead of 4.' },
  ])
  // The next failed attempt is the same problem: a snooze stays.
  await expect(backUp()).rejects.toThrow()
  expect(first.map(({ item_id }) => item_id)).toEqual([`backup-${id}`, expect.stringMatching(/^check-\d+$/)])
  expect((await listItems()).map(({ item_id }) => item_id)).toEqual(first.map(({ item_id }) => item_id))
  expect(await listItems(fixture.people.manager.headers)).toEqual([])
  Object.assign(app.context.serviceBackup, { keys: null })
  expect((await listItems())[0]).toMatchObject({
    title: 'Flotilla cannot be backed up',
    detail: expect.stringMatching(/^BACKUP_KEY is not set/),
  })
})
