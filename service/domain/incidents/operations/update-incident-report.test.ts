import { expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const update = (report_text: string, id = 2, headers?: Record<string, string>) =>
  fixture.rest(`PUT /incidents/${id}/report-text`, { report_text }, headers)
const page = async () =>
  (await fixture.rest('GET /clients/2/report?format=html&start_date=2026-11-01&end_date=2026-11-15')).text

it("is shown in the client's report as text, and removed with an empty text", async () => {
  await fixture.service.db
    .updateTable('monitors')
    .set({ known_since: new Date('2026-11-01T00:00:00Z'), status: 'up' })
    .execute()
  expect((await update('A <b>hosting</b> problem, solved within the hour.')).body.data.handling).toMatchObject({
    report_text: 'A <b>hosting</b> problem, solved within the hour.',
  })
  expect(await page()).toContain('A &lt;b&gt;hosting&lt;/b&gt; problem, solved within the hour.')
  await update('')
  expect(await page()).not.toContain('hosting')
})

it('returns 404 beyond the limits, 403 without the permission, 400 for a text that is too long', async () => {
  expect((await update('x', 2, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await update('x', 2, fixture.people.viewer.headers)).status).toBe(403)
  expect((await update('x'.repeat(2_001))).status).toBe(400)
})
