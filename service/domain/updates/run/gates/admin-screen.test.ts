import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../../testing/published-events.ts'
import { setUpUpdateRun } from '../../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ soak: true })
const setRules = (rules: object) => fixture.rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules })
const update = () => fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: [forms] }))
const checks = async () => {
  const [row] = await fixture.service.db.selectFrom('update_checks').select(['before', 'after', 'gates']).execute()
  return row!
}
const screenResults = async () =>
  (await checks()).gates.filter(({ kind, gate }) => kind === 'admin_screen' && gate === 'admin_screen')
/** The next repeated check of the watched site. */
async function checkAgain() {
  fixture.service.clock.advance(61_000)
  let isOver = false
  const check = fixture.service.app.run('check-watched-site', { site_id_or_domain: 1 })
  void check.finally(() => {
    isOver = true
  })
  // Pauses depend on the clock.
  while (!isOver) {
    fixture.service.clock.advance(1_000)
    await Promise.race([check, new Promise((resolve) => setTimeout(resolve, 5))])
  }
}
const linksOpened = () => fixture.site.counts['login link'] ?? 0

describe('the check of a screen of the administration', () => {
  it('is off unless a policy switches it on', async () => {
    fixture.site.onUpdate(forms, 'fatal-in-admin-menu')
    expect((await update()).body).toMatchObject({ total_updated: 1 })
    expect([linksOpened(), await screenResults()]).toEqual([0, []])
  })

  it.each(['if_possible', 'off'] as const)(
    'rolls a release back that breaks screens only; guard: %s',
    async (guard) => {
      await setRules({ guard, gates: { admin_screen: 'block' }, soak_minutes: [] })
      fixture.site.onUpdate(forms, 'fatal-in-admin-menu')
      const open = fixture.site.sessions.open
      const { body } = await update()
      expect(body.errors).toMatchObject([{ slug: forms, result: guard === 'off' ? 'failed' : 'rolled_back' }])
      expect(body.errors[0].message).toContain(
        guard === 'off'
          ? 'The dashboard of WordPress: It is no longer shown after the updates: HTTP 500.'
          : 'Forms 1.1',
      )
      expect(fixture.site.plugin(forms)?.version).toBe(guard === 'off' ? '1.1' : '1.0')
      expect(await screenResults()).toMatchObject([{ mode: 'block', result: guard === 'off' ? 'failed' : 'passed' }])
      expect(fixture.site.sessions.open).toBe(open)
    },
  )

  it('warns if the policy says so: with one event, and the release stays installed', async () => {
    await setRules({ guard: 'off', gates: { admin_screen: 'warn' }, soak_minutes: [1] })
    fixture.site.onUpdate(forms, 'fatal-in-admin-menu')
    expect((await update()).body).toMatchObject({ total_updated: 1 })
    await checkAgain()
    expect(await screenResults()).toMatchObject([{ mode: 'warn', result: 'failed' }])
    const message = 'The dashboard of WordPress: It is no longer shown after the updates: HTTP 500.'
    const items = [{ type: 'plugin', slug: forms, name: 'Forms', from: '1.0', to: '1.1' }]
    const warnings = await dataOfEvents(fixture.service.db, 'update.warned')
    expect(warnings).toEqual([{ run: expect.any(String), items, message }])
    expect(await fixture.history()).toMatchObject([{ result: 'updated' }])
  })

  it('does not blame the update for a screen that failed before', async () => {
    await setRules({ gates: { admin_screen: 'block' }, soak_minutes: [] })
    fixture.site.addPlugin({ file: 'old/old.php', name: 'Old', version: '1.0', active: true })
    const broken = { kind: 'plugin', slug: 'old/old.php', version: '1.0', effect: 'fatal-in-admin-menu' } as const
    fixture.site.releases.install(broken, fixture.site.guards)
    expect((await update()).body).toMatchObject({ total_updated: 1 })
    expect(await screenResults()).toMatchObject([
      { result: 'not_checked', message: 'It could not be checked before the updates: HTTP 500.' },
    ])
  })

  it('is repeated while the site is watched', async () => {
    await setRules({ gates: { admin_screen: 'block' }, soak_minutes: [1, 5] })
    expect((await update()).body).toMatchObject({ total_updated: 1 })
    const plugin = fixture.site.plugin(forms)!
    const broken = { kind: 'plugin', slug: forms, version: plugin.version, effect: 'fatal-in-admin-menu' } as const
    fixture.site.releases.install(broken, fixture.site.guards)
    await checkAgain()
    expect(await fixture.history()).toMatchObject([{ result: 'rolled_back' }])
    expect(fixture.site.plugin(forms)?.version).toBe('1.0')
  })

  it('stores nothing of the sign-in', async () => {
    await setRules({ gates: { admin_screen: 'block' }, soak_minutes: [] })
    await update()
    expect(linksOpened()).toBe(2)
    const stored = JSON.stringify(await checks())
    expect(stored).toContain('/wp-admin/index.php')
    expect(stored).not.toMatch(/mainwpsignature|login_required|wordpress_logged_in|_wpnonce/)
  })
})
