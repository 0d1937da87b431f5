import type { FeatureGauge } from '../../operation/feature.ts'
import { resultOutcomes } from '../../operation/item-results.ts'
import type { CounterDefinition } from '../../platform/metrics.ts'
import { summarizeOpenJobs } from './job-store.ts'

export const endedTargets: CounterDefinition = {
  name: 'flotilla_job_targets_total',
  help: 'Targets of jobs that this process ended, by outcome.',
  labels: { outcome: resultOutcomes },
}

const openJobs: FeatureGauge = {
  name: 'flotilla_jobs_open',
  help: 'Jobs that are not finished, by kind.',
  labelNames: ['kind'],
  read: async ({ db }) => (await summarizeOpenJobs(db)).map(({ kind, jobs }) => ({ labels: { kind }, value: jobs })),
}

const openTargets: FeatureGauge = {
  name: 'flotilla_job_targets_open',
  help: 'Targets of jobs that are waiting or running, by kind of the job.',
  labelNames: ['kind'],
  read: async ({ db }) =>
    (await summarizeOpenJobs(db)).map(({ kind, targets }) => ({ labels: { kind }, value: targets })),
}

const oldestJob: FeatureGauge = {
  name: 'flotilla_job_oldest_seconds',
  help: 'Age of the oldest job that is not finished, by kind.',
  labelNames: ['kind'],
  read: async ({ db, clock }) =>
    (await summarizeOpenJobs(db)).map(({ kind, oldest }) => ({
      labels: { kind },
      value: Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000),
    })),
}

export const jobGauges = [openJobs, openTargets, oldestJob]
