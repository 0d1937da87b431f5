import type { Context } from '../../../operation/context.ts'
import { type Explanation, readSitePolicies, type SitePolicies } from '../../update-policies/index.ts'
import { releaseStep } from '../release-step.ts'
import type { PendingUpdate } from '../update-store.ts'

export type PolicyContext = Pick<Context, 'db' | 'settings' | 'clock'>

/** Codes with which a person cannot install an update either. The other reasons are those of the site, and are reported there. */
const refusals: readonly Explanation['code'][] = ['held_release', 'never', 'frozen']

interface AppliedPolicies {
  allowed: PendingUpdate[]
  /** Only in runs that a person started. */
  refused: { update: PendingUpdate; code: string; message: string }[]
  policies: SitePolicies
}

interface PolicyChoice {
  automatic: boolean
  /** Whether a person chose exactly this item; a release that failed before is left out otherwise. */
  isNamed?: (item: { slug: string }) => boolean
}

/** What the policies allow: automatic runs install what is due, people everything that is not forbidden. */
export async function applyPolicies(
  context: PolicyContext,
  siteId: number,
  pending: readonly PendingUpdate[],
  choice: PolicyChoice,
): Promise<AppliedPolicies> {
  return applyReadPolicies(await readSitePolicies(context, [siteId]), pending, choice, context.clock.now())
}

/** The same with policies that were read for many sites. */
export function applyReadPolicies(
  policies: SitePolicies,
  pending: readonly PendingUpdate[],
  { automatic, isNamed = () => true }: PolicyChoice,
  now: Date,
): AppliedPolicies {
  const explained = pending.map((update) => {
    const step = releaseStep(update.type, update.current_version, update.new_version)
    return { update, why: policies.explain({ ...update, ignored: false, step }, now) }
  })
  if (automatic)
    return {
      allowed: explained.flatMap(({ update, why }) => (why?.code === 'due' ? [update] : [])),
      refused: [],
      policies,
    }
  const refusalOf = (update: PendingUpdate, why: Explanation | undefined) => {
    if (why && refusals.includes(why.code)) return { update, code: refusalCodeOf(why.code), message: why.message }
    const { type, slug, new_version: version } = update
    const failures = isNamed(update) ? null : policies.failuresOf({ type, slug, version })
    return failures === null ? null : { update, code: failedBefore, message: howToInstall(failures) }
  }
  const decided = explained.map(({ update, why }) => ({ update, refusal: refusalOf(update, why) }))
  return {
    allowed: decided.flatMap(({ update, refusal }) => (refusal ? [] : [update])),
    refused: decided.flatMap(({ refusal }) => refusal ?? []),
    policies,
  }
}

/** A release that failed before and was not chosen. */
export const failedBefore = 'svc_release_failed_before'
export const howToInstall = (failures: string) => `${failures} Choose it to install it anyway.`

export const refusalCodeOf = (code: Explanation['code']) =>
  code === 'held_release' ? 'svc_release_held' : 'svc_update_not_allowed'
