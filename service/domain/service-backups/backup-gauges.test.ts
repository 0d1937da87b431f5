import { expect, it } from 'vitest'
import { backupGauges } from './backup-gauges.ts'
import { setUpBackups } from './testing/set-up-backups.ts'

const { fixture, useFolder, backUp } = setUpBackups()

async function read(name: string): Promise<number | null> {
  const gauge = backupGauges.find((each) => each.name === name)!
  return (await gauge.read(fixture.service.app.context))[0]?.value ?? null
}
const age = () => read('flotilla_restore_check_age_seconds')
const maxAge = () => read('flotilla_restore_check_max_age_seconds')
const day = 86_400

it('the age of the last passed restore check counts from the first backup while none has passed', async () => {
  const { db, clock } = fixture.service
  expect([await age(), await maxAge()]).toEqual([null, null])
  await useFolder({ check_days: 7 })
  expect([await age(), await maxAge()]).toEqual([null, 14 * day])
  const id = await backUp()
  clock.advance(15 * day * 1_000)
  await backUp()
  expect(await age()).toBeGreaterThanOrEqual(15 * day)
  await db
    .insertInto('service_backup_checks')
    .values({ backup_id: id, status: 'passed', started_by: 'ada', started_at: clock.now(), finished_at: clock.now() })
    .execute()
  expect(await age()).toBe(0)
  await useFolder({ check_days: 0 })
  expect(await maxAge()).toBe(null)
})
