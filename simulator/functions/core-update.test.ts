import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call } from '../testing/dashboard.ts'

const here = connectedFleet()

describe('core updates', () => {
  const upgrade = () => call(here.site.url, 'upgrade', {})

  it('change WordPress', async () => {
    Object.assign(here.site.core, { installed: '6.8', offered: '6.9' })
    expect((await upgrade()).payload).toMatchObject({ upgrade: 'SUCCESS', old_version: '6.8', version: '6.9' })
    expect(here.site.core).toEqual({ installed: '6.9', offered: null })
    expect((await upgrade()).payload.upgrade).toBe('NORESPONSE')
  })

  it('succeed without a version when there is nothing newer', async () => {
    Object.assign(here.site.core, { installed: '6.9', offered: '6.9' })
    const { payload } = await upgrade()
    expect(payload.upgrade).toBe('SUCCESS')
    expect(payload).not.toHaveProperty('version')
  })

  it('can fail, or end in an error after they were done', async () => {
    Object.assign(here.site.core, { installed: '6.8', offered: '6.9' })
    here.site.onUpdate('core', 'rollback', { times: 1 })
    expect((await upgrade()).payload.upgrade).toBe('WPERROR')
    here.site.onUpdate('core', 'error-after')
    expect((await upgrade()).status).toBe(500)
    expect(here.site.core.installed).toBe('6.9')
  })

  it('are locked while another runs', async () => {
    Object.assign(here.site.core, { installed: '6.8', offered: '6.9' })
    here.site.coreLockedUntil = here.site.now() + 60
    expect((await upgrade()).payload.error).toBe('Another update is currently in progress.')
  })
})
