import type { Context } from '../../operation/context.ts'
import { readExpectedRefusals } from '../guard/index.ts'
import {
  describeNotGuarded,
  type ExplainableUpdate,
  type Explanation,
  type PolicyItem,
  readSitePolicies,
} from '../update-policies/index.ts'

/** An update, with the installed version. */
type ExplainedUpdate = ExplainableUpdate & { current_version: string }

/**
 * Why updates of these sites are not installed, or when they will be. A policy can require a guard: what sites answered before shows
 * which items have none. Automatic runs try these again, because a site may allow guards meanwhile. With an item: its updates alone.
 */
export async function readExplanations(
  context: Pick<Context, 'db' | 'clock' | 'settings'>,
  siteIds: readonly number[],
  item: PolicyItem | null = null,
): Promise<(update: ExplainedUpdate) => Explanation | undefined> {
  const [policies, findRefusal] = await Promise.all([
    readSitePolicies(context, siteIds, item),
    readExpectedRefusals(context, siteIds),
  ])
  const now = context.clock.now()
  return (update) => {
    const why = policies.explain(update, now)
    const policy = policies.of(update.site_id, update)
    if (!why || why.blocks === 'everything' || policy?.guard.value !== 'required') return why
    const refusal = findRefusal(update.site_id, { ...update, from: update.current_version })
    if (refusal === null) return why
    const message = describeNotGuarded(policy, refusal.message)
    return { ...why, code: 'not_guarded', blocks: 'everything', until: null, message }
  }
}
