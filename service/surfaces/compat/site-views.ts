import type { JsonRows } from '../../operation/json-rows.ts'
import { allRecords, type Records, recordsOf, showRecord, showRecords, simpleSite, theSite } from './further-calls.ts'
import { type SimpleSite, showSimpleSite, showSite } from './site-record.ts'
import { map, text, without, zeroOrOne } from './values.ts'
import type { NamedValues, RouteView, ViewContext, Views } from './view.ts'

interface Failures {
  errors: { identifier: string | number }[]
}

const action: RouteView = {
  ...theSite,
  body: (_: unknown, context: ViewContext) => ({ success: 1, data: simpleSite(context) }),
}

const suspension = (suspended: 0 | 1): RouteView => ({
  ...theSite,
  body: (_: unknown, context: ViewContext) => ({ success: 1, suspended, data: simpleSite(context) }),
})

/** An action on many sites: `success` or `failed` by the id of the site. */
const actionOnMany = (done: string): RouteView => ({
  body: ({ errors, ...output }: Failures & Record<string, unknown>) => {
    // The field with the sites of the operation.
    const sites = output[done] as { id: number }[]
    const entries = [
      ...sites.map(({ id }) => [id, 'success'] as const),
      ...errors.map(({ identifier }) => [identifier, 'failed'] as const),
    ]
    return { total: entries.length, data: map(entries) }
  },
})

/** The same with the full record of each site. */
async function showResults({ also }: ViewContext, { errors }: Failures) {
  const records = await allRecords(also<Records>('records'))
  const entries: [string | number, unknown][] = [
    ...records.map((site): [number, unknown] => [site.id, { result: 'success', ...showSite(site) }]),
    ...errors.map(({ identifier }): [string | number, unknown] => [identifier, { result: 'failed' }]),
  ]
  return { total: entries.length, data: map(entries) }
}

const fullRecord = { also: ({ id }: { id: number }) => ({ records: recordsOf([id]) }) }
const changedSite: RouteView = {
  ...fullRecord,
  body: async (_: unknown, { also }: ViewContext) => ({ success: 1, data: await showRecord(also<Records>('records')) }),
}

/** An empty list of tags does not change the tags. */
const withoutEmptyTags = ({ groupids, ...sent }: NamedValues): NamedValues =>
  groupids === undefined || groupids === '' ? sent : { ...sent, groupids }

const listParameters = ['with_tags', 'full_data', 'custom_fields']
const readParameters = { input: (sent: Record<string, unknown>) => without(sent, ...listParameters) }

type SyncedSites = Failures & { queued: boolean; synced: { id: number }[]; job_id?: number; sites_queued?: number }
type CheckedSites = Failures & { results: { site_id: number }[] }

const checkLetters: Record<string, string> = { fine: 'Y', issue: 'N', unfixable: 'N', 'fine-by-itself': 'Y_UNABLE' }
const checkNames = [
  'db_reporting',
  'php_reporting',
  'wp_uptodate',
  'phpversion_matched',
  'sslprotocol',
  'debug_disabled',
  'sec_outdated_plugins',
  'sec_inactive_plugins',
  'sec_outdated_themes',
  'sec_inactive_themes',
]

export const siteViews: Views = {
  'GET /sites': {
    ...readParameters,
    operation: 'list-site-records',
    body: (output: Records, { sent }: ViewContext) => ({
      success: 1,
      total: output.total,
      data: showRecords(output, sent),
    }),
  },
  'GET /sites/basic': {
    ...readParameters,
    operation: 'list-sites',
    body: ({ items, total }: { items: JsonRows; total: number }) => ({
      success: 1,
      total,
      // The rows of list-sites without details.
      data: items.map((row) => showSimpleSite(row as SimpleSite)),
    }),
  },
  'GET /sites/count': { body: ({ total }: { total: number }) => ({ count: total }) },
  'GET /sites/{id_or_domain}': {
    ...readParameters,
    ...fullRecord,
    body: async (_: unknown, { also, sent }: ViewContext) => ({
      data: await showRecord(also<Records>('records'), sent),
    }),
  },

  'POST /sites/add': {
    input: withoutEmptyTags,
    body: (site: SimpleSite, { own }: ViewContext) => ({
      success: 1,
      data: showSimpleSite(site),
      message: own.message,
    }),
  },
  'POST|PUT|PATCH /sites/{id_or_domain}/edit': { ...changedSite, input: withoutEmptyTags },
  'POST|PUT|PATCH /sites/{id_or_domain}/sync': changedSite,
  'DELETE /sites/{id_or_domain}/remove': {
    before: ({ site_id_or_domain }) => ({ site: { operation: 'get-site', input: { site_id_or_domain } } }),
    body: (_: unknown, context: ViewContext) => ({
      success: 1,
      message: context.own.message,
      data: simpleSite(context),
    }),
  },
  'POST|PUT|PATCH /sites/{id_or_domain}/reconnect': action,
  'POST|PUT|PATCH /sites/{id_or_domain}/disconnect': action,
  'POST|PUT|PATCH /sites/{id_or_domain}/suspend': suspension(1),
  'POST|PUT|PATCH /sites/{id_or_domain}/unsuspend': suspension(0),
  'POST|PUT|PATCH /sites/{id_or_domain}/check': {
    ...theSite,
    body: ({ reachable, http_status }: { reachable: boolean; http_status: number }, context: ViewContext) => ({
      success: 1,
      data: { ...simpleSite(context), status: zeroOrOne(reachable), http_code: http_status },
    }),
  },

  'POST|PUT|PATCH /sites/sync': {
    also: (output: SyncedSites): ReturnType<NonNullable<RouteView['also']>> =>
      output.queued ? {} : { records: recordsOf(output.synced.map(({ id }) => id)) },
    body: (output: SyncedSites, context: ViewContext) =>
      output.queued
        ? { success: 1, message: context.own.message, job_id: text(output.job_id), total: output.sites_queued }
        : showResults(context, output),
  },
  'POST|PUT|PATCH /sites/check': {
    also: ({ results }: CheckedSites) => ({ records: recordsOf(results.map(({ site_id }) => site_id)) }),
    body: (output: CheckedSites, context: ViewContext) => showResults(context, output),
  },
  'POST|PUT|PATCH /sites/reconnect': actionOnMany('reconnected'),
  'POST|PUT|PATCH /sites/disconnect': actionOnMany('disconnected'),

  'GET /sites/{id_or_domain}/security': {
    ...theSite,
    body: ({ checks }: { checks: Record<string, string> }, context: ViewContext) => ({
      data: {
        ...Object.fromEntries(checkNames.map((name) => [name, checkLetters[checks[name] ?? ''] ?? ''])),
        // Their trace of the call to the site. Ours is the last sync, which answered if it read any check.
        fetch_url_output: {
          http_status: Object.keys(checks).length > 0 ? 200 : 0,
          connection_step: 'verify_credentials',
        },
      },
      site: simpleSite(context),
    }),
  },
}
