import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../../../simulator/index.ts'
import type { Context } from '../../operation/context.ts'
import { signGuardRequest } from '../../platform/connector/guard/sign-guard-request.ts'
import { createSigner } from '../../platform/connector/signing.ts'
import type { SiteRow } from '../sites/index.ts'
import { armGuard, disarmGuard, listArmedGuards, readGuardNote, restoreFromGuard, sweepGuards } from './index.ts'
import { formsItem as item, setUpGuards, themeItem } from './testing/set-up-guards.ts'

const fixture = setUpGuards()
const { update } = fixture
let child: Site
let site: SiteRow
let context: Context
beforeEach(() => {
  ;({ child, site, context } = fixture)
})

const auditLines = async () =>
  (
    await fixture.service.db
      .selectFrom('audit_lines')
      .select(['operation', 'outcome', 'subject'])
      .orderBy('id')
      .execute()
  )
    .filter(({ operation }) => operation.includes('guard'))
    .map(({ operation, outcome }) => `${operation} ${outcome}`)
const rowOf = (id: string) =>
  fixture.service.db.selectFrom('guards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const visit = (headers: Record<string, string> = {}) => fetch(child.url, { headers }).then(({ status }) => status)

describe('armGuard', () => {
  it('arms a guard for each item with one call, and stores it before the call', async () => {
    const { armed, refused } = await armGuard(context, site, [item, themeItem])
    expect(refused).toEqual([])
    expect(armed.map(({ item: { slug } }) => slug)).toEqual(['forms/forms.php', 'harbour'])
    expect(child.guards.all.map(({ id }) => id)).toEqual(armed.map(({ id }) => id))
    expect(child.counts.code_snippet).toBe(1)
    expect((await listArmedGuards(context, site.id)).map(({ state }) => state)).toEqual(['armed', 'armed'])
    expect(await auditLines()).toEqual(['arm-guard ok'])
    const [guard] = child.guards.all
    expect(armed[0]?.probeHeaders).toEqual({ 'x-flotilla-guard': guard?.token })
    expect(JSON.stringify(await rowOf(armed[0]?.id ?? ''))).not.toContain(guard?.token)
  })

  it.each([
    ['another version is installed', { version: '0.9' }, {}, 'other_version'],
    ['the item is not installed', { slug: 'absent/absent.php' }, {}, 'not_installed'],
    ['the server may not write', {}, { filesReadOnly: true }, 'not_writable'],
    ['the host runs no snippets', {}, { snippetsForbidden: true }, 'snippets_forbidden'],
    ['the slug has unusual characters', { slug: "fo'rms/forms.php" }, {}, 'unsupported_item'],
  ])('returns the reason when %s', async (_, other, host, reason) => {
    Object.assign(child, host)
    const { armed, refused } = await armGuard(context, site, [{ ...item, ...other }])
    expect(armed).toEqual([])
    expect(refused).toMatchObject([{ reason, message: expect.any(String) }])
    expect(await listArmedGuards(context, site.id)).toEqual([])
  })

  it('returns the reason when a firewall blocks the call', async () => {
    child.setFault('http-403-challenge', { on: 'code_snippet' })
    expect((await armGuard(context, site, [item])).refused).toMatchObject([{ reason: 'snippets_forbidden' }])
  })

  it('keeps the row open when the answer was lost, and the sweep removes the guard', async () => {
    child.setFault('cut-after', { on: 'code_snippet', times: 1 })
    await expect(armGuard(context, site, [item])).rejects.toThrow()
    expect((await listArmedGuards(context, site.id)).map(({ state }) => state)).toEqual(['unknown'])
    expect(child.guards.all).toHaveLength(1)
    expect(await sweepGuards(context, site)).toEqual({ removed: 1 })
    expect(child.guards.all).toEqual([])
    expect(await listArmedGuards(context, site.id)).toEqual([])
    expect(await auditLines()).toEqual(['arm-guard svc_site_offline', 'sweep-guards ok'])
  })

  it('throws when the site does not answer', async () => {
    child.setFault('http-502', { on: 'code_snippet' })
    await expect(armGuard(context, site, [item])).rejects.toThrow()
  })
})

describe('a guard', () => {
  it('heals a release that is fatal when it loads: the next visit is healthy, and the note names the culprit', async () => {
    const { armed } = await armGuard(context, site, [item])
    const id = armed[0]?.id ?? ''
    await update('fatal-at-load')
    expect(await visit()).toBe(500)
    expect(await visit()).toBe(200)
    expect(child.plugin(item.slug)?.version).toBe('1.0')
    const [note] = await readGuardNote(context, site, [id])
    expect(note).toMatchObject({ id, state: 'restored', version: '1.0', culprit: { line: 12, context: 'front' } })
    await disarmGuard(context, site, [id])
    expect(child.guards.all).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'restored', token: null, culprit: { line: 12 } })
    expect(await auditLines()).toEqual(['arm-guard ok', 'guard-restored ok', 'disarm-guard ok'])
  })

  it('waits for requests of Flotilla where the site cannot request itself', async () => {
    child.guards.loopback = false
    const { armed } = await armGuard(context, site, [item])
    await update('fatal-at-load')
    expect([await visit(), await visit(), await visit()]).toEqual([500, 500, 500])
    expect(await visit(armed[0]?.probeHeaders)).toBe(500)
    expect(await visit()).toBe(200)
  })

  it('deactivates a plugin whose old version has a known vulnerability', async () => {
    const { armed } = await armGuard(context, site, [{ ...item, vulnerable: true }])
    await update('fatal-at-load')
    expect(await visit()).toBe(500)
    expect(await visit()).toBe(200)
    expect(child.plugin(item.slug)).toMatchObject({ version: '1.1', active: false })
    expect(await readGuardNote(context, site, [armed[0]?.id ?? ''])).toMatchObject([{ state: 'deactivated' }])
  })

  it.each(['fatal-for-one-request', 'blank', 'visually-broken', 'slow-page'] as const)(
    'leaves a release alone: %s',
    async (effect) => {
      await armGuard(context, site, [item])
      await update(effect)
      await fetch(`${child.url}?crash=1`)
      await visit()
      expect(child.plugin(item.slug)?.version).toBe('1.1')
    },
  )

  it('removes the maintenance file that an update left', async () => {
    await armGuard(context, site, [item])
    await update('leaves-maintenance')
    expect(await visit()).toBe(200)
  })
})

describe('restoreFromGuard', () => {
  it('puts the previous version back; changes of the database stay', async () => {
    const { armed } = await armGuard(context, site, [item])
    const id = armed[0]?.id ?? ''
    await update('migrates-database')
    expect(await restoreFromGuard(context, site, [id])).toEqual([
      { id, outcome: 'restored', version: '1.0', message: 'Forms 1.0 is back.' },
    ])
    expect(child.plugin(item.slug)?.version).toBe('1.0')
    expect(child.releases.databaseVersions.get(item.slug)).toBe('1.1')
  })

  it('never restores a theme with a known vulnerability', async () => {
    const { armed } = await armGuard(context, site, [{ ...themeItem, vulnerable: true }])
    await update('blank', themeItem)
    expect(await restoreFromGuard(context, site, [armed[0]?.id ?? ''])).toMatchObject([{ outcome: 'left_broken' }])
    expect(child.theme('harbour')?.version).toBe('2.1')
  })

  it('keeps texts and numbers of a hostile site short, also when it changes what it says', async () => {
    const { armed } = await armGuard(context, site, [item])
    const id = armed[0]?.id ?? ''
    const guard = child.guards.get(id)!
    const culprit = { message: `Error\u202e\n${'x'.repeat(100_000)}`, file: '../'.repeat(10_000), line: 1e300, at: -1 }
    for (const state of ['restored', 'armed', 'restored'] as const) {
      Object.assign(guard, { state, culprit: { ...culprit, context: 'front' } })
      const [note] = await readGuardNote(context, site, [id])
      expect(note).toMatchObject({ state, culprit: { line: 0, message: expect.stringMatching(/^Error x{1,500}/) } })
      expect(note?.culprit?.message.length).toBeLessThanOrEqual(500)
      expect(note?.culprit?.file.length).toBeLessThanOrEqual(300)
    }
    await disarmGuard(context, site, [id])
    expect(await listArmedGuards(context, site.id)).toEqual([])
  })

  it('reports a guard that has ended', async () => {
    const { armed } = await armGuard(context, site, [item])
    const id = armed[0]?.id ?? ''
    await disarmGuard(context, site, [id])
    await disarmGuard(context, site, [id])
    expect(await restoreFromGuard(context, site, [id])).toMatchObject([{ outcome: 'not_armed' }])
  })
})

describe('restore now', () => {
  beforeEach(() => {
    child.guards.loopback = false
  })
  const armed = async () => {
    const { armed } = await armGuard(context, site, [item])
    expect(armed[0]?.direct).toBe('ready')
    return armed[0]?.id ?? ''
  }

  it.each(['fatal-at-load', 'exhausts-memory', 'exit-at-load', 'error-at-load', 'endless-loop'] as const)(
    'takes a release back although the connector is dead: %s',
    async (effect) => {
      const id = await armed()
      await update(effect)
      expect(await readGuardNote(context, site, [id])).toMatchObject([{ state: 'armed', files: 'as_installed' }])
      expect(await restoreFromGuard(context, site, [id])).toMatchObject([{ outcome: 'restored', version: '1.0' }])
      expect(child.plugin(item.slug)?.version).toBe('1.0')
      expect(await auditLines()).toEqual(['arm-guard ok', 'restore-from-guard ok', 'guard-restored ok'])
    },
  )

  it('brings a folder back that is gone, and a connector that the release deactivated', async () => {
    const id = await armed()
    await update('migrates-database')
    child.byHand.deletePlugin(item.slug)
    child.connectorActive = false
    expect(await readGuardNote(context, site, [id])).toMatchObject([
      { state: 'armed', files: 'missing', version: null },
    ])
    expect(await restoreFromGuard(context, site, [id])).toMatchObject([{ outcome: 'restored' }])
    expect(child.plugin(item.slug)).toMatchObject({ version: '1.0', active: true })
    expect(child.connectorActive).toBe(true)
  })

  it('stands down when a person changed the files', async () => {
    const id = await armed()
    await update('blank')
    child.guards.touch(item.slug)
    expect(await restoreFromGuard(context, site, [id])).toMatchObject([
      { outcome: 'stood_down', version: '1.1', message: expect.stringContaining('changed on the site') },
    ])
    expect(await rowOf(id)).toMatchObject({ state: 'stood_down', reason: 'changed' })
  })

  it('goes over the connector where the site has no OpenSSL, and fails when that is dead', async () => {
    child.guards.direct = 'no_openssl'
    const { armed } = await armGuard(context, site, [item])
    const id = armed[0]?.id ?? ''
    expect(armed[0]?.direct).toBe('no_openssl')
    expect(await readGuardNote(context, site, [id])).toMatchObject([{ state: 'armed', direct: 'no_openssl' }])
    await update('exit-at-load')
    await expect(restoreFromGuard(context, site, [id])).rejects.toThrow()
  })

  it.each(['never-answer', 'http-503'] as const)(
    'reads notes of a dead site once, without pauses: %s',
    async (fault) => {
      const id = await armed()
      child.faults.add(fault)
      const start = context.clock.now().getTime()
      const patience = { leftMs: 600_000 }
      const failed = readGuardNote(context, site, [id], { how: { patience } }).then(
        () => 'answered',
        () => 'failed',
      )
      await fixture.passTime([failed])
      expect(await failed).toBe('failed')
      expect(context.clock.now().getTime() - start).toBeLessThanOrEqual(11_000)
      expect(child.counts['guard request']).toBe(1)
    },
  )

  it('ignores what is not signed with the key of the connection, and what was used before', async () => {
    const id = await armed()
    await update('blank')
    const sent: string[] = []
    const post = (value: string) =>
      fetch(`${child.url}wp-admin/admin-ajax.php`, {
        method: 'POST',
        body: new URLSearchParams({ flotilla_guard: value }),
      }).then((response) => response.text())
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = { id: 'other', open: () => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    const nowMs = context.clock.now().getTime()
    sent.push((await signGuardRequest(createSigner(1), key, { id, action: 'restore', nowMs })).value)
    sent.push(
      sent[0]?.slice(0, -1) ?? '',
      `1.${id}.restore.${Math.floor(nowMs / 1000)}.${'0'.repeat(32)}.${'A'.repeat(342)}`,
    )
    for (const value of sent) expect(await post(value)).not.toContain('FLOTILLA-GUARD')
    expect(child.plugin(item.slug)?.version).toBe('1.1')
  })
})
