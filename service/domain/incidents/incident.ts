import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { importAuditedChanges } from '../activity/index.ts'
import { listSitesInMaintenance } from '../maintenance/index.ts'
import { describeIncident, type FleetIncident, findIncident, Incident, monitorRules } from '../monitors/index.ts'
import { buildTimeline, TimelineEntry } from './build-timeline.ts'
import { findCauseHint } from './find-cause-hint.ts'
import {
  countSameHostIncidents,
  findHandling,
  findLastSync,
  type HandlingRow,
  listChangesBetween,
  listEntries,
} from './handling-store.ts'

export const IncidentId = z.int().min(1).describe('The id of the incident.')

export const IncidentText = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  // Line breaks are fine, other control characters are not.
  .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'must not contain control characters')

export const Handling = z.object({
  state: z.enum(['open', 'acknowledged', 'resolved']),
  acknowledged_at: timestamp.nullable(),
  acknowledged_by: z.string().nullable(),
  assigned_to: z.string().nullable().describe('The login of a user.'),
  resolved_at: timestamp.nullable(),
  resolved_by: z.string().nullable(),
  report_text: z.string().describe("Shown in the client's report."),
})

export const IncidentDetail = Incident.extend({
  site_id: z.int(),
  site_url: z.string(),
  site_name: z.string(),
  address: z.string().nullable().describe('The IP address that answered last.'),
  handling: Handling,
  cause_hint: z.string().nullable().describe('What happened before and may be the reason.'),
  same_host_sites: z.int().describe('Other sites at the same address that went down within ten minutes.'),
  maintenance: z
    .object({ title: z.string(), ends_at: timestamp })
    .nullable()
    .describe('Announced maintenance of the site that takes place now.'),
  timeline: z.array(TimelineEntry),
  changes_complete: z
    .boolean()
    .describe('False: there were more changes than the timeline shows, or you may not read them.'),
})

export const incidentNotFound = (id: number) =>
  new ServiceError(
    'svc_incident_not_found',
    'missing',
    `There is no incident ${id}. List them with GET /monitors/incidents.`,
  )

type IncidentRow = FleetIncident & { address: string | null }

/** Within the limits of the caller. */
export async function requireIncident(
  context: Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>,
  id: number,
): Promise<IncidentRow> {
  const incident = await findIncident(context.db, id, context.actor.limits, monitorRules(context))
  if (!incident) throw incidentNotFound(id)
  return incident
}

const dayMs = 86_400_000
const sameHostMs = 10 * 60_000
const [maxChanges, maxEntries] = [100, 500]

export async function describeIncidentDetail(
  context: Pick<Context, 'db' | 'actor' | 'settings' | 'clock' | 'modules'>,
  incident: IncidentRow,
): Promise<z.input<typeof IncidentDetail>> {
  const { db, actor, clock } = context
  const now = clock.now()
  const { id, site_id, site_url, site_name, address, started_at, ended_at } = incident
  const from = new Date(started_at.getTime() - dayMs)
  const to = ended_at ?? now
  const maySeeChanges = hasPermission(actor, 'sites.read') && context.modules.isActive('logs')
  if (maySeeChanges) await importAuditedChanges(db)
  const [handling, entries, changes, sync, sameHostSites, maintenance] = await Promise.all([
    findHandling(db, id),
    listEntries(db, id, maxEntries),
    maySeeChanges ? listChangesBetween(db, site_id, { from, to }, maxChanges + 1) : [],
    hasPermission(actor, 'sites.read') ? findLastSync(db, site_id) : null,
    address === null
      ? 0
      : countSameHostIncidents(
          db,
          {
            siteId: site_id,
            address,
            from: new Date(started_at.getTime() - sameHostMs),
            to: new Date(started_at.getTime() + sameHostMs),
          },
          actor.limits,
        ),
    listSitesInMaintenance(db, [site_id], now),
  ])
  const shown = changes.slice(0, maxChanges)
  const present = maintenance.get(site_id)
  return {
    ...describeIncident(incident, now),
    site_id,
    site_url,
    site_name,
    address,
    handling: describeHandling(handling),
    cause_hint: findCauseHint({ startedAt: started_at, changes: shown, sameHostSites }),
    same_host_sites: sameHostSites,
    maintenance: present ? { title: present.title, ends_at: isoTime(present.endsAt) } : null,
    timeline: buildTimeline({
      startedAt: started_at,
      endedAt: incident.ended_by === 'up' ? ended_at : null,
      cause: incident.cause,
      entries,
      changes: shown,
      sync,
      from,
      to,
    }),
    changes_complete: maySeeChanges && changes.length <= maxChanges,
  }
}

const describeHandling = (row: HandlingRow | undefined): z.input<typeof Handling> => ({
  state: row?.resolved_at ? 'resolved' : row?.acknowledged_at ? 'acknowledged' : 'open',
  acknowledged_at: isoTime(row?.acknowledged_at ?? null),
  acknowledged_by: row?.acknowledged_by ?? null,
  assigned_to: row?.assigned_to ?? null,
  resolved_at: isoTime(row?.resolved_at ?? null),
  resolved_by: row?.resolved_by ?? null,
  report_text: row?.report_text ?? '',
})

/** The answer of a dry run. */
export const planIncident = async (context: Context, id: number, change: Record<string, unknown>) => {
  const { site_id, site_name } = await requireIncident(context, id)
  return { id, would_affect: [{ id, site_id, site_name, ...change }] }
}
