import { z } from 'zod'
import type { ItemCode, ItemOutcome } from '../../../platform/connector/outcomes.ts'
import type { CoreOutcome } from '../../../platform/connector/parts/core-update.ts'
import type { UpdateType } from '../update.ts'

/** The result of one update. */
const updateResults = [
  /** The version changed; it was read back from the site. */
  'updated',
  'download_failed',
  /** The files could not be replaced; WordPress restored the old version. */
  'rolled_back',
  /** The site reported success, but the version did not change. */
  'no_effect',
  /** The site did not try, usually because its WordPress or PHP is too old. */
  'skipped',
  /** Nothing to do: the item is up to date, or gone. */
  'not_needed',
  /** The site was in maintenance; nothing happened. */
  'maintenance',
  /** The call did not reach the site; nothing happened. */
  'not_reached',
  /** The site refused the call; nothing happened. */
  'refused',
  /** The run was interrupted, and the site still has the old version. */
  'interrupted',
  'failed',
  /** Not known; the site is read again before the next attempt. */
  'unknown',
  'running',
] as const
export const UpdateResult = z.enum(updateResults)
export type UpdateResult = z.output<typeof UpdateResult>

export const Health = z.enum(['ok', 'degraded', 'down'])
export type Health = z.output<typeof Health>

/** One item of a run, with the version before and the version to install. */
export interface RunItem {
  type: UpdateType
  slug: string
  name: string
  from: string
  to: string
  /** The site does not offer this version: it is installed from the public directory. */
  exact?: true | undefined
}

export interface UpdateOutcome extends RunItem {
  result: UpdateResult
  code: string | null
  message: string | null
}

/** A later attempt of the same run may try such an item. */
export const isNotTried = (result: UpdateResult) =>
  result === 'maintenance' || result === 'not_reached' || result === 'refused'

/** The item needed no update, or it is not for Flotilla to update it: neither a success nor a failure. */
export const isNothingToDo = ({ result, code }: { result?: UpdateResult | undefined; code: string | null }) =>
  result === 'not_needed' || code === 'svc_managed_by_host' || code === 'svc_release_failed_before'

/** The update was attempted or requested and did not happen, as far as it is known. */
export const isFailedUpdate = (outcome: Pick<UpdateOutcome, 'result' | 'code'>) =>
  !isNothingToDo(outcome) && !['updated', 'unknown', 'running'].includes(outcome.result)

const resultOf: Partial<Record<ItemCode, UpdateResult>> = {
  svc_rolled_back: 'rolled_back',
  svc_no_effect: 'no_effect',
  svc_skipped: 'skipped',
  svc_nothing_to_update: 'not_needed',
  svc_not_installed: 'not_needed',
  svc_outcome_unknown: 'unknown',
}

/** The outcome of a plugin, theme or translation. */
export function outcomeOfSoftware(item: RunItem, reported: ItemOutcome | undefined): UpdateOutcome {
  if (!reported) return unknownOutcome(item, `The site did not report the outcome of ${item.name}.`)
  const {
    code = 'svc_update_failed',
    message = '',
    oldVersion,
    newVersion,
    wordpressCodes = [],
    interrupted,
  } = reported
  const from = oldVersion ?? item.from
  const base = { ...item, name: item.name || reported.name, from }
  // Stored versions may be outdated: the new version may have been installed by others meanwhile.
  if (reported.already || (code === 'svc_no_effect' && newVersion === item.to && item.to !== ''))
    return alreadyInstalled(base, newVersion ?? item.to)
  if (reported.outcome === 'done') return { ...base, ...updated, to: newVersion ?? item.to }
  const failed = { ...base, to: reported.outcome === 'unknown' ? item.to : (newVersion ?? from), message }
  if (interrupted) return { ...failed, result: 'interrupted', code: 'svc_update_interrupted' }
  if (code === 'svc_update_failed' && wordpressCodes.includes('download_failed'))
    return { ...failed, result: 'download_failed', code: 'svc_download_failed' }
  return { ...failed, result: resultOf[code] ?? 'failed', code }
}

/** The outcome of WordPress itself. */
export function outcomeOfCore(item: RunItem, reported: CoreOutcome): UpdateOutcome {
  const { outcome, oldVersion, newVersion, message = null, code = 'svc_update_failed', interrupted, already } = reported
  const from = oldVersion ?? item.from
  const base = { ...item, from, to: newVersion ?? from, message }
  if (already) return alreadyInstalled(item, base.to)
  if (outcome === 'done') return { ...base, ...updated }
  if (outcome === 'current')
    return {
      ...base,
      result: 'not_needed',
      code: 'svc_nothing_to_update',
      message: message ?? 'WordPress is up to date.',
    }
  if (outcome === 'unknown') return { ...base, to: item.to, result: 'unknown', code }
  if (interrupted) return { ...base, result: 'interrupted', code: 'svc_update_interrupted' }
  return { ...base, result: resultOf[code] ?? 'failed', code }
}

const updated = { result: 'updated', code: null, message: null } as const

const alreadyInstalled = (item: RunItem, version: string): UpdateOutcome => ({
  ...item,
  from: version,
  to: version,
  result: 'not_needed',
  code: 'svc_nothing_to_update',
  message: `${item.name} was already at version ${version}; it was not updated by Flotilla.`,
})

const unknownOutcome = (item: RunItem, message: string): UpdateOutcome => ({
  ...item,
  result: 'unknown',
  code: 'svc_outcome_unknown',
  message,
})

/** The call certainly had no effect: it was not sent, refused, or the site was closed. */
export function outcomesOfRefusal(
  items: readonly RunItem[],
  error: { code: string; kind: string; message: string },
): UpdateOutcome[] {
  const unreachable = error.kind === 'unreachable' || error.kind === 'unavailable'
  const result = error.code === 'svc_maintenance' ? 'maintenance' : unreachable ? 'not_reached' : 'refused'
  return items.map((item) => ({ ...item, to: item.from, result, code: error.code, message: error.message }))
}

/** An item as read back from the site; undefined: the site did not report it. */
export type ReadBack = { changed: boolean; version: string } | undefined

/** The outcome of an item that was started and never recorded, by reading the site back. */
export function outcomeOfReadBack(item: RunItem, readBack: ReadBack): UpdateOutcome {
  if (!readBack) return unknownOutcome(item, `It is not known whether ${item.name} was updated. Check the site.`)
  if (readBack.changed) return { ...item, ...updated, to: readBack.version }
  return {
    ...item,
    to: item.from,
    result: 'interrupted',
    code: 'svc_update_interrupted',
    message: `The update of ${item.name} was interrupted, and the site still has the old version.`,
  }
}

/** Rolled back because the site failed its checks, or by a person: not by WordPress itself. */
export const isRolledBackByChecks = ({ code }: Pick<UpdateOutcome, 'code'>) => code === rolledBack

/** Installed, and not there any more, because the site failed its checks. */
export const rolledBack = 'svc_update_rolled_back'

/** Installed, and still on the site, which failed its checks. */
export const checksFailed = 'svc_checks_failed'
/** Installed; whether the site works is not known. */
export const notChecked = 'svc_site_not_checked'
/** Installed, and gone from the site since. */
export const itemMissing = 'svc_item_missing'

/** The outcome of an item that was installed and did not stay. `failed`: it is still installed. */
export function toRolledBack(
  outcome: UpdateOutcome,
  reason: string,
  restored: 'restored' | 'deactivated' | 'failed',
): UpdateOutcome {
  const { name, from, to } = outcome
  const sentences = {
    restored: `${name} ${to} was installed and rolled back to ${from}. ${reason} Changes of the database are not undone.`,
    deactivated: `${name} ${to} broke the site and was deactivated: ${from} has a known vulnerability, so it was not restored. ${reason}`,
    failed: `${name} ${to} broke the site and could not be rolled back. ${reason}`,
  }
  const message = sentences[restored]
  if (restored === 'failed') return { ...outcome, result: 'failed', code: checksFailed, message }
  return {
    ...outcome,
    to: restored === 'restored' ? from : to,
    result: 'rolled_back',
    code: rolledBack,
    message,
  }
}
