import { z } from 'zod'
import type { EffectivePolicy } from './effective-policy.ts'
import {
  BrowserSites,
  browserGateNames,
  defaultGates,
  GateMode,
  GuardMode,
  pageGateNames,
  pageKinds,
  siteGateNames,
} from './policy.ts'
import type { SitePolicies } from './read-policies.ts'

/** What a person chooses for one rollout. Parts that are left out are decided by the policies. */
export const CheckChoice = z.strictObject({
  guard: GuardMode.optional().describe('Where the policies say if_possible; their off and required stay.'),
  page_checks: GateMode.optional().describe(
    'The checks over HTTP: block switches on those that are on by default, and further ones of the policies.',
  ),
  browser_checks: GateMode.optional().describe('Script errors and pictures. They need Chromium.'),
  browser_sites: BrowserSites.optional(),
})
export type CheckChoice = z.output<typeof CheckChoice>

const rank: Record<GateMode, number> = { off: 0, warn: 1, block: 2 }
const stricter = (a: GateMode, b: GateMode) => (rank[a] > rank[b] ? a : b)

function chooseMode(chosen: GateMode | undefined, own: GateMode, usual: GateMode): GateMode {
  if (chosen === undefined || chosen === 'off') return chosen ?? own
  const mode = stricter(own, usual)
  return chosen === 'warn' && mode === 'block' ? 'warn' : mode
}

export function withChoice<Policy extends Pick<EffectivePolicy, 'guard' | 'gates' | 'browserSites'>>(
  policy: Policy,
  { guard, page_checks, browser_checks, browser_sites }: CheckChoice,
): Policy {
  const gates = { ...policy.gates }
  for (const name of [...pageGateNames, ...pageKinds, ...siteGateNames])
    gates[name] = chooseMode(page_checks, gates[name], defaultGates[name])
  for (const name of browserGateNames) gates[name] = chooseMode(browser_checks, gates[name], 'block')
  const isOpen = guard !== undefined && policy.guard.value === 'if_possible'
  return {
    ...policy,
    guard: isOpen ? { value: guard, by: { id: null, scope: 'rollout' } } : policy.guard,
    gates,
    browserSites: browser_sites ?? policy.browserSites,
  }
}

/** The policies of sites, with what was chosen for one rollout. */
export const chooseChecks = (policies: SitePolicies, choice: CheckChoice): SitePolicies => ({
  ...policies,
  of(siteId, item) {
    const policy = policies.of(siteId, item)
    return policy && withChoice(policy, choice)
  },
})

/** Why an item has no guard, if it is switched off for it. */
export function describeGuardOff({ value, by }: EffectivePolicy['guard']): string | null {
  if (value !== 'off') return null
  if (by.scope === 'rollout') return 'Guards are switched off for this rollout.'
  return by.scope === 'fleet'
    ? 'Guards are switched off for all sites.'
    : `Guards are switched off by the policy of this ${by.scope}.`
}
