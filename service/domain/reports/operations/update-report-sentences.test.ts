import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const save = (language: string, sentences: object, query = '') =>
  fixture.rest(`PUT /report-sentences${query}`, { language, sentences })
const itemOf = async (language: string, key: string) => {
  const { body } = await fixture.rest(`GET /report-sentences?language=${language}`)
  return body.data.items.find((item: { key: string }) => item.key === key)
}
const reportOf = async (id: number) =>
  (await fixture.rest(`GET /pro-reports/${id}/report?start_date=2026-10-01&end_date=2026-10-31&format=html`)).text

it('uses the own sentence in reports, and the default again after a reset', async () => {
  const { id } = await fixture.connected()
  const usual = 'No updates were installed in this period.'
  expect(await reportOf(id)).toContain(usual)
  const { status, body } = await save('en', { no_updates: 'All was <b>up to date</b>.' })
  expect([status, body.message]).toEqual([200, 'Sentences saved.'])
  expect(await itemOf('en', 'no_updates')).toMatchObject({ default: usual, text: 'All was <b>up to date</b>.' })
  expect(await itemOf('de', 'no_updates')).toMatchObject({ text: null })
  const page = await reportOf(id)
  expect(page).toContain('All was &lt;b&gt;up to date&lt;/b&gt;.')
  expect(page).not.toContain(usual)
  await save('en', { no_updates: null })
  expect(await reportOf(id)).toContain(usual)
})

it.each([
  [{ backups_many: 'Some backups, the last on {last}.' }, 'must contain {count}'],
  [{ no_updates: 'Nothing for {client}.' }, 'has the unknown placeholder {client}'],
  [{ no_updates: '' }, 'must have at least 1 characters'],
  [{ no_updates: 'Two\nlines' }, 'must be one line of text'],
])('refuses %o', async (sentences, reason) => {
  const { status, body } = await save('en', sentences)
  expect([status, Object.values(body.data?.params ?? body.params ?? {})]).toEqual([400, [reason]])
})

it('shows what would change, and samples of the placeholders', async () => {
  const { body } = await save('de', { closed_many: 'Geschlossen: {count}.' }, '?dry_run=true')
  expect(body.data.would_affect).toEqual([
    { key: 'closed_many', from: expect.stringContaining('{count}'), to: 'Geschlossen: {count}.' },
  ])
  expect(await itemOf('de', 'closed_many')).toMatchObject({
    text: null,
    placeholders: [{ name: 'count', sample: '3' }],
  })
})
