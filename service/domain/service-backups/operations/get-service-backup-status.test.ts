import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, useFolder, status, backUp } = setUpBackups()

it('says never, ok, late and stale, each as what it is', async () => {
  const { clock } = fixture.service
  expect(await status()).toMatchObject({ state: 'not_configured', next_run_at: null, check_state: 'never' })
  await useFolder({ interval_hours: 24, check_days: 1 })
  expect(await status()).toMatchObject({ state: 'never', check_state: 'never', last_success: null })
  const id = await backUp()
  expect(await status()).toMatchObject({ state: 'ok', check_state: 'never', max_age_seconds: 36 * 3600 })
  await fixture.service.db
    .insertInto('service_backup_checks')
    .values({ backup_id: id, status: 'passed', started_by: 'ada', started_at: clock.now(), finished_at: clock.now() })
    .execute()
  expect((await status()).check_state).toBe('passed')
  clock.advance(49 * 3_600_000)
  expect(await status()).toMatchObject({ state: 'late', check_state: 'stale' })
  await useFolder({ check_days: 0 })
  expect((await status()).check_state).toBe('off')
  // A check that a person started failed.
  await fixture.service.db
    .insertInto('service_backup_checks')
    .values({ backup_id: id, status: 'failed', started_by: 'ada', started_at: clock.now(), finished_at: clock.now() })
    .execute()
  expect((await status()).check_state).toBe('failed')
})
