import type { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import type { BulkAction, BulkSite, LeftOutSite, SplitSites } from '../../operation/bulk-action.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { readFields } from '../../operation/read-fields.ts'
import { requirePermission } from '../../operation/require-permission.ts'
import { present } from '../../platform/present.ts'
import { monitorBulkActions } from '../monitors/index.ts'
import { packageBulkActions } from '../packages/index.ts'
import { siteBulkActions, siteDisconnected, siteSuspended } from '../sites/index.ts'
import { softwareBulkActions } from '../software/index.ts'
import { syncBulkActions } from '../sync/index.ts'
import { updateBulkActions } from '../updates/index.ts'

/** Everything that can be done to many sites with one plan. */
const actions = new Map<string, BulkAction>(
  [
    ...siteBulkActions,
    ...syncBulkActions,
    ...monitorBulkActions,
    ...updateBulkActions,
    ...softwareBulkActions,
    ...packageBulkActions,
  ].map((action) => [action.name, action]),
)

export const bulkActionNames = [...actions.keys()]

/** The action, if the caller may run its operation on any site. */
export function requireAction(name: string, actor: Actor): BulkAction {
  const action = present(actions.get(name), `the action ${name}`)
  requirePermission(action.operation, actor)
  return action
}

export function readActionOptions({ options }: BulkAction, given: Record<string, unknown>): z.output<z.ZodObject> {
  const { data, problems } = readFields(options, inputSchemaOf(options), given)
  if (data) return data
  const named = Object.entries(problems ?? {}).map(([field, problem]) => [`options.${field}`, problem])
  throw invalidInput(Object.fromEntries(named))
}

/** Sites that the action would change, and why others are left out. */
export async function splitSites(
  context: Context,
  action: BulkAction,
  sites: readonly BulkSite[],
  options: unknown,
): Promise<SplitSites> {
  const [usable, unusable] = action.needsConnection ? splitByConnection(sites) : [[...sites], []]
  const split = (await action.split?.(usable, options, context)) ?? { ready: usable, leftOut: [] }
  return { ...split, leftOut: [...unusable, ...split.leftOut] }
}

function splitByConnection(sites: readonly BulkSite[]): [BulkSite[], LeftOutSite[]] {
  const unusable = sites
    .filter(({ status }) => status !== 'connected')
    .map((site) => {
      const { code, message } = site.status === 'suspended' ? siteSuspended(site) : siteDisconnected(site)
      return { site, code, message }
    })
  return [sites.filter(({ status }) => status === 'connected'), unusable]
}

export const planNotFound = () =>
  new ServiceError(
    'svc_bulk_plan_not_found',
    'missing',
    'There is no such plan: it is older than 15 minutes, or another user or key made it. Make a new one: POST /bulk/plans.',
  )

export const planIsOutdated = () =>
  new ServiceError(
    'svc_bulk_plan_outdated',
    'conflict',
    'None of the sites of this plan is left, or you may no longer use them. Make a new plan.',
  )
