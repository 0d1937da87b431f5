import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { forms, oneWave, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(1)
let site: Site
let id: number
const rollback = randomUUID()

beforeEach(async () => {
  ;[site] = fixture.sites as [Site]
  site.addPlugin({ file: forms, name: 'Forms', version: '1.0', offer: '1.1', release: { daysAgo: 9 } })
  ;({ rollout_id: id } = await fixture.create(oneWave))
  await fixture.until(id, 'finished')
  const now = fixture.service.clock.now()
  await fixture.service.db
    .updateTable('rollout_steps')
    .set({ rollback_run: rollback, rollback_state: 'waiting', rollback_by: 'ada', rollback_at: now })
    .execute()
})

const run = async (given: object = {}, resumed = false) => {
  const input = { rollout_id: id, position: 0, rollback, ...given }
  return (await fixture.service.app.run('roll-back-rollout-step', input, { resumed, unaudited: true, confirmed: true }))
    .output
}

describe('roll-back-rollout-step', () => {
  it('continues after a worker died: what is back is left alone', async () => {
    site.byHand.updatePlugin(forms, '1.0')
    expect(await run({}, true)).toMatchObject({ state: 'done', items: [{ result: 'not_needed' }] })
    expect(site.journal.filter(({ function: name }) => name === 'installplugintheme')).toEqual([])
    expect(await fixture.steps(id)).toMatchObject([{ state: 'reverted', rollback: { state: 'done' } }])
    expect(await run({}, true)).toMatchObject({ state: 'skipped' })
  })

  it('does nothing when another rollback has the step', async () => {
    expect(await run({ rollback: randomUUID() })).toMatchObject({ state: 'skipped', items: [] })
    expect(site.plugin(forms)?.version).toBe('1.1')
  })

  it('puts the installed version back when the directory has other software of this name', async () => {
    site.packages.set('forms', { name: 'Forms', author: 'A stranger' })
    expect(await run()).toMatchObject({ state: 'failed', items: [{ result: 'other_software' }] })
    expect(site.plugin(forms)).toMatchObject({ version: '1.1', entry: { author: '' } })
    expect(site.guards.all).toEqual([])
    expect(await fixture.steps(id)).toMatchObject([{ state: 'updated', rollback: { state: 'failed' } }])
  })

  it('says that the site fails its checks after the rollback', async () => {
    site.frontPage = { status: 500 }
    expect(await run()).toMatchObject({ state: 'unhealthy' })
    expect(await fixture.steps(id)).toMatchObject([{ state: 'reverted', rollback: { evidence: { healthy: false } } }])
  })
})
