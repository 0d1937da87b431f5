import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from '../events/index.ts'
import { failedStates } from './rollout.ts'
import { countStates, listWaves, type RolloutRow } from './rollout-store.ts'

type RolloutEvent = 'rollout.wave_finished' | 'rollout.paused' | 'rollout.finished'

/** In the transaction of the change that it reports. */
export async function publishRolloutEvent(
  trx: Db,
  type: RolloutEvent,
  { id, name, current_wave, pause_code, pause_reason }: RolloutRow,
  now: Date,
  { wave = current_wave, isComplete = true }: { wave?: number; isComplete?: boolean } = {},
): Promise<void> {
  const [waves, states] = [await listWaves(trx, id), await countStates(trx, id)]
  const count = (...wanted: string[]) =>
    states.filter(({ state }) => wanted.includes(state)).reduce((sum, { steps }) => sum + steps, 0)
  const data = {
    rollout_id: id,
    name,
    wave: wave + 1,
    waves: waves.length,
    sites_updated: count('updated'),
    sites_failed: count(...failedStates),
    sites_left: count('waiting', 'running'),
  }
  const about = { siteId: null, clientId: null, subject: `rollout:${id}` }
  if (type === 'rollout.paused')
    return publishEvents(
      trx,
      [{ type, ...about, data: { ...data, code: pause_code ?? '', reason: pause_reason ?? '' } }],
      now,
    )
  if (type === 'rollout.finished')
    return publishEvents(trx, [{ type, ...about, data: { ...data, is_complete: isComplete } }], now)
  return publishEvents(trx, [{ type, ...about, data }], now)
}
