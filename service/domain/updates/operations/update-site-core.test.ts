import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { ability, rest } = fixture
const update = (input: object = {}) => ability('update-site-core', { site_id_or_domain: 1, ...input })

describe('update-site-core', () => {
  it('updates WordPress and returns both versions', async () => {
    const { body } = await update()
    expect(body).toMatchObject({ site_id: 1, updated: true, old_version: '6.8.1', new_version: '6.9', health: 'ok' })
    expect(fixture.site.core.installed).toBe('6.9')
    expect(await fixture.pendingUpdates()).not.toContain('core wordpress 6.9')
  })

  it('does nothing when no update is pending or it is ignored', async () => {
    await ability('ignore-site-core', { site_id_or_domain: 1, action: 'add' })
    expect((await update()).body).toMatchObject({ updated: false, old_version: '6.8.1', new_version: '6.8.1' })
    await ability('ignore-site-core', { site_id_or_domain: 1, action: 'remove' })
    await update()
    const { status, body } = await update()
    expect([status, body.updated, body.new_version]).toEqual([200, false, '6.9'])
    expect(fixture.sentCalls()).toEqual(['upgrade'])
  })

  it.each([
    ['lie', 'svc_no_effect', 'no_effect'],
    ['download-failure', 'svc_update_failed', 'failed'],
    ['error-before', 'svc_update_interrupted', 'interrupted'],
  ] as const)('%s is an error with what is known', async (behaviour, code, result) => {
    fixture.site.onUpdate('core', behaviour)
    const { status, body } = await fixture.passTime(update())
    expect([status, body.code]).toEqual([502, code])
    expect(body.data).toMatchObject({ site_id: 1, result, old_version: '6.8.1', new_version: '6.8.1' })
    expect(await fixture.pendingUpdates()).toContain('core wordpress 6.9')
  })

  it('reads back that it was done when the site could not report it', async () => {
    fixture.site.onUpdate('core', 'cut-after')
    expect((await fixture.passTime(update())).body).toMatchObject({ updated: true, new_version: '6.9' })
    expect(fixture.sentCalls()).toEqual(['upgrade'])
  })
})

it('is available over REST', async () => {
  const { body } = await rest('PATCH /updates/1/update/wp', {})
  expect(body).toMatchObject({ success: 1, message: expect.any(String) })
  expect(body.data).toMatchObject({ updated: true, old_version: '6.8.1', version: '6.9' })
  expect((await rest('POST /updates/99/update/wp', {})).status).toBe(404)
})
