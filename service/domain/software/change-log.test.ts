import { describe, expect, it } from 'vitest'
import { setUpSoftware } from './testing/set-up-software.ts'

type Row = Record<string, unknown>
const november = 'start_date=2026-11-01&end_date=2026-11-30'

describe('plugins and themes', () => {
  const fixture = setUpSoftware()
  const { rest } = fixture
  const connector = 'mainwp-child/mainwp-child.php'
  const log = async () => ((await rest('GET /changes')).body.data as Row[]).toReversed()

  it('are in the change log with the outcome of each, and only done ones in a report', async () => {
    await fixture.sync()
    await rest(`DELETE /sites/1/plugins/delete?slug=${connector},off/off.php`)
    await rest('POST /sites/1/plugins/activate', { slug: 'no/no.php' })
    await rest('DELETE /sites/1/themes/delete?slug=now')
    await rest('POST /sites/1/plugins/activate', { slug: 'on/on.php' })
    const rows = await log()
    expect(rows.map(({ outcome, item, action }) => [outcome, item, action])).toEqual([
      ['done', 'Off', 'delete-site-plugins'],
      ['failed', fixture.site.plugins[0]!.entry.name, 'delete-site-plugins'],
      ['failed', 'no/no.php', 'activate-site-plugins'],
      ['failed', 'Now', 'delete-site-themes'],
    ])
    expect(rows[0]).toMatchObject({ description: 'Plugin deleted: Off', type: 'plugin', source: 'flotilla' })
    expect(rows[2]!.description).toMatch(/^Plugin not activated: no\/no\.php\. /)
    expect((await rest('GET /changes?outcome=failed')).body.total).toBe(3)
    const { body } = await rest(`GET /pro-reports/1/plugins?${november}`)
    expect(body.data.rows.map(({ name, action }: Row) => [name, action])).toEqual([['Off', 'deleted']])
    expect((await rest(`GET /pro-reports/1/themes?${november}`)).body.data.rows).toEqual([])
  })

  it('are logged as failed when the site does not answer', async () => {
    await fixture.sync()
    fixture.site.setFault('refuse', { on: '*' })
    await rest('POST /sites/1/plugins/deactivate', { slug: 'on/on.php' })
    const rows = await log()
    expect(rows).toMatchObject([{ outcome: 'failed', item: 'On', action: 'deactivate-site-plugins' }])
    expect(rows[0]!.description).toMatch(/^Plugin not deactivated: On\. /)
  })
})
