import type { Verdict } from './gates/gate-types.ts'
import type { Restoration } from './step-guard.ts'
import {
  checksFailed,
  isRolledBackByChecks,
  itemMissing,
  notChecked,
  toRolledBack,
  type UpdateOutcome,
} from './update-outcome.ts'

/** What is known about one item of a run after its checks. */
export interface ItemEvidence {
  /** What the site reported, verified by reading it back. */
  sent: UpdateOutcome
  /** The version that was to be installed; a guard may have restored the old one before the site was read. */
  release: string
  /** What its guard did by itself, with the reason; null: nothing. */
  guard: { state: Restoration['state']; reason: string } | null
  /** What came of bringing the old version back; null: that was not tried. */
  restoration: Restoration | null
  /** The site passed its checks once the old version was back. */
  healed: boolean
  /** The version that was read after the checks; null: the item is gone; undefined: it was not read again. */
  found?: string | null | undefined
  /** Why its guard stood down; null: it did not. */
  standDown?: string | null
}

export interface SiteEvidence {
  verdict: Verdict
  /** The first reason why the site failed its checks; empty if it did not. */
  reason: string
  items: readonly ItemEvidence[]
}

/** Whether the new version may be on the site. */
export const isOnSite = ({ result, code }: Pick<UpdateOutcome, 'result' | 'code'>) =>
  ['updated', 'unknown', 'no_effect', 'interrupted'].includes(result) || code === checksFailed

/**
 * The verdict about a site. A connector that no longer answers after updates is a failed check; where it is not known whether it
 * does, neither is the state of the site.
 */
export function decideVerdict(gates: Verdict, connector: 'answers' | 'silent' | 'unknown'): Verdict {
  if (gates === 'failed' || connector === 'silent') return 'failed'
  return connector === 'unknown' ? 'unchecked' : gates
}

/**
 * Decides the outcome of each item: the worst that is known. Everything that shows an outcome reads this decision: the answer, the
 * job, the history, the change log, the event, the report.
 */
export const decideOutcomes = (site: SiteEvidence): UpdateOutcome[] =>
  site.items.map((item) => decideOutcome(item, site))

function decideOutcome(item: ItemEvidence, { verdict, reason }: Omit<SiteEvidence, 'items'>): UpdateOutcome {
  const { sent, release, guard, restoration, found } = item
  const installed = { ...sent, to: release || sent.to }
  if (guard) return isRolledBackByChecks(sent) ? sent : toRolledBack(installed, guard.reason, guard.state)
  if (restoration && restoration.state !== 'failed') return toRolledBack(installed, reason, restoration.state)
  if (sent.result === 'unknown' && verdict === 'failed')
    return { ...sent, message: sentences(sent.message, 'The site failed its checks.', reason) }
  if (sent.result !== 'updated') return sent
  if (verdict === 'failed' && restoration?.isStoodDown) return toNotPutBack(sent, reason, restoration.message)
  if (verdict === 'failed') {
    const failed = toChecksFailed(sent, reason, restoration?.message ?? '')
    return found === null ? { ...failed, code: itemMissing } : failed
  }
  if (found === null) return toMissing(sent)
  if (found !== undefined && found !== sent.to) return toReplaced(sent, found)
  return verdict === 'unchecked' ? toNotChecked(sent) : sent
}

/** The releases that count as failed: the culprits, or all that were installed if none of them is known. */
export function findCulprits({ verdict, items }: SiteEvidence): ItemEvidence[] {
  const known = items.filter(({ guard, healed }) => guard !== null || healed)
  if (known.length > 0 || verdict !== 'failed') return known
  const left = items.filter(({ sent, restoration }) => sent.result === 'updated' && restoration?.state !== 'restored')
  const code = left.filter(({ sent }) => sent.type !== 'translation')
  // Translations have no code of their own.
  return code.length > 0 ? code : left
}

const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

const releaseName = ({ name, to }: UpdateOutcome) => sentences(name, to)

export const toChecksFailed = (outcome: UpdateOutcome, reason: string, why: string): UpdateOutcome => ({
  ...outcome,
  result: 'failed',
  code: checksFailed,
  message: sentences(
    `${releaseName(outcome)} was installed, but the site failed its checks.`,
    reason,
    why && `It could not be rolled back: ${why}`,
  ),
})

/** The guard had stood down: what a person or another program changed since is not overwritten. */
const toNotPutBack = (outcome: UpdateOutcome, reason: string, standDown: string): UpdateOutcome => {
  const failed = toChecksFailed(outcome, reason, '')
  return { ...failed, message: sentences(failed.message, standDown, describeNotPutBack(outcome.from)) }
}

export const describeNotPutBack = (version: string) => `Version ${version} is not put back.`

export const toNotChecked = (outcome: UpdateOutcome): UpdateOutcome => ({
  ...outcome,
  result: 'unknown',
  code: notChecked,
  message: `${releaseName(outcome)} was installed, but the site could not be checked afterwards, so it is not known whether it works. Check the site.`,
})

export const toMissing = (outcome: UpdateOutcome): UpdateOutcome => ({
  ...outcome,
  result: 'failed',
  code: itemMissing,
  message: `${releaseName(outcome)} was installed, but it is no longer on the site.`,
})

export const toReplaced = (outcome: UpdateOutcome, version: string): UpdateOutcome => ({
  ...outcome,
  to: version,
  result: 'failed',
  code: 'svc_version_not_installed',
  message: `${releaseName(outcome)} was installed, but version ${version} is on the site now.`,
})

/** Whether the release did not stay on the site, or is not active there. */
export const isTakenBack = ({ guard, restoration }: ItemEvidence) =>
  [guard?.state, restoration?.state].some((state) => state === 'restored' || state === 'deactivated')
