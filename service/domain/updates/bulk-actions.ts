import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type BulkAction, bulkAction } from '../../operation/bulk-action.ts'
import { type ErrorCode, invalidInput } from '../../operation/errors.ts'
import { directoryNameOf, packageAddress } from '../installs/index.ts'
import { installSiteUpdates } from './operations/install-site-updates.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { runUpdates } from './operations/run-updates.ts'
import {
  countLeftOut,
  failedReleaseFields,
  failedReleaseInput,
  type SiteUpdates,
  streamAllowedUpdates,
} from './run/leave-out-updates.ts'
import { Slugs, TypeName, typesOf } from './update-entry.ts'
import { listSitesWithPendingUpdates } from './update-store.ts'

export const updateBulkActions: BulkAction[] = [
  bulkAction({
    name: 'run-updates',
    operation: runUpdates,
    target: installSiteUpdates,
    kind: 'update',
    options: z.strictObject({
      types: z.array(TypeName).default([]),
      specific_items: Slugs.default([]),
      ...failedReleaseFields,
    }),
    needsConnection: true,
    async split(sites, { types, specific_items, failed_releases, leave_out_failed }, context) {
      const { db } = context
      const siteIds = sites.map(({ id }) => id)
      const scope = { siteIds, limits: null, types: typesOf(types), slugs: specific_items }
      const pending = new Set((await listSitesWithPendingUpdates(db, scope)).map(({ site_id }) => site_id))
      const leftOut: { site: (typeof sites)[number]; code: ErrorCode; message: string }[] = sites
        .filter(({ id }) => !pending.has(id))
        .map((site) => ({
          site,
          code: 'svc_nothing_to_update' as const,
          message: `${site.url} has no such update, or it is ignored.`,
        }))
      const byId = new Map(sites.map((site) => [site.id, site]))
      const failed = { failedReleases: failed_releases, leaveOutFailed: leave_out_failed }
      const request = { types: typesOf(types), slugs: specific_items, ...failed }
      const items: SiteUpdates['refused'] = []
      for await (const { siteId, updates, refused } of streamAllowedUpdates(context, [...pending], request)) {
        items.push(...refused)
        const [site, [first]] = [byId.get(siteId), refused]
        if (updates.length > 0 || !site || !first) continue
        pending.delete(siteId)
        // Refusals of policies have error codes.
        leftOut.push({ site, code: first.code as ErrorCode, message: first.message })
      }
      return { ready: sites.filter(({ id }) => pending.has(id)), leftOut, leftOutItems: countLeftOut(items) }
    },
    inputOf: ({ id }, { types, specific_items, ...failed }) => ({
      site_id_or_domain: id,
      types: typesOf(types),
      slugs: specific_items,
      ...failedReleaseInput(failed),
      run: randomUUID(),
    }),
  }),
  bulkAction({
    name: 'install-from-directory',
    operation: installSiteVersion,
    kind: 'install',
    options: installSiteVersion.input.pick({ type: true, slug: true, version: true, activate: true }),
    needsConnection: true,
    async split(sites, { type, slug, version }) {
      const name = directoryNameOf(type, slug)
      if (name === null || packageAddress(type, name, version ?? null) === null)
        throw invalidInput({ 'options.slug': `is not the name of a ${type} in the public directory` })
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: ({ id }, options) => ({ site_id_or_domain: id, ...options }),
  }),
]
