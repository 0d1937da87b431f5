import type { Db } from '../../../platform/database/database.ts'
import { publishEvents } from '../../events/index.ts'
import { describeWarnings, type GateResult } from './gates/compare-pages.ts'
import { isSamePage } from './gates/page-requests.ts'
import { findCheck } from './gates/update-check-store.ts'
import type { UpdateOutcome } from './update-outcome.ts'

const maxItems = 50
const maxWarnings = 10

interface WarnedRun {
  run: string
  siteId: number
  gates: readonly GateResult[]
  outcomes: readonly UpdateOutcome[]
}

/**
 * One event for the checks that failed and only warn, while what was installed stays. Called before the checks are recorded: those
 * that an earlier check of the run recorded are not announced again.
 */
export async function announceWarnings(trx: Db, { run, siteId, gates, outcomes }: WarnedRun, now: Date): Promise<void> {
  const installed = outcomes.filter(({ result }) => result === 'updated')
  if (installed.length === 0 || !gates.some(isWarning)) return
  const known = ((await findCheck(trx, run))?.gates ?? []).filter(isWarning)
  const added = gates.filter(
    (result) => isWarning(result) && !known.some((other) => other.gate === result.gate && isSamePage(other, result)),
  )
  if (added.length === 0) return
  const items = installed.slice(0, maxItems).map(({ type, slug, name, from, to }) => ({ type, slug, name, from, to }))
  const message = describeWarnings(added.slice(0, maxWarnings)).join(' ')
  await publishEvents(trx, [{ type: 'update.warned', siteId, data: { run, items, message } }], now)
}

const isWarning = ({ mode, result }: GateResult) => mode === 'warn' && result === 'failed'
