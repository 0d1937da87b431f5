import type { Feature } from '../../operation/feature.ts'
import { sealedGuardColumn } from './guard-store.ts'
import { sweepExpiredGuards } from './operations/sweep-expired-guards.ts'
import { sweepSiteGuards } from './operations/sweep-site-guards.ts'

export const guardFeature: Feature = {
  name: 'guard',
  tables: ['guards'],
  operations: [sweepSiteGuards, sweepExpiredGuards],
  addresses: [],
  schedule: [{ operation: sweepExpiredGuards, cron: '17 * * * *' }],
  retention: [{ table: 'guards', keepDays: 365, column: 'ended_at' }],
  sealed: [sealedGuardColumn],
}

export type { DirectWay, GuardCulprit, GuardedFiles, GuardSuspect } from '../../platform/connector/parts/guard.ts'
export { type FindRefusal, readExpectedRefusals } from './expected-refusals.ts'
export type {
  ArmedGuard,
  GuardedItem,
  GuardNote,
  GuardRefusalReason,
  GuardState,
  RefusedGuard,
} from './guard.ts'
export { describeDirectWay, describeStandDown, guardHeader } from './guard.ts'
export { listSitesToRestore } from './guard-store.ts'
export {
  type RestoreOutcome,
  readGuardNote,
  readNotesOfRuns,
  restoreDueGuards,
  restoreFromGuard,
  restoreLater,
} from './read-guards.ts'
export {
  armGuard,
  disarmGuard,
  listArmedGuards,
  resumeGuards,
  sweepGuards,
} from './use-guard.ts'
