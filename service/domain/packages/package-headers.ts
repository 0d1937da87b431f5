import { isSlug } from '../../platform/connector/reading/slugs.ts'
import { line, plainText } from '../../platform/connector/reading/text.ts'
import { packageRefused } from './package-errors.ts'

/** WordPress reads the headers of a file from its first 8 KB. */
export const headerBytes = 8_192

const version = /^[0-9A-Za-z][0-9A-Za-z._+-]{0,39}$/

export interface PackageHeaders {
  type: 'plugin' | 'theme'
  slug: string
  name: string
  author: string
  version: string
  requiresWordpress: string
  requiresPhp: string
}

export interface PackageFacts extends PackageHeaders {
  files: number
  unpackedBytes: number
}

/** Files that may have the headers: the PHP files and style.css directly in the folder. */
export const mayHaveHeaders = (path: string, folder: string): boolean => {
  const file = path.slice(folder.length + 1)
  return !file.includes('/') && (file === 'style.css' || /\.php$/i.test(file))
}

/** Values by name in lower case, as WordPress reads them: `Name: value` in a comment, the first one of each name. */
function readHeaders(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const given of text.split(/\r\n|\r|\n/)) {
    const colon = given.indexOf(':')
    if (colon < 1 || colon > 60) continue
    const name = given
      .slice(0, colon)
      .replace('<?php', '')
      .replace(/^[ \t/*#@]+/, '')
      .toLowerCase()
    const value = given.slice(colon + 1).split(/\*\/|\?>/)[0] ?? ''
    if (name !== '' && !found.has(name)) found.set(name, value.trim())
  }
  return found
}

/** The one plugin or theme of a zip file. `files` are the beginnings of the files that may have headers, by path. */
export function readPackageHeaders(folder: string, files: ReadonlyMap<string, string>): PackageHeaders {
  const headers = [...files].map(([path, text]) => ({ path, values: readHeaders(text) }))
  const plugins = headers.filter(({ path, values }) => path.endsWith('.php') && values.get('plugin name'))
  const theme = headers.find(({ path, values }) => path === `${folder}/style.css` && values.get('theme name'))
  const [plugin, other] = plugins
  if (other || (plugin && theme))
    throw packageRefused('it has more than one plugin or theme. Upload each as its own zip file.')
  const found = plugin ?? theme
  if (!found)
    throw packageRefused(
      'it has no plugin and no theme: no file with a “Plugin Name” header and no style.css with a “Theme Name”.',
    )
  const type = plugin ? 'plugin' : 'theme'
  const slug = plugin ? found.path : folder
  if (!isSlug(type, slug))
    throw packageRefused(`the name ${JSON.stringify(slug.slice(0, 100))} is not usable for a ${type}.`)
  const value = (name: string) => found.values.get(name) ?? ''
  if (!version.test(value('version'))) throw packageRefused(`the ${type} has no usable “Version” header.`)
  return {
    type,
    slug,
    name: plainText(value(`${type} name`), 200),
    author: plainText(value('author'), 200),
    version: value('version'),
    requiresWordpress: line(value('requires at least'), 20),
    requiresPhp: line(value('requires php'), 20),
  }
}
