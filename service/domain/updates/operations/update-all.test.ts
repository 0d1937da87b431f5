import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 2, works: true })
const { ability, rest } = fixture
const sentCalls = () => fixture.sites.map((site) => fixture.sentCalls(site).length)

describe('update-all', () => {
  it('installs all updates on all sites and counts them by type', async () => {
    const { status, body } = await ability('update-all')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      updated: { core: 2, plugins: 4, themes: 2, translations: 2 },
      errors: [],
      summary: { total_updated: 10, total_errors: 0, sites_updated: 2 },
    })
    expect(body.items).toHaveLength(10)
    expect([await fixture.pendingUpdates(1), await fixture.pendingUpdates(2)]).toEqual([[], []])
  })

  it('leaves no warning about outdated items', async () => {
    const outdated = async () => {
      const { body } = await ability('get-site-security', { site_id_or_domain: 1 })
      const types = body.security_issues.map(({ type }: { type: string }) => type)
      return types.filter((type: string) => /uptodate|outdated/.test(type)).sort()
    }
    await fixture.sync()
    expect(await outdated()).toEqual(['sec_outdated_plugins', 'sec_outdated_themes', 'wp_uptodate'])
    await ability('update-all')
    expect(await outdated()).toEqual([])
  })

  it('updates only the given sites and types', async () => {
    const { body } = await ability('update-all', { site_ids_or_domains: [2], types: ['themes'] })
    expect(body.updated).toEqual({ core: 0, plugins: 0, themes: 1, translations: 0 })
    expect(sentCalls()).toEqual([0, 1])
  })

  it('reports failed items', async () => {
    fixture.site.onUpdate('core', 'lie')
    const { body } = await ability('update-all', { types: ['core'] })
    expect(body).toMatchObject({ updated: { core: 1 }, summary: { total_updated: 1, total_errors: 1 } })
    expect(body.errors).toMatchObject([{ site_id: 1, type: 'core', code: 'svc_no_effect', new_version: '6.8.1' }])
  })
})

describe('POST /updates/update', () => {
  it.each(['POST', 'PUT', 'PATCH'])('answers %s with success and a message', async (method) => {
    const { body } = await rest(`${method} /updates/update`, {})
    expect(body).toMatchObject({ success: 1, message: expect.any(String), data: { summary: { total_updated: 10 } } })
  })

  it('accepts type with the names of REST', async () => {
    const { body } = await rest('POST /updates/update', { type: 'wp' })
    expect(body.data.updated).toEqual({ core: 2, plugins: 0, themes: 0, translations: 0 })
    await rest('POST /updates/update?type=plugins,translations', {})
    expect(await fixture.pendingUpdates()).toEqual(['theme harbour 1.2'])
    expect((await rest('POST /updates/update', { type: 'everything' })).status).toBe(400)
    expect((await rest('POST /updates/update', { type: 'all' })).body.data.updated.themes).toBe(2)
  })
})

it('counts in a dry run by type and by step', async () => {
  const { body } = await ability('update-all', { dry_run: true })
  expect(body).toMatchObject({ dry_run: true, count: 10, warnings: [] })
  expect(body.summary).toEqual({
    ...{ sites: 2, core: 2, plugins: 4, themes: 2, translations: 2 },
    ...{ major: 4, minor: 4, patch: 0, unknown: 2 },
  })
  expect(sentCalls()).toEqual([0, 0])
})
