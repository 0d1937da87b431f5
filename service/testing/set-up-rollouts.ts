import { beforeEach, expect } from 'vitest'
import type { AppOptions } from '../app.ts'
import { type RunFixture, setUpUpdateRun } from '../domain/updates/testing/set-up-update-run.ts'

interface ShownRollout {
  rollout_id: number
  status: string
  pause_code: string | null
  waves: Record<string, number | string | null>[]
  [field: string]: unknown
}

export interface RolloutFixture extends RunFixture {
  create(body?: object): Promise<ShownRollout>
  read(id: number): Promise<ShownRollout>
  steps(id: number, query?: string): Promise<Record<string, unknown>[]>
  /** Milliseconds by which `until` advances the clock at a time. */
  pace: number
  /** Advances the clock until the rollout has this status. */
  until(id: number, ...statuses: string[]): Promise<ShownRollout>
}

export const forms = 'forms/forms.php'

/** Sites with an update of the plugin Forms, and a worker. */
export const setUpRollouts = (sites: number, options: Partial<AppOptions> = {}): RolloutFixture =>
  addRolloutCalls(setUpUpdateRun({ sites, works: true, ...options }))

export function addRolloutCalls(run: RunFixture): RolloutFixture {
  const fixture = run as RolloutFixture
  beforeEach(() => {
    fixture.pace = 1_000
  })
  fixture.create = async (body = {}) => {
    const answer = await fixture.rest('POST /rollouts', { specific_items: [forms], ...body })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.data
  }
  fixture.read = async (id) => (await fixture.rest(`GET /rollouts/${id}`)).body.data
  fixture.steps = async (id, query = '') => (await fixture.rest(`GET /rollouts/${id}/steps${query}`)).body.data
  fixture.until = async (id, ...statuses) => {
    await expect
      .poll(
        async () => {
          fixture.service.clock.advance(fixture.pace)
          return statuses.includes((await fixture.read(id)).status)
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    return fixture.read(id)
  }
  return fixture
}

export const oneWave = { waves: [{ max_failures: 100 }] }
