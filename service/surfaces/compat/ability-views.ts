import type { FurtherCall, NamedValues } from './view.ts'

/**
 * What the abilities of the established product return in addition to the fields of the specification, by operation.
 * Pure; used on its own base only.
 */
type AddedFields = (output: never, also: never) => Record<string, unknown>

/** What the added fields need, by operation: input that the caller cannot send, and a further call. */
interface AbilityNeeds {
  fixed?: NamedValues
  also?(output: never): FurtherCall | null
}

export const abilityNeeds: Readonly<Record<string, AbilityNeeds>> = {
  'list-tags': { fixed: { include_sites_ids: true } },
  'list-clients': { fixed: { include_details: true } },
  'get-site-client': {
    also: ({ client }: { client: { id: number } | null }) =>
      client && { operation: 'get-client', input: { client_id_or_email: client.id } },
  },
}

interface SiteNames {
  site_id: number
  site_url: string
  site_name: string
}
interface ClientNames {
  client_id: number
  client_name: string
}

const siteOf = ({ site_id, site_url, site_name }: SiteNames) => ({ id: site_id, url: site_url, name: site_name })

/** The record of the site as `site`. */
const besideSite = (output: SiteNames & { status: string }) => ({
  site: { ...siteOf(output), status: output.status },
})

const clientOf = ({ client_id, client_name }: ClientNames) => ({ id: client_id, name: client_name })

interface ClientRecord {
  status: string
  created_at: string
}
const asTheirClient = ({ status, created_at }: ClientRecord) => ({
  suspended: status === 'suspended' ? 1 : 0,
  created: created_at,
})

interface CostEntry {
  payment_type: string
  amount: number
  next_due: string | null
}
const asTheirCost = (entry: CostEntry) => ({
  ...entry,
  type: entry.payment_type,
  price: entry.amount,
  next_renewal: entry.next_due,
})

const ignoreMessage = (action: string) => (action === 'add' ? 'Updates ignored.' : 'Updates no longer ignored.')
const ignored = (action: string, count: number) => ({ message: ignoreMessage(action), ignored_count: count })

const deletion = ({ deleted }: { deleted: unknown[] }) => ({ dry_run: false, count: deleted.length, warnings: [] })

interface CheckedSite extends SiteNames {
  reachable: boolean
  http_status: number
  response_time_ms: number
}
interface CheckedSites {
  results: (SiteNames & { reachable: boolean })[]
  summary: { total_checked: number }
  http_statuses: Record<string, number>
  errors: unknown[]
}

export const abilityViews: Readonly<Record<string, AddedFields>> = {
  'get-batch-job-status': () => ({ job_timed_out: false }),
  'get-site-changes': ({ changes }: { changes: Record<string, unknown>[] }) => ({
    items: changes.map(({ description: _, source: __, outcome: ___, job_id: ____, ...change }) => ({
      ...change,
      user_id: 0,
    })),
  }),
  'get-site-security': ({ security_issues }: { security_issues: unknown[] }) => ({
    total_issues: security_issues.length,
  }),

  'check-site': (output: CheckedSite) => ({
    checked: true,
    response_time: output.response_time_ms / 1000,
    site: siteOf(output),
    status: {
      online: output.reachable,
      http_code: output.http_status,
      response_time: output.response_time_ms / 1000,
    },
  }),
  'check-sites': ({ results, summary, http_statuses, errors }: CheckedSites) => ({
    checked: results.map((site) => ({
      ...siteOf(site),
      status: { online: site.reachable, http_code: http_statuses[site.site_id] ?? 0 },
    })),
    total_checked: summary.total_checked,
    total_errors: errors.length,
  }),
  'suspend-site': besideSite,
  'unsuspend-site': besideSite,
  'disconnect-site': besideSite,
  'reconnect-site': besideSite,
  'delete-site': (output: SiteNames) => ({ dry_run: false, site: siteOf(output), would_affect: [], warnings: [] }),
  'get-sites-basic': ({ sites, total, page = 1, per_page = total }: BasicSites) => ({ items: sites, page, per_page }),

  'list-clients': ({ items }: { items: ClientRecord[] }) => ({
    items: items.map((client) => ({ ...client, ...asTheirClient(client) })),
  }),
  'get-client': asTheirClient,
  'get-site-client': (_: unknown, details: (ClientRecord & { sites_count: number }) | null) => {
    if (details === null) return {}
    const { sites_count: __, ...client } = details
    return { client: { ...client, ...asTheirClient(client) } }
  },
  'add-client': asTheirClient,
  'update-client': asTheirClient,
  'delete-client': clientOf,
  'suspend-client': clientOf,
  'unsuspend-client': (output: ClientNames) => ({ ...clientOf(output), suspended: 0 }),
  'get-client-sites': ({ sites }: { sites: unknown[] }) => ({ items: sites }),
  'count-client-sites': ({ sites_count }: { sites_count: number }) => ({ total: sites_count }),

  'get-tag-sites': ({ sites }: { sites: unknown[] }) => ({ items: sites }),
  'get-tag-clients': ({ clients }: { clients: { id: number; status: string }[] }) => ({
    items: clients.map((client) => ({
      ...client,
      client_id: client.id,
      suspended: client.status === 'suspended' ? 1 : 0,
    })),
  }),
  'delete-tag': ({ tag_id, tag_name }: { tag_id: number; tag_name: string }) => ({
    tag: { id: tag_id, name: tag_name },
  }),

  'get-client-costs': ({ costs }: { costs: CostEntry[] }) => ({ items: costs.map(asTheirCost) }),
  'get-site-costs': ({ costs }: { costs: CostEntry[] }) => ({ costs: costs.map(asTheirCost) }),

  'run-updates': (output: { queued: boolean; sites_queued?: number }) =>
    output.queued ? { updates_queued: output.sites_queued } : {},
  'get-site-updates': ({ site_id, site_url, site_name, updates }: SiteNames & { updates: object[] }) => ({
    updates: updates.map((update) => ({ site_id, site_url, site_name, ...update })),
    rollback_items: { plugins: [], themes: [] },
  }),
  'ignore-site-core': ({ action, core_ignored }: { action: string; core_ignored: boolean }) =>
    ignored(action, Number(core_ignored)),
  'ignore-site-plugins': ({ action, plugins_ignored }: { action: string; plugins_ignored: unknown[] }) =>
    ignored(action, plugins_ignored.length),
  'ignore-site-themes': ({ action, themes_ignored }: { action: string; themes_ignored: unknown[] }) =>
    ignored(action, themes_ignored.length),

  'delete-site-plugins': deletion,
  'delete-site-themes': deletion,
  'get-abandoned-plugins': ({ items }: { items: unknown[] }) => ({ plugins: items }),
  'get-abandoned-themes': ({ items }: { items: unknown[] }) => ({ themes: items }),
}

interface BasicSites {
  sites: unknown
  total: number
  page?: number
  per_page?: number
}
