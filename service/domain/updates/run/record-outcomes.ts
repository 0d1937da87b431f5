import type { Context } from '../../../operation/context.ts'
import { insertChanges } from '../../activity/index.ts'
import type { UpdateType } from '../update.ts'
import { recordEnd } from './update-history-store.ts'
import { isNotTried, type UpdateOutcome, type UpdateResult } from './update-outcome.ts'

const typeInLog: Record<UpdateType, string> = {
  core: 'wordpress',
  plugin: 'plugin',
  theme: 'theme',
  translation: 'translation',
}

const actions: Partial<Record<UpdateResult, string>> = { updated: 'updated', unknown: 'update-in-doubt' }

/** Records the outcomes of items of a run in the update history and in the change log of the site. */
export async function recordOutcomes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { run, siteId, user }: { run: string; siteId: number; user: string },
  outcomes: readonly UpdateOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const ended = await recordEnd(trx, run, outcomes, now)
    const byItem = new Map(outcomes.map((outcome) => [`${outcome.type} ${outcome.slug}`, outcome]))
    const changes = ended.flatMap(({ id, type, slug }) => {
      const outcome = byItem.get(`${type} ${slug}`)!
      const description = describe(outcome)
      if (description === null) return []
      // A later precheck may record another result: then the log has both.
      const key = `update ${id} ${outcome.result}`
      const action = actions[outcome.result] ?? 'update-failed'
      return [
        {
          siteId,
          source: 'flotilla' as const,
          key,
          at: now,
          type: typeInLog[type],
          action,
          item: outcome.name,
          description,
          user,
        },
      ]
    })
    await insertChanges(trx, changes)
  })
}

/** Null for items that were not tried or needed nothing. */
function describe({ type, name, from, to, result, message }: UpdateOutcome): string | null {
  if (result === 'updated' && type === 'translation') return `Translations of ${name} updated`
  if (result === 'updated') return `${name} updated from ${from || 'an unknown version'} to ${to}`
  if (result === 'not_needed' || isNotTried(result)) return null
  if (result === 'unknown') return message ?? `It is not known yet whether ${name} was updated.`
  return `Update of ${name} did not succeed: ${message ?? result}`
}
