import { connectorFile, pluginBySlug } from '../catalogue/software.ts'
import { type Fields, text } from '../php/form.ts'
import { isEmpty, map } from '../php/values.ts'
import type { Plugin } from '../site/model.ts'
import { type Call, PhpFatal } from './call.ts'
import { pluginItem, sortedPlugins } from './software-items.ts'
import { makeSync } from './sync.ts'

export interface Listed {
  readonly name: string
  readonly active: boolean
}

/** The filter that plugin and theme lists share; it is on unless `filter` is 0. */
export function chosen<T>(items: readonly T[], fields: Fields, see: (item: T) => Listed): T[] {
  const filter = text(fields, 'filter')
  const byStatus = filter === undefined || !isEmpty(filter)
  const active = text(fields, 'status') === 'active'
  const terms = (text(fields, 'keyword') ?? '')
    .toLowerCase()
    .split(',')
    .map((term) => term.trim())
    .filter(Boolean)
  const inverted = !isEmpty(text(fields, 'not_criteria'))
  return items.filter((item) => {
    const { name, active: isActive } = see(item)
    if (byStatus && isActive !== active) return false
    return terms.length === 0 || terms.some((term) => name.toLowerCase().includes(term)) !== inverted
  })
}

export function getAllPlugins({ site, fields }: Call): unknown {
  const all = sortedPlugins(site)
  const found = chosen(all, fields, ({ entry, active }) => ({ name: entry.name, active }))
  const also = found.length === 0 && !isEmpty(text(fields, 'not_installed'))
  return { data: found.map(pluginItem), ...(also && { installed_plugins: all.map(pluginItem) }) }
}

type ReportedPlugin = [file: string, what: Record<string, unknown>]

/** Success is reported for unknown plugins too, with an empty name. */
const reportPlugin = (plugin: Plugin | undefined, file: string, created?: number): ReportedPlugin => [
  file,
  {
    name: plugin?.entry.name ?? '',
    version: plugin?.version ?? '',
    slug: file,
    ...(created !== undefined && { created }),
  },
]

export function pluginAction(call: Call): unknown {
  const { fields } = call
  const action = text(fields, 'action') ?? ''
  if (action === 'changelog_info') return changelog(text(fields, 'slug') ?? '')
  const files = (text(fields, 'plugin') ?? '').split('||').filter((file) => file !== '' && file !== connectorFile)
  const deactivated: ReportedPlugin[] = []
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  const listed = call.site.plugins
  const done = act ? files.flatMap((file) => act(call, file, deactivated)) : []
  return {
    status: act ? 'SUCCESS' : 'FAIL',
    sync: makeSync(call, gone(listed, call.site.plugins)),
    other_data: {
      plugin_action_data: map(done),
      duration_bulk: done.length + deactivated.length,
      ...(deactivated.length > 0 && { plugin_deactivated_data: map(deactivated) }),
    },
  }
}

const gone = (before: readonly Plugin[], after: readonly Plugin[]): Plugin[] =>
  before.filter((plugin) => !after.includes(plugin)).map((plugin) => ({ ...plugin, active: false }))

const actions: Readonly<Record<string, (call: Call, file: string, deactivated: ReportedPlugin[]) => ReportedPlugin[]>> =
  {
    activate({ site, effects }, file) {
      const plugin = site.plugin(file)
      if (plugin?.breaksOnActivation) throw new PhpFatal()
      if (plugin && !plugin.active) {
        plugin.active = true
        effects.push({ what: 'plugin activated', subject: file })
      }
      return [reportPlugin(plugin, file)]
    },
    deactivate({ site, effects }, file) {
      const plugin = site.plugin(file)
      if (plugin?.active && !plugin.entry.mustUse) {
        plugin.active = false
        effects.push({ what: 'plugin deactivated', subject: file })
      }
      return [reportPlugin(plugin, file)]
    },
    delete({ site, effects, now }, file, deactivated) {
      const plugin = site.plugin(file)
      if (!plugin || plugin.entry.mustUse) return []
      if (plugin.active) deactivated.push(reportPlugin(plugin, file, now))
      site.plugins = site.plugins.filter((other) => other !== plugin)
      effects.push({ what: 'plugin deleted', subject: file, from: plugin.version })
      return [reportPlugin(plugin, file, now)]
    },
  }

function changelog(slug: string): unknown {
  const stock = pluginBySlug.get(slug)
  const update = stock
    ? {
        name: stock.entry.name,
        slug,
        version: stock.newest.version,
        author: stock.entry.author,
        sections: { description: stock.entry.description, changelog: `<h4>${stock.newest.version}</h4><p>Fixes.</p>` },
      }
    : { errors: { plugins_api_failed: ['Plugin not found.'] }, error_data: [] }
  return { update, status: 'SUCCESS', other_data: { plugin_action_data: [], duration_bulk: 0 } }
}
