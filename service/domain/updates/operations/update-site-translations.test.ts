import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { ability, rest } = fixture
const update = (input: object = {}) => ability('update-site-translations', { site_id_or_domain: 1, ...input })

it('updates all languages of an item together, and counts them as one', async () => {
  const offer = { type: 'plugin' as const, slug: 'forms', name: 'Forms', version: '1.0' }
  fixture.site.translations = [
    { ...offer, language: 'de_DE' },
    { ...offer, language: 'fr_FR' },
    { ...offer, slug: 'shop', name: 'Shop', language: 'de_DE' },
  ]
  await fixture.sync()
  const { body } = await update()
  expect(body).toMatchObject({ site_id: 1, updated: true, translations_updated: 2, errors: [] })
  expect(fixture.sentCalls()).toEqual(['upgradetranslation forms,shop'])
  expect(await fixture.pendingUpdates()).not.toContain('translation forms 1.0')
  expect((await update()).body).toMatchObject({ updated: false, translations_updated: 0 })
})

it('updates only the given ones, and returns them by slug over REST', async () => {
  expect((await update({ slugs: ['shop'] })).body).toMatchObject({ updated: false, errors: [{ slug: 'shop' }] })
  const { body } = await rest('POST /updates/1/update/translations', { slug: 'forms' })
  expect(body.data).toMatchObject({ forms: { success: 1, name: 'Forms' } })
})

it('does not trust a site that only reports success', async () => {
  fixture.site.setFault('false-success', { on: 'upgradetranslation' })
  const { body } = await update()
  expect(body).toMatchObject({ updated: false, errors: [{ slug: 'forms', type: 'translation' }] })
  expect(await fixture.pendingUpdates()).toContain('translation forms 1.0')
})
