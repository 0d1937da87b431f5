import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 2 })
const { rest } = fixture
const forms = 'forms/forms.php'

it('shows what was checked around a plain update, its guard and its rollback', async () => {
  fixture.site.onUpdate(forms, 'fatal-at-load')
  await fixture.passTime(
    fixture.ability('update-site-plugins', { site_id_or_domain: 1 }, fixture.people.manager.headers),
  )
  const { body } = await rest('GET /updates/history?site_id=1')
  const entry = (slug: string) => (body.data as { id: number; slug: string }[]).find((each) => each.slug === slug)!
  expect(entry(forms)).toMatchObject({ result: 'rolled_back', checks: 'passed', guard: 'restored' })
  expect(entry('shop/shop.php')).toMatchObject({ result: 'updated', checks: 'passed', guard: 'disarmed' })
  const read = (headers?: Record<string, string>) => rest(`GET /updates/history/${entry(forms).id}`, undefined, headers)
  expect((await read()).body.data).toMatchObject({
    ...entry(forms),
    ...{ old_version: '1.0', new_version: '1.0', wanted_version: '1.1', user: expect.stringContaining('mary') },
    sent_together: [{ slug: 'shop/shop.php', result: 'updated' }],
    evidence: {
      healthy: true,
      gates: expect.arrayContaining([expect.objectContaining({ gate: 'status', result: 'passed' })]),
      guard: expect.arrayContaining([
        expect.objectContaining({ slug: forms, state: 'restored', culprit: expect.anything() }),
      ]),
    },
  })
  expect((await read(fixture.people.keys.limited.headers)).status).toBe(200)
  await fixture.service.db.updateTable('update_history').set({ site_id: 2 }).execute()
  expect(await read(fixture.people.keys.limited.headers)).toMatchObject({
    status: 404,
    body: { code: 'svc_update_not_found' },
  })
  expect((await rest('GET /updates/history/0')).status).toBe(400)
})
