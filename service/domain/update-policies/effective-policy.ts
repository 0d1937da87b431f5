import {
  type BrowserSites,
  defaultGates,
  defaultSoakMinutes,
  type Freeze,
  type GateMode,
  type GateName,
  type GuardMode,
  gateNames,
  type ItemType,
  type PolicyAction,
  type PolicyRules,
  type PolicyScope,
  type ReleaseLevel,
  type StoredPolicy,
  type UpdateWindow,
} from './policy.ts'

export type ScopedPolicy = Pick<
  StoredPolicy,
  'scope' | 'tag_id' | 'view_id' | 'client_id' | 'site_id' | 'item_type' | 'item_slug' | 'rules'
> & { id: number | null }

/** What policies depend on. */
export interface PolicySite {
  id: number
  clientId: number | null
  tagIds: readonly number[]
  /** Of the views that policies have, those with this site. */
  viewIds: readonly number[]
}

export interface PolicyItem {
  type: ItemType
  slug: string
}

/** A value and the policy that decided it. */
export interface Decided<Value> {
  value: Value
  by: Pick<ScopedPolicy, 'id' | 'scope'>
}

/** A person can decide about the guard for one rollout. */
export interface DecidedGuard {
  value: GuardMode
  by: { id: number | null; scope: PolicyScope | 'rollout' }
}

export interface EffectivePolicy {
  action(level: ReleaseLevel): Decided<PolicyAction>
  /** The policy of the fleet does not update this type automatically. */
  isTypeExcluded: boolean
  delayDays: Decided<number>
  windows: Decided<readonly UpdateWindow[]>
  freezes: Decided<readonly Freeze[]>
  guard: DecidedGuard
  gates: Readonly<Record<GateName, GateMode>>
  browserSites: BrowserSites
  /** In ascending order. */
  soakMinutes: readonly number[]
  keyText: string | null
  extraPaths: readonly string[]
}

const specificity: Record<PolicyScope, number> = { fleet: 0, tag: 1, view: 2, client: 3, site: 4, item: 5 }

function applies(
  { scope, tag_id, view_id, client_id, site_id, item_type, item_slug }: ScopedPolicy,
  site: PolicySite,
  item: PolicyItem | null,
): boolean {
  if (scope === 'fleet') return true
  if (scope === 'tag') return tag_id !== null && site.tagIds.includes(tag_id)
  if (scope === 'view') return view_id !== null && site.viewIds.includes(view_id)
  if (scope === 'client') return client_id === site.clientId
  if (scope === 'site') return site_id === site.id
  return item !== null && item_type === item.type && item_slug === item.slug
}

const strictness: Record<PolicyAction, number> = { automatic: 0, ask: 1, never: 2 }

/**
 * The policy of an item on a site: for each value, the most specific policy that has it. Among several tags or views the
 * stricter value counts. `policies` contains the one of the fleet.
 */
export function effectivePolicy(
  policies: readonly ScopedPolicy[],
  site: PolicySite,
  item: PolicyItem | null,
): EffectivePolicy {
  const own = policies
    .filter((policy) => applies(policy, site, item))
    .sort((a, b) => specificity[b.scope] - specificity[a.scope] || (a.id ?? 0) - (b.id ?? 0))
  function decide<Value>(
    read: (rules: PolicyRules, policy: ScopedPolicy) => Value | null | undefined,
    fallback: Value,
    stricter: (a: Value, b: Value) => boolean,
  ): Decided<Value> {
    let found: (Decided<Value> & { rank: number }) | null = null
    for (const policy of own) {
      const value = read(policy.rules, policy)
      if (value === null || value === undefined) continue
      const rank = specificity[policy.scope]
      if (found && rank < found.rank) break
      if (!found || stricter(value, found.value)) found = { value, by: { id: policy.id, scope: policy.scope }, rank }
    }
    return found ? { value: found.value, by: found.by } : { value: fallback, by: { id: null, scope: 'fleet' } }
  }
  const isOfTypes = ({ types }: PolicyRules) => !types || item === null || types.includes(item.type)
  const gates = Object.fromEntries(
    gateNames.map((name) => [name, decide(({ gates }) => gates?.[name], defaultGates[name], isStricterGate).value]),
  ) as Record<GateName, GateMode> // One entry per name.
  return {
    action: (level) =>
      decide<PolicyAction>(
        // A type that the fleet does not update automatically needs a person; other policies do not apply to it.
        (rules, { scope }) => (isOfTypes(rules) ? rules[level] : scope === 'fleet' ? askAtLeast(rules[level]) : null),
        'ask',
        (a, b) => strictness[a] > strictness[b],
      ),
    isTypeExcluded: own.some(({ scope, rules }) => scope === 'fleet' && !isOfTypes(rules)),
    delayDays: decide(
      ({ delay_days }) => delay_days,
      0,
      (a, b) => a > b,
    ),
    windows: decide<readonly UpdateWindow[]>(
      ({ windows }) => windows,
      [],
      (a, b) => a.length > 0 && b.length === 0,
    ),
    freezes: decide<readonly Freeze[]>(
      ({ freezes }) => freezes,
      [],
      (a, b) => a.length > b.length,
    ),
    guard: decide<GuardMode>(({ guard }) => guard, 'if_possible', isStricterGuard),
    gates,
    browserSites: decide<BrowserSites>(
      ({ browser_sites }) => browser_sites,
      'sample',
      (a) => a === 'all',
    ).value,
    // The longest of several tags or views.
    soakMinutes: decide<readonly number[]>(
      ({ soak_minutes }) => soak_minutes,
      defaultSoakMinutes,
      (a, b) => Math.max(0, ...a) > Math.max(0, ...b),
    ).value.toSorted((a, b) => a - b),
    keyText:
      decide<string>(
        ({ key_text }) => key_text,
        '',
        () => false,
      ).value || null,
    extraPaths: decide<readonly string[]>(
      ({ extra_paths }) => extra_paths,
      [],
      () => false,
    ).value,
  }
}

const askAtLeast = (action: PolicyAction | null | undefined): PolicyAction => (action === 'never' ? 'never' : 'ask')

// Whether guards are switched off is decided by isGuardSwitchedOff.
const guardRank: Record<GuardMode, number> = { if_possible: 0, off: 1, required: 2 }
const isStricterGuard = (a: GuardMode, b: GuardMode) => guardRank[a] > guardRank[b]

const gateRank: Record<GateMode, number> = { off: 0, warn: 1, block: 2 }
const isStricterGate = (a: GateMode, b: GateMode) => gateRank[a] > gateRank[b]
