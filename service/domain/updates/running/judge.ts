import type { ItemCode, ItemOutcome as SoftwareOutcome } from '../../../platform/connector/outcomes.ts'
import type { CoreOutcome } from '../../../platform/connector/parts/core-update.ts'
import type { ItemOutcome, RunItem, UpdateResult } from './outcome.ts'

const resultOf: Partial<Record<ItemCode, UpdateResult>> = {
  svc_rolled_back: 'rolled_back',
  svc_no_effect: 'no_effect',
  svc_skipped: 'skipped',
  svc_nothing_to_update: 'not_needed',
  svc_not_installed: 'not_needed',
  svc_outcome_unknown: 'unknown',
}

/** The verdict on a plugin, theme or translation, by its name in our history. */
export function fromSoftware(item: RunItem, verdict: SoftwareOutcome | undefined): ItemOutcome {
  if (!verdict) return inDoubt(item, `The site did not say what became of ${item.name}.`)
  const { code = 'svc_update_failed', message = '', oldVersion, newVersion, wordpressCodes = [], interrupted } = verdict
  const from = oldVersion ?? item.from
  const base = { ...item, name: item.name || verdict.name, from }
  // Stored versions may be outdated: what somebody else installed meanwhile was not installed by us.
  if (verdict.already || (code === 'svc_no_effect' && newVersion === item.to && item.to !== ''))
    return wasThere(base, newVersion ?? item.to)
  if (verdict.outcome === 'done') return { ...base, ...updated, to: newVersion ?? item.to }
  const failed = { ...base, to: verdict.outcome === 'unknown' ? item.to : (newVersion ?? from), message }
  if (interrupted) return { ...failed, result: 'interrupted', code: 'svc_update_interrupted' }
  if (code === 'svc_update_failed' && wordpressCodes.includes('download_failed'))
    return { ...failed, result: 'download_failed', code: 'svc_download_failed' }
  return { ...failed, result: resultOf[code] ?? 'failed', code }
}

/** The verdict on WordPress itself. */
export function fromCore(item: RunItem, verdict: CoreOutcome): ItemOutcome {
  const { outcome, oldVersion, newVersion, message = null, code = 'svc_update_failed', interrupted, already } = verdict
  const from = oldVersion ?? item.from
  const base = { ...item, from, to: newVersion ?? from, message }
  if (already) return wasThere(item, base.to)
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

const wasThere = (item: RunItem, version: string): ItemOutcome => ({
  ...item,
  from: version,
  to: version,
  result: 'not_needed',
  code: 'svc_nothing_to_update',
  message: `${item.name} was at version ${version} already; somebody else had updated it.`,
})

const inDoubt = (item: RunItem, message: string): ItemOutcome => ({
  ...item,
  result: 'unknown',
  code: 'svc_outcome_unknown',
  message,
})

/** The call certainly had no effect: it was never sent, refused, or met a closed door. */
export function notTried(
  items: readonly RunItem[],
  error: { code: string; kind: string; message: string },
): ItemOutcome[] {
  const unreachable = error.kind === 'unreachable' || error.kind === 'unavailable'
  const result = error.code === 'svc_maintenance' ? 'maintenance' : unreachable ? 'not_reached' : 'refused'
  return items.map((item) => ({ ...item, to: item.from, result, code: error.code, message: error.message }))
}

/** What a look shows of an item; undefined: the site did not say. */
export type Sight = { changed: boolean; version: string } | undefined

/** What a look at the site says about something that was begun, and whose end nobody saw. */
export function seenAfterwards(item: RunItem, sight: Sight): ItemOutcome {
  if (!sight) return inDoubt(item, `Nobody can say whether ${item.name} was updated; look at the site.`)
  if (sight.changed) return { ...item, ...updated, to: sight.version }
  return {
    ...item,
    to: item.from,
    result: 'interrupted',
    code: 'svc_update_interrupted',
    message: `The update of ${item.name} broke off, and the site still has the old version.`,
  }
}
