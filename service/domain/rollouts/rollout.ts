import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { CheckChoice } from '../update-policies/index.ts'

export const rolloutStatuses = ['scheduled', 'running', 'soaking', 'paused', 'finished', 'ended'] as const
export type RolloutStatus = (typeof rolloutStatuses)[number]

export const stepStates = [
  'waiting',
  'running',
  'updated',
  /** The update was tried and not installed; the site has its old version. */
  'failed',
  /** Installed, and rolled back because the site failed its checks. */
  'rolled_back',
  /** Installed; the site fails its checks and could not be rolled back. */
  'broken',
  'unknown',
  /** Nothing was tried: no such update any more, or the site could not be called. */
  'skipped',
  'cancelled',
  /** Installed, and rolled back later by a person. */
  'reverted',
] as const
export const StepState = z.enum(stepStates)
export type StepState = z.output<typeof StepState>

/** States that use the failure budget. */
export const failedStates: readonly StepState[] = ['failed', 'rolled_back', 'broken', 'unknown']

/** What became of the rollback of one step. */
const rollbackStates = [
  'waiting',
  'running',
  'done',
  /** The old versions are back, and the site fails its checks. */
  'unhealthy',
  'partial',
  'failed',
  /** Not known, or the old versions are back and the site could not be checked. */
  'unknown',
  /** Nothing was changed: there is no way back, or other versions are installed. */
  'skipped',
  /** Its job was cancelled before it started. */
  'cancelled',
] as const
export const RollbackState = z.enum(rollbackStates)
export type RollbackState = z.output<typeof RollbackState>

const items = ['core', 'plugin', 'theme', 'translation'] as const

export const PlannedItem = z.object({
  type: z.enum(items),
  slug: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  exact: z.literal(true).optional().describe('From the public directory, where the site does not offer this version.'),
})
export type PlannedItem = z.output<typeof PlannedItem>

/** Which sites a wave takes from those that are left. */
export const WaveInput = z.strictObject({
  name: z.string().max(100).optional(),
  sites: z.int().min(1).max(1_000_000).optional().describe('This many sites.'),
  percent: z.number().min(0.01).max(100).optional().describe('This share of all sites of the rollout.'),
  tag_id: z.int().min(1).optional(),
  client_id: z.int().min(1).optional(),
  host: z.string().max(253).optional().describe('Sites with this host name or address.'),
  php_version: z.string().max(20).optional().describe('Sites with this PHP, such as 8.2.'),
  wp_version: z.string().max(20).optional().describe('Sites with this WordPress, such as 6.8.'),
  soak_minutes: z.int().min(0).max(20_160).default(0).describe('Wait this long before the next wave.'),
  max_failures: z.int().min(1).max(100_000).optional().describe('Pause after this many failed sites.'),
  max_failure_percent: z
    .number()
    .min(0.01)
    .max(100)
    .optional()
    .describe('Pause after this share of failed sites of the wave. The smaller limit counts, at least 1 site.'),
})
export type WaveInput = z.output<typeof WaveInput>

const Wave = z.object({
  wave: z.int(),
  name: z.string(),
  soak_minutes: z.int(),
  budget: z.int().describe('The rollout pauses at this many failed sites.'),
  budget_left: z.int(),
  total: z.int(),
  waiting: z.int(),
  running: z.int(),
  updated: z.int(),
  failed: z.int().describe('Failed, rolled back, broken or unknown.'),
  rolled_back: z.int(),
  unknown: z.int().describe('Of the failed ones: it is not known whether the site works.'),
  to_roll_back: z.int().describe('Sites on which a person can bring old versions back.'),
  skipped: z.int(),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  next_wave_at: timestamp.nullable().describe('End of the soak time.'),
})

export const Rollout = z.object({
  rollout_id: z.int(),
  name: z.string(),
  status: z.enum(rolloutStatuses),
  pause_code: z.string().nullable(),
  pause_reason: z.string().nullable(),
  current_wave: z.int(),
  waves_total: z.int(),
  sites_total: z.int(),
  sites_updated: z.int(),
  sites_failed: z.int(),
  sites_left: z.int(),
  started_by: z.string(),
  created_at: timestamp,
  starts_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
})

export const RolloutDetail = Rollout.extend({
  checks: CheckChoice.describe('What was selected for this rollout instead of the policies.'),
  sites_to_roll_back: z.int().describe('Sites on which a person can bring old versions back.'),
  watched_until: timestamp
    .nullable()
    .describe('Sites of the current wave are checked again until then; the wave ends afterwards. Null: none is.'),
  waves: z.array(Wave),
  items: z
    .array(PlannedItem.omit({ from: true }).extend({ sites: z.int() }))
    .describe('What is installed, on how many sites.'),
})
