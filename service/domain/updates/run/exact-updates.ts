import type { Context } from '../../../operation/context.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type InstallableType, type InstalledVersion, installExactVersion } from '../../installs/index.ts'
import { requireSite } from '../../sites/index.ts'
import { listExactCandidates, type PendingUpdate } from '../update-store.ts'
import type { RunItem, UpdateOutcome } from './update-outcome.ts'

/** A version of a plugin or theme that the public directory has, whether the site offers it or not. */
export interface ExactItem {
  type: InstallableType
  slug: string
  to: string
}

/** As updates, so that the same policies decide about them. Never to an older version than the installed one. */
export async function readExactUpdates(
  db: Db,
  siteId: number,
  items: readonly ExactItem[],
): Promise<{ updates: PendingUpdate[]; outcomes: UpdateOutcome[] }> {
  if (items.length === 0) return { updates: [], outcomes: [] }
  const found = await listExactCandidates(db, siteId, items)
  const isHigher = ({ current_version, new_version }: PendingUpdate) =>
    current_version !== '' && compareVersions(current_version, new_version) < 0
  return {
    updates: found.filter((update) => isHigher(update) && !update.ignored),
    outcomes: found
      .filter((update) => !isHigher(update) || update.ignored)
      .map(({ type, slug, name, current_version: from, new_version, ignored }) => {
        const item = { type, slug, name, from, to: from }
        if (ignored) {
          const message = `Updates of ${name} are ignored. Stop ignoring them first.`
          return { ...item, result: 'skipped', code: 'svc_update_ignored', message }
        }
        const message =
          from === ''
            ? `The installed version of ${name} is not known. Sync the site.`
            : `${name} ${from} is not older than ${new_version}.`
        return { ...item, result: 'not_needed', code: 'svc_nothing_to_update', message }
      }),
  }
}

/** The guards of the step, which have copies of the installed versions. */
interface Copies {
  putBack(item: RunItem): Promise<{ state: string; message: string }>
}

/**
 * Installs the exact version from the public directory, by the rules of the feature installs. The site is locked, and `guards` has
 * a copy of the installed version where that is possible.
 */
export async function sendExactVersion(
  context: Context,
  siteId: number,
  item: RunItem,
  guards: Copies,
  how: How,
): Promise<UpdateOutcome> {
  const { type, slug, to: version } = item
  if (type !== 'plugin' && type !== 'theme')
    throw new Error('Only plugins and themes have exact versions. This is a bug.')
  const site = await requireSite(context, siteId)
  const request = { type, slug, version, onlyNewer: true, isChecked: true }
  return putBackOther(toOutcome(item, await installExactVersion(context, site, request, how)), guards)
}

export function toOutcome(item: RunItem, installed: InstalledVersion): UpdateOutcome {
  const { outcome, oldVersion, version: found, message, code = 'svc_outcome_unknown' } = installed
  const from = oldVersion ?? item.from
  // The file of a new plugin is known only now.
  const slug = item.from === '' ? installed.slug : item.slug
  const seen = { ...item, slug, from, name: item.name || installed.name }
  if (outcome === 'done') return { ...seen, to: found ?? item.to, result: 'updated', code: null, message: null }
  if (outcome === 'unknown') return { ...seen, result: 'unknown', code, message }
  const result = code === 'svc_nothing_to_update' ? 'not_needed' : 'failed'
  return { ...seen, to: found ?? seen.from, result, code, message }
}

/** Another software or version than the requested one was installed: the old version is put back from the copy of the guard. */
export async function putBackOther(outcome: UpdateOutcome, guards: Copies): Promise<UpdateOutcome> {
  const isOther = outcome.code === 'svc_other_software'
  const isReplaced = outcome.code === 'svc_version_not_installed' && outcome.to !== outcome.from
  if (outcome.from === '' || !(isOther || isReplaced)) return outcome
  const { state, message } = await guards.putBack(outcome)
  const isBack = state === 'restored'
  const ending = isBack ? `${outcome.name} ${outcome.from} was restored.` : `It could not be undone: ${message}`
  return { ...outcome, ...(isBack && { to: outcome.from }), message: `${outcome.message ?? ''} ${ending}`.trim() }
}
