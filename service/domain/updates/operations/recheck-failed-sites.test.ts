import { expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun()
const update = () => fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: [forms] }))

it('ends the failure of a site that passes its checks again, and the history says both', async () => {
  fixture.site.snippetsForbidden = true
  fixture.site.onUpdate(forms, 'fatal-in-admin')
  await update()
  const recheck = async () => {
    fixture.service.clock.advance(6 * 60_000)
    return (await fixture.service.app.run('recheck-failed-sites', {})).output
  }
  expect(await recheck()).toEqual({ checked: 1, passed: 0 })
  fixture.site.byHand.updatePlugin(forms, '1.2')
  expect(await recheck()).toEqual({ checked: 1, passed: 1 })
  expect(await recheck()).toEqual({ checked: 0, passed: 0 })
  await fixture.sync([1])
  expect((await fixture.rest('GET /sites/1')).body.data.condition.state).toBe('ok')
  expect((await fixture.rest('GET /inbox')).body.data).toEqual([])
  expect((await fixture.rest('GET /updates/history')).body.data).toMatchObject([
    {
      ...{ result: 'failed', code: 'svc_checks_failed', health: 'ok' },
      amendments: [{ before: 'failed', result: 'failed', message: 'The site passes its checks again.' }],
    },
  ])
  expect(await dataOfEvents(fixture.service.db, 'update.failed')).toHaveLength(1)
})
