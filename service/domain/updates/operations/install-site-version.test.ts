import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
let child: ReturnType<typeof fixture.nextChild>
let id: number

beforeEach(async () => {
  ;({ child, id } = await fixture.connected())
  const release = { daysAgo: 10 }
  child.addPlugin({ file: 'forms/forms.php', name: 'Forms', author: 'Forms team', version: '1.2', release })
  child.addPlugin({ file: 'private/private.php', name: 'Private', author: 'Agency', version: '1.0', premium: true })
  child.addTheme({ slug: 'harbour', name: 'Harbour', author: 'Sea', version: '2.0', release })
})

const install = (body: object, headers?: Record<string, string>) =>
  fixture.rest(`POST /sites/${id}/software/install`, { confirm: true, type: 'plugin', ...body }, headers)
/** Advances the clock until the answer is there: pauses depend on the clock. */
async function passTime<Result>(answer: Promise<Result>): Promise<Result> {
  let isOver = false
  const over = answer.finally(() => {
    isOver = true
  })
  while (!isOver) {
    fixture.service.clock.advance(1_000)
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return over
}
const sent = () =>
  child.journal.filter(({ function: name }) => name === 'installplugintheme').map(({ parameters }) => parameters.url)

describe('install-site-version', () => {
  it('installs an older version from the public directory and reads it back', async () => {
    const { status, body } = await install({ slug: 'forms/forms.php', version: '1.1' })
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(body.data).toMatchObject({ slug: 'forms/forms.php', old_version: '1.2', version: '1.1', outcome: 'done' })
    expect(child.plugin('forms/forms.php')).toMatchObject({ version: '1.1', active: true })
    expect(sent()).toEqual(['"https://downloads.wordpress.org/plugin/forms.1.1.zip"'])
  })

  it('installs the same version again', async () => {
    const { body } = await install({ slug: 'forms/forms.php', version: '1.2' })
    expect(body.data).toMatchObject({ old_version: '1.2', version: '1.2', outcome: 'done' })
  })

  it('installs a version of a theme', async () => {
    const { body } = await install({ type: 'theme', slug: 'harbour', version: '1.9' })
    expect(body.data).toMatchObject({ old_version: '2.0', version: '1.9', outcome: 'done' })
  })

  it('installs something new, and activates it if requested', async () => {
    const { body } = await install({ slug: 'newcomer', version: '3.0', activate: true })
    expect(body.data).toMatchObject({
      slug: 'newcomer/newcomer.php',
      old_version: null,
      version: '3.0',
      outcome: 'done',
    })
    expect(child.plugin('newcomer/newcomer.php')?.active).toBe(true)
  })

  it('never replaces a private plugin by one of the same name unless a person confirms it', async () => {
    const { status, body } = await install({ slug: 'private/private.php', version: '2.0' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'svc_origin_unconfirmed' })
    expect(sent()).toEqual([])
    const request = { slug: 'private/private.php', version: '2.0', confirm_source: true }
    const byKey = await install(request)
    expect({ status: byKey.status, sent: sent() }).toEqual({ status: 403, sent: [] })
    const confirmed = await install(request, (await signInAs(fixture.service, fixture.people.administrator)).headers)
    expect(confirmed.body.data).toMatchObject({ version: '2.0', outcome: 'done' })
  })

  it('asks for confirmation when the item names another source of updates', async () => {
    child.updateUris.set('forms/forms.php', 'https://forms.example/updates')
    expect((await install({ slug: 'forms/forms.php', version: '1.1' })).body).toMatchObject({
      code: 'svc_origin_unconfirmed',
    })
  })

  it('asks for confirmation when the site does not let Flotilla read the headers', async () => {
    child.snippetsForbidden = true
    expect((await install({ slug: 'forms/forms.php', version: '1.1' })).body).toMatchObject({
      code: 'svc_origin_unconfirmed',
    })
  })

  it('reports that other software was installed, and puts the old version back', async () => {
    child.packages.set('forms', { name: 'Forms', author: 'A stranger' })
    const { body } = await install({ slug: 'forms/forms.php', version: '1.1' })
    expect(body.data).toMatchObject({ outcome: 'failed', code: 'svc_other_software', version: '1.2' })
    expect(child.plugin('forms/forms.php')).toMatchObject({ version: '1.2', entry: { author: 'Forms team' } })
    expect(child.guards.all).toEqual([])
  })

  it.each(['fatal-at-load', 'blank'] as const)('rolls a version back that breaks the site: %s', async (effect) => {
    child.onUpdate('forms', effect)
    const { body } = await passTime(install({ slug: 'forms/forms.php', version: '1.1' }))
    expect(body.data).toMatchObject({
      ...{ outcome: 'failed', result: 'rolled_back', code: 'svc_update_rolled_back', version: '1.2' },
      evidence: { healthy: true },
    })
    expect(child.plugin('forms/forms.php')?.version).toBe('1.2')
    expect([child.releases.wasBroken, child.releases.isBroken, child.guards.all]).toEqual([true, false, []])
  })

  it('deactivates a new plugin that breaks the site', async () => {
    child.onUpdate('newcomer', 'blank')
    const { body } = await install({ slug: 'newcomer', version: '3.0', activate: true })
    expect(body.data).toMatchObject({ outcome: 'failed', result: 'rolled_back', old_version: null })
    expect(child.plugin('newcomer/newcomer.php')?.active).toBe(false)
  })

  it('does not install a held release, nor the newest version while one is held, nor anything in a freeze', async () => {
    const held = {
      type: 'plugin',
      slug: 'forms/forms.php',
      version: '1.1',
      name: 'Forms',
      reason: 'it failed.',
    } as const
    await fixture.service.db
      .insertInto('held_releases')
      .values({ ...held, held_at: new Date(), lifted_at: null, lifted_by: null })
      .execute()
    for (const version of ['1.1', undefined])
      expect((await install({ slug: 'forms', version })).body.data).toMatchObject({ code: 'svc_release_held' })
    const rules = { freezes: [{ from: '2000-01-01', to: '2099-01-01' }] }
    await fixture.rest('PUT /update-policies', { scope: 'site', site_id_or_domain: id, rules })
    const frozen = await install({ slug: 'forms', version: '1.0' })
    expect(frozen.body.data).toMatchObject({ result: 'skipped', code: 'svc_update_not_allowed', version: '1.2' })
    expect(sent()).toEqual([])
  })

  it('reports a download that failed', async () => {
    child.onUpdate('forms', 'download-failure')
    const { body } = await install({ slug: 'forms/forms.php', version: '1.1' })
    expect(body.data).toMatchObject({ outcome: 'failed', version: '1.2', code: 'svc_version_not_installed' })
  })

  it('can be sent again with the same Idempotency-Key after all update slots were taken', async () => {
    const { db } = fixture.service
    await sql`insert into update_slots select number, gen_random_uuid(), now() + interval '1 hour'
      from generate_series(1, 100) as free (number)`.execute(db)
    const headers = { ...fixture.people.administrator.headers, 'idempotency-key': 'busy' }
    const send = () => passTime(install({ slug: 'forms/forms.php', version: '1.1' }, headers))
    expect(await send()).toMatchObject({ status: 503, body: { code: 'svc_updates_busy' } })
    await sql`delete from update_slots`.execute(db)
    const [first, repeated] = [await send(), await send()]
    expect(first.body.data).toMatchObject({ version: '1.1', outcome: 'done' })
    expect([repeated.body, sent().length]).toEqual([first.body, 1])
  })

  it('requires confirmation, and the dry run changes nothing', async () => {
    const unconfirmed = await install({ slug: 'forms/forms.php', version: '1.1', confirm: false })
    expect(unconfirmed.body).toMatchObject({ code: 'svc_confirmation_required' })
    const { body } = await install({ slug: 'forms/forms.php', version: '1.1', confirm: false, dry_run: true })
    expect(JSON.stringify(body)).toContain('https://downloads.wordpress.org/plugin/forms.1.1.zip')
    expect(sent()).toEqual([])
  })

  it.each(['../forms.php', 'My Plugin/my.php', 'forms/../../x.php'])('refuses the slug %s', async (slug) => {
    expect((await install({ slug, version: '1.1' })).status).toBe(400)
  })
})
