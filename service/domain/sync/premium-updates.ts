import type { ChildSite } from '../../platform/connector/child-site.ts'
import type { Connector } from '../../platform/connector/connector.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'

/** Commercial plugins whose name does not show it, by folder. */
const commercial = new Set([
  'bb-plugin',
  'borlabs-cookie',
  'divi-builder',
  'gravityforms',
  'js_composer',
  'revslider',
  'sitepress-multilingual-cms',
  'wp-rocket',
])

/** Whether a commercial plugin is active without an available update: it may check for updates only on the plugins page. */
export function mayHideUpdates({ plugins = [], pluginUpdates = [] }: Pick<SiteSnapshot, 'plugins' | 'pluginUpdates'>) {
  const offered = new Set(pluginUpdates.map(({ slug }) => slug))
  return plugins.some(({ slug, name, active }) => {
    const folder = slug.split('/')[0] ?? ''
    return (
      active &&
      !offered.has(slug) &&
      (commercial.has(folder) || /(^|[\W_])(pro|premium)($|[\W_])/i.test(`${folder} ${name}`))
    )
  })
}

/** Adds the updates that appear only after the plugins page was opened. A failure leaves the snapshot as it was. */
export async function withPremiumUpdates<Read extends SiteSnapshot>(
  connector: Pick<Connector, 'findPremiumUpdates' | 'readSite'>,
  child: ChildSite,
  read: Read,
): Promise<Read> {
  if (!mayHideUpdates(read)) return read
  try {
    await connector.findPremiumUpdates(child)
    const { pluginUpdates } = await connector.readSite(child, { parts: ['pluginUpdates'] })
    return pluginUpdates ? { ...read, pluginUpdates } : read
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return read
  }
}
