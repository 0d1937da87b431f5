import { pluginBySlug, themeBySlug } from '../catalogue/software.ts'
import { text } from '../php/form.ts'
import { isEmpty, rawUrlDecode } from '../php/values.ts'
import { isReleaseEffect } from '../site/releases.ts'
import type { Site } from '../site/site.ts'
import { type Call, PhpFatal, Refusal } from './call.ts'
import { type FetchedPackage, fetchPackage } from './fetch-package.ts'

const notSpecified = 'Plugin or theme not specified, or missing required data. Please reload the page and try again.'

/** Only a package that was really downloaded has a name, an author and a main file. */
type Package = Pick<FetchedPackage, 'file' | 'folder' | 'version'> & Partial<FetchedPackage>

/** `…/fleet-extra.1.0.0.zip` contains version 1.0.0 of fleet-extra. */
function packageOf(url: string): Package {
  const file = rawUrlDecode(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  // The address of the newest version in the public directory.
  const match = /^(.*?)(?:[.-]v?(\d+(?:\.\d+)*))?\.zip$/i.exec(file.replace('.latest-stable.', '.'))
  return { file, folder: match?.[1] ?? file, version: match?.[2] ?? '1.0.0' }
}

const titleOf = (folder: string) =>
  folder.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => `${dash ? ' ' : ''}${letter.toUpperCase()}`)

interface Installed {
  readonly name: string
  readonly version: string
  readonly slug: string
}

function urlsOf(sent: string): string[] {
  try {
    const value: unknown = JSON.parse(sent)
    return Array.isArray(value) ? value.map(String) : [String(value)]
  } catch {
    return [sent]
  }
}

/** Installs from a URL. The file name defines the content; a site with `fetchesPackages` downloads and unpacks it. Embeds no sync. */
export function installPluginTheme(call: Call): unknown {
  if (!call.site.fetchesPackages) return install(call, packageOf)
  return fetchAndInstall(call)
}

async function fetchAndInstall(call: Call): Promise<unknown> {
  const fetched = new Map<string, FetchedPackage>()
  for (const url of urlsOf(text(call.fields, 'url') ?? '')) {
    const contents = await fetchPackage(url)
    if (!contents) throw new Refusal('Download failed.', 'download_failed')
    fetched.set(url, contents)
  }
  return install(call, (url) => fetched.get(url) ?? packageOf(url))
}

function install(call: Call, contentsOf: (url: string) => Package): unknown {
  const { site, fields } = call
  const type = text(fields, 'type')
  const sent = text(fields, 'url') ?? ''
  if ((type !== 'plugin' && type !== 'theme') || sent === '') throw new Refusal(notSpecified)
  const overwrite = !isEmpty(text(fields, 'overwrite'))
  const results: Record<string, boolean> = {}
  const items: Installed[] = []
  let destination = ''
  for (const url of urlsOf(sent)) {
    const contents = contentsOf(url)
    const there = type === 'plugin' ? pluginInFolder(site, contents.folder) : site.theme(contents.folder)
    const { behaviour } = site.faults.updateBehaviour(contents.folder)
    refuseDownload(site, url, behaviour)
    if (site.filesReadOnly) throw new Refusal('Could not create directory.', 'mkdir_failed_destination')
    // WordPress returns an error object where the connector expects an array.
    if (there && !overwrite) throw new PhpFatal()
    const item = type === 'plugin' ? installPlugin(call, contents) : installTheme(call, contents)
    if (isReleaseEffect(behaviour))
      site.releases.install({ kind: type, slug: item.slug, version: item.version, effect: behaviour }, site.guards)
    items.push(item)
    results[contents.file] = true
    destination = contents.folder
  }
  return {
    installation: 'SUCCESS',
    destination_name: destination,
    install_results: results,
    other_data: { install_items: items },
  }
}

const pluginInFolder = (site: Site, folder: string) =>
  site.plugins.find(({ entry }) => entry.file.startsWith(`${folder}/`))

function refuseDownload(site: Site, url: string, behaviour: string): void {
  // The package is never on the site itself.
  if (behaviour !== 'download-failure' && !url.startsWith(`${site.siteUrl}/`)) return
  if (url.startsWith('https:')) throw new Refusal('Download failed.', 'download_failed')
  throw new PhpFatal()
}

function installPlugin({ site, fields, effects }: Call, contents: Package): Installed {
  const { folder, version } = contents
  const before = pluginInFolder(site, folder)
  const stock = pluginBySlug.get(folder)?.entry
  const other = site.packages.get(folder)
  const active = text(fields, 'activatePlugin') === 'yes' || (before?.active ?? false)
  const { entry } = site.addPlugin({
    file: contents.mainFile ?? stock?.file ?? before?.entry.file ?? `${folder}/${folder}.php`,
    name: other?.name ?? contents.name ?? stock?.name ?? before?.entry.name ?? titleOf(folder),
    description: stock?.description ?? before?.entry.description ?? '',
    author: other?.author ?? contents.author ?? stock?.author ?? before?.entry.author ?? '',
    version,
    active,
    ...(before?.entry.release && { release: before.entry.release }),
  })
  effects.push({ what: 'plugin installed', subject: entry.file, from: before?.version, to: version })
  return { name: entry.name, version, slug: entry.file }
}

function installTheme({ site, effects }: Call, contents: Package): Installed {
  const { folder, version } = contents
  const before = site.theme(folder)
  const stock = themeBySlug.get(folder)?.entry
  const known = stock ?? before?.entry
  const name = contents.name ?? known?.name ?? titleOf(folder)
  const author = contents.author ?? known?.author ?? ''
  const release = known?.release
  const { entry } = site.addTheme({ slug: folder, name, author, version, ...(release && { release }) })
  effects.push({ what: 'theme installed', subject: folder, from: before?.version, to: version })
  return { name: entry.name, version, slug: folder }
}
