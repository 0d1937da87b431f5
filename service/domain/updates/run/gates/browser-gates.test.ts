import { describe, expect, it } from 'vitest'
import { testBrowser } from '../../../../platform/browser/testing/test-browser.ts'
import { chromiumRequirement, describeIf } from '../../../../testing/requirements.ts'
import { type GateMode, type GateName, gateNames } from '../../../update-policies/index.ts'
import { setUpUpdateRun } from '../../testing/set-up-update-run.ts'
import { judgeConsole, readBrowserBaseline, runBrowserGates } from './browser-gates.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 2 })
const gates = { console: 'block', screenshot: 'warn' } as const
const setGates = (rules: object) => fixture.rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules })
const update = () => fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: [forms] })
const browserResults = async () => {
  const [row] = await fixture.service.db.selectFrom('update_checks').select(['run', 'gates']).execute()
  return { run: row!.run, results: row!.gates.filter(({ gate }) => gate === 'console' || gate === 'screenshot') }
}

describeIf(chromiumRequirement)('an update checked in a browser', () => {
  it('is rolled back when the page is visibly broken, with pictures as evidence', async () => {
    await setGates({ gates: { console: 'warn', screenshot: 'block' } })
    fixture.site.onUpdate(forms, 'visually-broken')
    const { body } = await update()
    expect(body.errors).toMatchObject([{ slug: forms, result: 'rolled_back' }])
    expect(body.errors[0].message).toContain('of the picture differs')
    expect(fixture.site.plugin(forms)?.version).toBe('1.0')
    const { run, results } = await browserResults()
    expect(results).toMatchObject([
      { gate: 'console', result: 'passed' },
      { gate: 'screenshot', result: 'passed' },
    ])
    const pictureOf = (moment: string, headers?: Record<string, string>) =>
      fixture.rest(`GET /updates/screenshots/${run}/${moment}`, undefined, headers)
    for (const moment of ['before', 'after', 'restored'])
      expect(await pictureOf(moment)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    await fixture.service.db
      .updateTable('api_keys')
      .set({ site_ids: [2] })
      .where('id', '=', fixture.people.keys.limited.id)
      .execute()
    const hidden = await pictureOf('before', fixture.people.keys.limited.headers)
    expect(hidden).toMatchObject({ status: 404, body: { code: 'svc_screenshot_not_found' } })
    fixture.service.clock.advance(31 * 86_400_000)
    expect(await fixture.service.app.deleteOldRows()).toMatchObject({ update_screenshots: 3 })
  })

  it('is rolled back when scripts of the page fail, if the policy says so', async () => {
    await setGates({ gates })
    fixture.site.onUpdate(forms, 'visually-broken')
    const { body } = await update()
    expect(body.errors[0].message).toContain('undefinedFunctionOfTheRelease')
  })

  it('passes when the page stays as it is', async () => {
    await setGates({ gates })
    expect((await update()).body).toMatchObject({ total_updated: 1 })
    const { results } = await browserResults()
    expect(results.map(({ result }) => result)).toEqual(['passed', 'passed'])
  })
})

describe('a site that is not checked in a browser', () => {
  const policy = {
    gates: { ...(Object.fromEntries(gateNames.map((name) => [name, 'off'])) as Record<GateName, GateMode>), ...gates },
    browserSites: 'sample',
  } as const
  const check = async (parts: { program?: string; always: boolean; isContinued?: boolean }) => {
    const { db, clock } = fixture.service
    const context = { db, clock, browser: testBrowser({ program: parts.program ?? '/nowhere/chromium' }) }
    const site = await fixture.service.db.selectFrom('sites').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const how = { always: parts.always, isContinued: parts.isContinued ?? false }
    const baseline = await readBrowserBaseline(context, site, policy, how)
    const about = { run: crypto.randomUUID(), baseline, isFirst: true, isBroken: false }
    return runBrowserGates(context, site, policy, about)
  }

  it('is recorded as not checked where there is no Chromium', async () => {
    const [first] = await check({ always: true })
    expect(first).toMatchObject({ gate: 'console', mode: 'block', result: 'not_checked' })
    expect(first!.message).toContain('needs Chromium')
  })

  it('is recorded as left out when it is not in the sample', async () => {
    expect(await check({ always: false })).toMatchObject([
      { mode: 'off', result: 'not_checked', message: expect.stringContaining('every 20th site') },
      { mode: 'off', result: 'not_checked' },
    ])
  })

  it('is recorded as not checked after a restart during the updates', async () => {
    expect(await check({ always: true, isContinued: true })).toMatchObject([
      { result: 'not_checked', message: expect.stringContaining('restarted') },
      {},
    ])
  })
})

describe('errors in the console', () => {
  it('counts only errors that were not there before, apart from numbers', () => {
    const before = [{ errors: ['Failed to load /a.js?ver=12'] }, { errors: ['Late'] }]
    expect(judgeConsole(before, { errors: ['Failed to load /a.js?ver=13', 'Late'] })).toMatchObject({
      result: 'passed',
    })
    expect(judgeConsole(before, { errors: ['x is not defined', 'Late'] })).toEqual({
      result: 'failed',
      message: '1 new error in the console: x is not defined',
    })
  })
})
