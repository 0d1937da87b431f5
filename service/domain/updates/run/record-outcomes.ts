import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { present } from '../../../platform/present.ts'
import { insertChanges } from '../../activity/index.ts'
import { type NewEvent, publishEvents } from '../../events/index.ts'
import type { UpdateType } from '../update.ts'
import { type EndedItem, updateOutcomes } from './update-history-store.ts'
import {
  type Health,
  isNotTried,
  isRolledBackByChecks,
  notChecked,
  type UpdateOutcome,
  type UpdateResult,
} from './update-outcome.ts'

export interface RecordedRun {
  run: string
  siteId: number
  user: string
  /** The homepage after the updates; null: it was not checked. */
  health?: Health | null
}

const typeInLog: Record<UpdateType, string> = {
  core: 'wordpress',
  plugin: 'plugin',
  theme: 'theme',
  translation: 'translation',
}

const actions: Partial<Record<UpdateResult, string>> = { updated: 'updated', unknown: 'update-in-doubt' }

const changeOutcomes: Partial<Record<UpdateResult, 'done' | 'unknown'>> = { updated: 'done', unknown: 'unknown' }

/** Records the decided outcomes of items: in the update history, in the change log of the site, and one event for each. */
export async function recordOutcomes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  run: RecordedRun,
  outcomes: readonly UpdateOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await db.transaction().execute((trx) => recordOutcomesIn(trx, run, outcomes, clock.now()))
}

export async function recordOutcomesIn(
  trx: Db,
  { run, siteId, user, health = null }: RecordedRun,
  outcomes: readonly UpdateOutcome[],
  now: Date,
): Promise<void> {
  const ended = await updateOutcomes(trx, { run, health }, outcomes, now)
  await announceOutcomes(trx, { siteId, user }, matchOutcomes(ended, outcomes), now)
}

interface AnnouncedOutcome {
  item: EndedItem
  outcome: UpdateOutcome
}

export function matchOutcomes(items: readonly EndedItem[], outcomes: readonly UpdateOutcome[]): AnnouncedOutcome[] {
  const byItem = new Map(outcomes.map((outcome) => [`${outcome.type} ${outcome.slug}`, outcome]))
  return items.map((item) => {
    return { item, outcome: present(byItem.get(`${item.type} ${item.slug}`), 'the outcome of an ended item') }
  })
}

/** A line of the change log and an event for each outcome. */
export async function announceOutcomes(
  trx: Db,
  { siteId, user }: Pick<RecordedRun, 'siteId' | 'user'>,
  announced: readonly AnnouncedOutcome[],
  now: Date,
  isLate = false,
): Promise<void> {
  const changes = announced.flatMap(({ item: { id, type, job_id }, outcome }) => {
    const description = describe(outcome)
    if (description === null) return []
    return [
      {
        siteId,
        source: 'flotilla' as const,
        // A later check may find another result: then the log has both.
        key: `update ${id} ${outcome.result}${isLate ? ` ${now.getTime()}` : ''}`,
        at: now,
        type: typeInLog[type],
        action: actions[outcome.result] ?? 'update-failed',
        item: outcome.name,
        description,
        user,
        outcome: changeOutcomes[outcome.result] ?? ('failed' as const),
        jobId: job_id,
      },
    ]
  })
  await insertChanges(trx, changes)
  await publishEvents(
    trx,
    announced.flatMap(({ item, outcome }) => toEvent(siteId, outcome, item)),
    now,
  )
}

/** An unknown outcome is published when it is known; that a site could not be checked is known. `to` is the version that was tried. */
function toEvent(siteId: number, outcome: UpdateOutcome, { job_id, wanted_version }: EndedItem): NewEvent[] {
  const { type, slug, name, from, result, message, code } = outcome
  if (result === 'not_needed' || isNotTried(result)) return []
  if (result === 'unknown' && code !== notChecked) return []
  const to = result === 'updated' ? outcome.to : wanted_version || outcome.to
  const data = { type, slug, name, from, to, job_id: job_id === null ? null : String(job_id) }
  if (result === 'updated') return [{ type: 'update.installed', siteId, data }]
  const failure = { ...data, code: code ?? 'svc_update_failed', message: message ?? result }
  // WordPress itself may have restored the old files; then nothing was installed.
  return [{ type: isRolledBackByChecks(outcome) ? 'update.rolled_back' : 'update.failed', siteId, data: failure }]
}

/** Null for items that were not tried or needed nothing. */
function describe({ type, name, from, to, result, message }: UpdateOutcome): string | null {
  if (result === 'updated' && type === 'translation') return `Translations of ${name} updated`
  if (result === 'updated') return `${name} updated from ${from || 'an unknown version'} to ${to}`
  if (result === 'not_needed' || isNotTried(result)) return null
  if (result === 'unknown') return message ?? `It is not known yet whether ${name} was updated.`
  return `Update of ${name} did not succeed: ${message ?? result}`
}
