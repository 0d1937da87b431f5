import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { noteText } from '../../platform/connector/reading/text.ts'
import { compareVersions } from '../../platform/connector/reading/versions.ts'
import { directoryApi, directoryUnavailable, fetchDirectory } from './search-directory.ts'

const maxHtmlLength = 400_000
const maxNotesLength = 6_000
/** Shown if no heading names a version. */
const maxUnknownLength = 2_000

const Answer = z.object({ sections: z.object({ changelog: z.string().catch('') }) })

/** What changed in a plugin of the public directory after `from`, as plain text. Its answer is not trusted. */
export async function readChangelog(
  { outbound }: Pick<Context, 'outbound'>,
  name: string,
  from: string,
  api = directoryApi,
): Promise<string> {
  const query = new URLSearchParams({ action: 'plugin_information', 'request[slug]': name })
  for (const field of ['sections']) query.set(`request[fields][${field}]`, '1')
  for (const field of ['screenshots', 'ratings', 'contributors', 'versions', 'icons', 'banners'])
    query.set(`request[fields][${field}]`, '0')
  const { data } = Answer.safeParse(await fetchDirectory(outbound, `${api}/plugins/info/1.2/?${query}`))
  if (!data) throw directoryUnavailable('its answer could not be read')
  return newerNotes(data.sections.changelog.slice(0, maxHtmlLength), from)
}

const versionInHeading = /\d{1,6}(?:\.\d{1,6}){1,4}/

/** A changelog has a heading with the version before the notes of each release, newest first. */
function newerNotes(changelog: string, from: string): string {
  const releases = changelog.split(/(?=<h[1-6]\b)/i)
  const notes: string[] = []
  let hasVersions = false
  for (const release of releases) {
    const version = versionInHeading.exec(release.slice(0, 200).split(/<\/h/i)[0] ?? '')?.[0]
    if (version === undefined && !hasVersions) continue
    if (version !== undefined) {
      hasVersions = true
      if (from !== '' && compareVersions(version, from) <= 0) break
    }
    notes.push(release)
  }
  return hasVersions ? textOf(notes.join('\n'), maxNotesLength) : textOf(changelog, maxUnknownLength)
}

const textOf = (markup: string, maxLength: number) =>
  noteText(markup.replace(/<(script|style)\b[^<>]*>[^<]*/gi, ' '), maxLength)
    .replace(/<[^<>]*>/g, '')
    .replace(/\n{3,}/g, '\n\n')
