import { z } from 'zod'
import type { Context } from './context.ts'
import type { ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'

/** A site as an action on many sites sees it. */
export interface BulkSite {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  suspended_by: 'none' | 'hand' | 'client'
}

/** A selected site that an action leaves out. */
export interface LeftOutSite {
  site: BulkSite
  code: ErrorCode
  message: string
}

/** An item that a plan leaves out on some of its sites. */
export const LeftOutItem = z.object({
  type: z.string(),
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  sites: z.int(),
  code: z.string().describe('Such as svc_release_held, svc_update_not_allowed or svc_release_failed_before.'),
  message: z.string(),
  can_install: z.boolean().describe('A person may install it anyway: failed_releases.'),
})
export type LeftOutItem = z.output<typeof LeftOutItem>

export interface SplitSites {
  ready: BulkSite[]
  leftOut: LeftOutSite[]
  /** Items that are left out, also on sites that stay. */
  leftOutItems?: LeftOutItem[]
  /** For the whole plan. */
  warnings?: string[]
}

/**
 * Something that can be done to many sites with one plan. A feature exports its actions from its index.ts; domain/bulk lists them.
 * Each site is a target of one job.
 */
export interface BulkAction {
  name: string
  /** Its permission, scope, confirmation and step-up are those of the plan. */
  operation: Operation
  /** Runs once per site, if it is not `operation`. */
  target?: Operation
  /** The type of the job. */
  kind: string
  options: z.ZodObject
  /** Leaves out sites that are suspended or disconnected. */
  needsConnection?: boolean
  // Method syntax, so that a list can hold actions with different options.
  /** Leaves out further sites, from stored data and without a query per site. */
  split?(sites: readonly BulkSite[], options: unknown, context: Context): Promise<SplitSites>
  /** The input of the operation for one site. */
  inputOf(site: BulkSite, options: unknown): Record<string, unknown>
  /** How the same action takes the change back, from stored data and before it runs. */
  undo?(sites: readonly BulkSite[], options: unknown, context: Context): Promise<UndoneBulk>
}

export interface UndoneBulk {
  sites: readonly BulkSite[]
  /** For `inputOf`; not checked by `options`. */
  options: Record<string, unknown>
}

interface TypedAction<Options extends z.ZodObject> extends Omit<BulkAction, 'options' | 'split' | 'inputOf' | 'undo'> {
  options: Options
  split?(sites: readonly BulkSite[], options: z.output<Options>, context: Context): Promise<SplitSites>
  inputOf(site: BulkSite, options: z.output<Options>): Record<string, unknown>
  undo?(sites: readonly BulkSite[], options: z.output<Options>, context: Context): Promise<UndoneBulk>
}

/** Checks the types of the options of an action. */
export const bulkAction = <Options extends z.ZodObject>(action: TypedAction<Options>): BulkAction => action
