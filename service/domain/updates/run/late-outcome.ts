import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readSitePolicies, recordReleaseFailure } from '../../update-policies/index.ts'
import {
  decideOutcomes,
  describeNotPutBack,
  findCulprits,
  type ItemEvidence,
  isTakenBack,
  type SiteEvidence,
} from './decide-outcome.ts'
import { announceOutcomes, matchOutcomes } from './record-outcomes.ts'
import { recordSiteVerdict } from './site-verdict-store.ts'
import { amendOutcomes, listRunItems, type UpdateHistoryRow } from './update-history-store.ts'
import { checksFailed, type Health, itemMissing, notChecked, type UpdateOutcome } from './update-outcome.ts'

export interface LateFinding {
  run: string
  siteId: number
  /** What is known now, with the items of `readRunEvidence`. */
  evidence: SiteEvidence
  health: Health | null
}

/** Items of a run that are on its site as far as it is known, as they were before the checks. */
export async function readRunEvidence(db: Context['db'], run: string): Promise<ItemEvidence[]> {
  return (await listRunItems(db, run)).filter(isInstalled).map((row) => {
    const { type, slug, name, from_version: from, to_version: to, wanted_version } = row
    const sent: UpdateOutcome = { type, slug, name, from, to, result: 'updated', code: null, message: null }
    return { sent, release: wanted_version || to, guard: null, restoration: null, healed: false }
  })
}

const isInstalled = ({ result, error_code, ended_at }: UpdateHistoryRow) =>
  ended_at !== null && (result === 'updated' || [checksFailed, notChecked, itemMissing].includes(error_code ?? ''))

/**
 * Records what was found about a run after it had ended: a check during the soak, a restore by a guard, a check that is repeated. The
 * history gets a dated line, each changed outcome one event and one line of the change log, the release its failure, and the site its
 * condition. Returns the outcomes as they are now.
 */
export async function recordLateOutcome(context: Context, late: LateFinding): Promise<UpdateOutcome[]> {
  const { run, siteId, evidence, health } = late
  const { db, clock, actor } = context
  const now = clock.now()
  const { holdAfter } = await readSitePolicies(context, [siteId])
  const decided = decideOutcomes(evidence)
  await db.transaction().execute(async (trx) => {
    const kept = (await keepWorse(trx, run, decided)).map((outcome) => noteStandDown(outcome, evidence))
    const changed = await amendOutcomes(trx, { run, health }, kept, now)
    await announceOutcomes(trx, { siteId, user: actor.name }, matchOutcomes(changed, kept), now, true)
    const message = evidence.reason || 'It was restored by the guard.'
    for (const item of findCulprits(evidence)) {
      const { type, slug, name } = item.sent
      const failure = { type, slug, name, version: item.release, siteId, message, takenBack: isTakenBack(item) }
      await recordReleaseFailure(trx, failure, holdAfter, now)
    }
    await recordSiteVerdict(trx, { siteId, run, verdict: evidence.verdict, health, reason: evidence.reason }, now)
  })
  return decided
}

/** An update that stays gets a line about its guard, which no longer protects it. */
function noteStandDown<Outcome extends UpdateOutcome>(outcome: Outcome, { items }: SiteEvidence) {
  const item = items.find(({ sent }) => sent.type === outcome.type && sent.slug === outcome.slug)
  const isKept = item?.standDown && outcome.result === 'updated'
  return isKept ? { ...outcome, note: `${item.standDown} ${describeNotPutBack(outcome.from)}` } : outcome
}

/** A site that works again does not make a failed update a success: the history says both. */
async function keepWorse(trx: Db, run: string, decided: readonly UpdateOutcome[]) {
  const known = await listRunItems(trx, run)
  return decided.map((outcome) => {
    const row = known.find(({ type, slug }) => type === outcome.type && slug === outcome.slug)
    const isHealed = outcome.result === 'updated' && [checksFailed, itemMissing].includes(row?.error_code ?? '')
    return row && isHealed
      ? { ...outcome, result: row.result, code: row.error_code, note: 'The site passes its checks again.' }
      : outcome
  })
}
