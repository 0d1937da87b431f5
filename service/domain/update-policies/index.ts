import type { Feature } from '../../operation/feature.ts'
import { deleteUpdatePolicy } from './operations/delete-update-policy.ts'
import { liftHeldRelease } from './operations/lift-held-release.ts'
import { listHeldReleases } from './operations/list-held-releases.ts'
import { listUpdatePolicies } from './operations/list-update-policies.ts'
import { saveUpdatePolicy } from './operations/save-update-policy.ts'
import { addresses } from './rest.ts'

export const updatePoliciesFeature: Feature = {
  name: 'update-policies',
  tables: ['update_policies', 'release_failures', 'held_releases', 'site_update_windows'],
  operations: [listUpdatePolicies, saveUpdatePolicy, deleteUpdatePolicy, listHeldReleases, liftHeldRelease],
  addresses,
  retention: [
    { table: 'release_failures', keepDays: 365, column: 'failed_at' },
    // Releases that are still held stay.
    { table: 'held_releases', keepDays: 730, column: 'lifted_at' },
  ],
}

export { CheckChoice, chooseChecks, describeGuardOff } from './choose-checks.ts'
export type { EffectivePolicy, PolicyItem } from './effective-policy.ts'
export {
  coreIsNotGuarded,
  describeNotGuarded,
  type Explanation,
  UpdateExplanation,
  upToDate,
} from './explain-update.ts'
export {
  findFailedReleases,
  findHeldReleases,
  listHeldVersions,
  recordReleaseFailure,
  releaseKey,
} from './held-release-store.ts'
export {
  browserGateNames,
  type GateMode,
  type GateName,
  gateNames,
  type PageGateName,
  type PageKind,
  PolicyAction,
  pageGateNames,
  pageKinds,
  ReleaseLevel,
} from './policy.ts'
export {
  hasStoredPolicies,
  isGuardSwitchedOff,
  listSitesWithoutGuard,
  listSitesWithWindows,
  takeSiteWindows,
} from './policy-store.ts'
export { type ExplainableUpdate, readSecurityRules, readSitePolicies, type SitePolicies } from './read-policies.ts'
export { describeFailures } from './release-failures.ts'
export { listSitesOfWindowedViews } from './view-sites.ts'
export { openWindow } from './windows.ts'
