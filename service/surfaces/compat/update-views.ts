import { simpleSite, theSite } from './further-calls.ts'
import { coreUpgrade, pluginUpgrade, type RecordedUpdate, themeUpgrade, translationUpgrade } from './site-record.ts'
import { map, text } from './values.ts'
import type { NamedValues, RouteView, ViewContext, Views } from './view.ts'

interface ListedUpdate extends RecordedUpdate {
  site_id: number
  site_url: string
  site_name: string
}

const showListedUpdate = (update: ListedUpdate) => ({
  site_id: update.site_id,
  site_url: update.site_url,
  site_name: update.site_name,
  type: update.type,
  slug: update.slug,
  name: update.name,
  current_version: update.current_version,
  new_version: update.new_version,
})

/** The updates of one site, by type: those of plugins and themes by slug. */
function updatesByType({ updates, types }: { updates: ListedUpdate[]; types: string[] }) {
  const of = (type: string) => updates.filter((update) => update.type === type)
  const shown: [string, string, () => unknown][] = [
    ['core', 'wp', () => coreUpgrade(of('core'))],
    ['plugin', 'plugins', () => map(of('plugin').map((update) => [update.slug, pluginUpgrade(update)]))],
    ['theme', 'themes', () => map(of('theme').map((update) => [update.slug, themeUpgrade(update)]))],
    ['translation', 'translations', () => of('translation').map(translationUpgrade)],
  ]
  return Object.fromEntries(shown.filter(([type]) => types.includes(type)).map(([, name, show]) => [name, show()]))
}

interface IgnoredItem {
  Name: string
  slug: string
  ignored_versions: string[]
}

/** Plugins and themes of our own answer; theirs has no entry for WordPress itself. */
function ignored(own: NamedValues, show: (items: unknown) => unknown) {
  // Our answer has both, each a list or a map of items.
  const { plugins, themes } = own.data as NamedValues
  return {
    ...(plugins !== undefined && { plugins: show(plugins) }),
    ...(themes !== undefined && { themes: show(themes) }),
  }
}

const ignoredBySlug = (items: unknown) =>
  map(
    // The map of our answer.
    Object.entries(items as Record<string, IgnoredItem>).map(([slug, { Name, ignored_versions }]) => [
      slug,
      { Name, ignored_versions },
    ]),
  )
const ignoredList = (items: unknown) =>
  // The list of our answer.
  (items as IgnoredItem[]).map(({ Name, ignored_versions }) => ({ Name, ignored_versions }))

interface ItemResult {
  success: 0 | 1
  name: string
  old_version: string
  version: string
  error?: string
}

/** The result of each item by its slug; nothing to do is `success: 0`. */
const run = (nothing: string): RouteView => ({
  body: (_: unknown, { own }: ViewContext) => {
    // Our answer is keyed by slug as well.
    const results = Object.entries(own.data as Record<string, ItemResult>)
    if (results.length === 0) return { success: 0, message: nothing }
    const show = ({ success, name, old_version, version, error }: ItemResult) => ({
      success,
      name,
      old_version,
      version,
      ...(error !== undefined && { error }),
    })
    return { success: 1, data: Object.fromEntries(results.map(([slug, result]) => [slug, show(result)])) }
  },
})

interface RunOutput {
  summary: { total_updated: number; total_errors: number; sites_updated: number }
  job_id?: string | number | null
}

const changes = 'POST|PUT|PATCH'

const ignoring = Object.fromEntries(
  ['wp', 'plugins', 'themes'].flatMap((name) =>
    ['ignore', 'unignore'].map((action): [string, RouteView] => [
      `${changes} /updates/{id_or_domain}/${action}/${name}`,
      {
        body: ({ site_url }: { site_url: string }, { own }: ViewContext) => ({
          success: 1,
          message: own.message,
          ...(name !== 'wp' && { url: site_url }),
        }),
      },
    ]),
  ),
)

export const updateViews: Views = {
  'GET /updates': {
    body: ({ updates }: { updates: ListedUpdate[] }) => ({ success: 1, data: updates.map(showListedUpdate) }),
  },
  'GET /updates/{id_or_domain}': {
    body: (output: { updates: ListedUpdate[]; types: string[] }) => ({ success: 1, data: updatesByType(output) }),
  },
  'GET /updates/ignored': {
    body: (_: unknown, { own }: ViewContext) => ({ success: 1, data: ignored(own, ignoredBySlug) }),
  },
  'GET /updates/{id_or_domain}/ignored': {
    body: (_: unknown, { own }: ViewContext) => ({ success: 1, data: ignored(own, ignoredList) }),
  },
  ...ignoring,

  [`${changes} /updates/update`]: {
    body: ({ summary, job_id }: RunOutput, { own }: ViewContext) => {
      const { total_updated, total_errors, sites_updated } = summary
      return {
        success: 1,
        message: own.message,
        summary: { total_updated, total_errors, sites_updated },
        ...(job_id && { job_id: text(job_id) }),
      }
    },
  },
  [`${changes} /updates/{id_or_domain}/update`]: {
    ...theSite,
    body: ({ updated }: { updated: ItemResult[] }, context: ViewContext) => ({
      success: context.own.success,
      message: context.own.message,
      summary: updated.map(({ name, old_version, version }) => ({ name, old_version, version })),
      site: simpleSite(context),
    }),
  },
  [`${changes} /updates/{id_or_domain}/update/wp`]: {
    body: (output: { updated: boolean; old_version: string; new_version: string }, { own }: ViewContext) =>
      output.updated
        ? {
            success: 1,
            message: own.message,
            data: { old_version: output.old_version, version: output.new_version },
          }
        : { success: 0, error: own.message },
  },
  [`${changes} /updates/{id_or_domain}/update/plugins`]: run('There are no plugins to update.'),
  [`${changes} /updates/{id_or_domain}/update/themes`]: run('There are no themes to update.'),
  [`${changes} /updates/{id_or_domain}/update/translations`]: run('There are no translations to update.'),
}
