import { z } from 'zod'
import type { LeftOutItem } from '../../../operation/bulk-action.ts'
import {
  findFailedReleases,
  findHeldReleases,
  hasStoredPolicies,
  readSitePolicies,
} from '../../update-policies/index.ts'
import { Slugs } from '../update-entry.ts'
import { type PendingUpdate, streamPendingUpdates } from '../update-store.ts'
import { applyReadPolicies, failedBefore, type PolicyContext } from './apply-policies.ts'
import { isNamedIn, type RunRequest } from './select-updates.ts'

/** Part of the input of every plan that can leave out releases. */
export const failedReleaseFields = {
  failed_releases: Slugs.default([]).describe(
    'Slugs of releases that failed on other sites and are to be installed anyway. Without specific_items such releases are left out.',
  ),
  leave_out_failed: z
    .boolean()
    .default(false)
    .describe('Leave out releases that failed on other sites also where specific_items names them.'),
}

/** For the target of a job: only what differs from the default, because workers of 0.2.0 refuse fields that they do not know. */
export const failedReleaseInput = (chosen: { failed_releases: readonly string[]; leave_out_failed: boolean }) => ({
  ...(chosen.failed_releases.length > 0 && { failed_releases: chosen.failed_releases }),
  ...(chosen.leave_out_failed && { leave_out_failed: true }),
})

export interface SiteUpdates {
  siteId: number
  updates: PendingUpdate[]
  refused: { update: PendingUpdate; code: string; message: string }[]
}

type Selected = Pick<RunRequest, 'types' | 'slugs' | 'failedReleases' | 'leaveOutFailed'>

/** Without a held or failed release and without policies, nothing can be left out. */
export const canLeaveOut = async ({ db }: PolicyContext): Promise<boolean> =>
  (await findHeldReleases(db)).size > 0 || (await findFailedReleases(db)).size > 0 || (await hasStoredPolicies(db))

/** The pending updates of sites, without those that a run would refuse; from stored data. */
export async function* streamAllowedUpdates(
  context: PolicyContext,
  siteIds: readonly number[],
  { types, slugs, ...chosen }: Selected,
): AsyncGenerator<SiteUpdates> {
  const isDecided = await canLeaveOut(context)
  const choice = { automatic: false, isNamed: isNamedIn({ slugs, ...chosen }) }
  for (let from = 0; from < siteIds.length; from += sitesPerRead) {
    const part = siteIds.slice(from, from + sitesPerRead)
    const policies = isDecided ? await readSitePolicies(context, part) : null
    const filter = { siteIds: part, limits: null, types, slugs }
    for await (const { siteId, updates } of streamPendingUpdates(context.db, filter)) {
      if (policies === null) {
        yield { siteId, updates, refused: [] }
        continue
      }
      const { allowed, refused } = applyReadPolicies(policies, updates, choice, context.clock.now())
      yield { siteId, updates: allowed, refused }
    }
  }
}

const sitesPerRead = 500

/** Each release once. */
export function countLeftOut(refused: readonly SiteUpdates['refused'][number][]): LeftOutItem[] {
  const counted = new Map<string, LeftOutItem>()
  for (const { update, code, message } of refused) {
    const { type, slug, name, new_version: version } = update
    const key = `${type} ${slug} ${version} ${code} ${message}`
    const known = counted.get(key)
    if (known) known.sites++
    else counted.set(key, { type, slug, name, version, sites: 1, code, message, can_install: code === failedBefore })
  }
  return [...counted.values()].sort((a, b) => b.sites - a.sites)
}
