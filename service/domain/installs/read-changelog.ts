import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { noteText, plainText } from '../../platform/connector/reading/text.ts'
import { compareVersions, shownVersion } from '../../platform/connector/reading/versions.ts'
import { findDirectoryUrl } from '../vulnerabilities/index.ts'
import { askForAnswer, directoryUnavailable } from './search-directory.ts'

const maxHtmlLength = 400_000
const maxNotesLength = 6_000
/** Shown if no heading names a version. */
const maxUnknownLength = 2_000

const Answer = z.object({ sections: z.object({ changelog: z.string().catch('') }) })

/** What changed in a plugin of the public directory after `from`, as plain text. Its answer is not trusted. */
export async function readChangelog(
  context: Pick<Context, 'outbound'>,
  name: string,
  from: string,
  api: string,
): Promise<string> {
  const { status, answer } = await askForAnswer(context, api, {
    type: 'plugin',
    action: 'information',
    request: { slug: name },
    fields: {
      with: ['sections'],
      without: ['screenshots', 'ratings', 'contributors', 'versions', 'icons', 'banners'],
    },
  })
  if (status !== 200) return ''
  const { data } = Answer.safeParse(answer)
  if (!data) throw directoryUnavailable('its answer could not be read')
  return newerNotes(data.sections.changelog.slice(0, maxHtmlLength), from)
}

/** The same at the address of the settings. */
export const readDirectoryChangelog = async (
  context: Pick<Context, 'outbound' | 'db'>,
  name: string,
  from: string,
): Promise<string> => readChangelog(context, name, from, await findDirectoryUrl(context.db))

/** The version that a heading names: `= 2.1.0 - 3 May =`. */
const versionOf = (heading: string) =>
  plainText(heading, 100)
    .split(' ')
    .map((word) => (/^\d/.test(word) ? shownVersion(word) : null))
    .find((version) => version !== null)

/** A changelog has a heading with the version before the notes of each release, newest first. */
function newerNotes(changelog: string, from: string): string {
  const notes: string[] = []
  let hasVersions = false
  for (const release of changelog.split('<h')) {
    const heading = `<h${release.slice(0, 200).split('</h')[0]}`
    const version = versionOf(heading)
    if (version === undefined && !hasVersions) continue
    if (version !== undefined) {
      hasVersions = true
      if (from !== '' && compareVersions(version, from) <= 0) break
    }
    notes.push(`<h${release}`)
  }
  return hasVersions ? textOf(notes.join('\n'), maxNotesLength) : textOf(changelog, maxUnknownLength)
}

const textOf = (markup: string, maxLength: number) =>
  noteText(markup.replace(/<(script|style)\b[^<>]*>[^<]*/gi, ' '), maxLength)
    .replace(/<[^<>]*>/g, '')
    .replaceAll('\n\n\n', '\n\n')
