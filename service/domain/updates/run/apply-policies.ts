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

/** What the policies allow: automatic runs install what is due, people everything that is not forbidden. */
export async function applyPolicies(
  context: PolicyContext,
  siteId: number,
  pending: readonly PendingUpdate[],
  { automatic }: { automatic: boolean },
): Promise<AppliedPolicies> {
  const policies = await readSitePolicies(context, [siteId])
  const now = context.clock.now()
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
  const isRefused = (why: Explanation | undefined): why is Explanation =>
    why !== undefined && refusals.includes(why.code)
  return {
    allowed: explained.flatMap(({ update, why }) => (isRefused(why) ? [] : [update])),
    refused: explained.flatMap(({ update, why }) =>
      isRefused(why) ? [{ update, code: codeOf(why.code), message: why.message }] : [],
    ),
    policies,
  }
}

const codeOf = (code: Explanation['code']) => (code === 'held_release' ? 'svc_release_held' : 'svc_update_not_allowed')
