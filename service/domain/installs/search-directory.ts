import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { line, plainText } from '../../platform/connector/reading/text.ts'
import { compareVersions } from '../../platform/connector/reading/versions.ts'
import { askDirectory, DirectoryError } from '../../platform/public-directory.ts'
import { directoryNameOf, type InstallableType, packageAddress } from './directory.ts'

const maxVersions = 50
const perSearch = 10

export interface DirectoryItem {
  type: InstallableType
  /** Its name in the directory. */
  slug: string
  name: string
  version: string
  /** Newest first. */
  versions: string[]
  author: string
  description: string
  active_installs: number | null
  tested: string | null
  requires_php: string | null
  /** The day of the newest release. */
  last_updated: string | null
  /** The address of its picture in the directory. */
  picture: string | null
}

const text = z.union([z.string(), z.number(), z.literal(false), z.null()]).catch(null)
const Entry = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.union([z.string(), z.number()]).transform(String),
  versions: z.record(z.string(), z.unknown()).catch({}).default({}),
  // Of a plugin a link, of a theme an object.
  author: z
    .union([z.string(), z.object({ display_name: z.string() }).transform((author) => author.display_name)])
    .catch(''),
  short_description: text.optional(),
  description: text.optional(),
  active_installs: z.int().min(0).max(1_000_000_000).nullable().catch(null).default(null),
  tested: text.optional(),
  requires_php: text.optional(),
  last_updated: text.optional(),
  icons: z.record(z.string(), z.unknown()).catch({}).default({}),
  screenshot_url: text.optional(),
})

const Answer = z.object({
  plugins: z.array(z.unknown()).max(1_000).optional(),
  themes: z.array(z.unknown()).max(1_000).optional(),
})

const listedFields = {
  with: ['icons', 'versions', 'short_description', 'active_installs', 'last_updated', 'screenshot_url'],
  without: ['sections', 'description', 'screenshots', 'ratings', 'contributors'],
}

/** Plugins or themes of the public directory by words. Its answer is not trusted: entries that cannot be installed are dropped. */
export async function searchPublicDirectory(
  context: Pick<Context, 'outbound'>,
  { type, search }: { type: InstallableType; search: string },
  api: string,
): Promise<DirectoryItem[]> {
  const request = { search, per_page: String(perSearch), page: '1' }
  const { status, answer } = await askForAnswer(context, api, { type, action: 'query', request, fields: listedFields })
  const parsed = Answer.safeParse(answer)
  const entries = parsed.success ? (type === 'plugin' ? parsed.data.plugins : parsed.data.themes) : undefined
  if (status !== 200 || !entries) throw directoryUnavailable('its answer could not be read')
  return entries.slice(0, perSearch).flatMap((entry) => readEntry(type, entry))
}

/** One item by its name; null if the directory closed it or does not have it. */
export async function findDirectoryItem(
  context: Pick<Context, 'outbound'>,
  { type, slug }: { type: InstallableType; slug: string },
  api: string,
): Promise<DirectoryItem | null> {
  const { status, answer } = await askForAnswer(context, api, {
    type,
    action: 'information',
    request: { slug },
    fields: listedFields,
  })
  const [item] = status === 200 ? readEntry(type, answer) : []
  return item?.slug === slug ? item : null
}

/** The answer of the directory; its problems become errors for the caller. */
export async function askForAnswer(...question: Parameters<typeof askDirectory>) {
  try {
    return await askDirectory(...question)
  } catch (error) {
    if (error instanceof DirectoryError) throw directoryUnavailable(error.message)
    throw error
  }
}

const shortText = (value: unknown, max: number) =>
  typeof value === 'string' || typeof value === 'number' ? line(String(value), max) || null : null

function readEntry(type: InstallableType, entry: unknown): DirectoryItem[] {
  const { data } = Entry.safeParse(entry)
  if (!data || directoryNameOf(type, data.slug) !== data.slug || packageAddress(type, data.slug, data.version) === null)
    return []
  const versions = Object.keys(data.versions).filter(
    (version) => /^\d/.test(version) && packageAddress(type, data.slug, version) !== null,
  )
  const { slug, version, active_installs } = data
  return [
    {
      type,
      slug,
      name: line(data.name, 200) || slug,
      version,
      versions: [...new Set([version, ...versions])]
        .sort((one, other) => compareVersions(other, one))
        .slice(0, maxVersions),
      // The author is a link.
      author: plainText(data.author, 100),
      description: shortText(data.short_description ?? data.description, 300) ?? '',
      active_installs,
      tested: shortText(data.tested, 20),
      requires_php: shortText(data.requires_php, 20),
      last_updated: /^\d{4}-\d\d-\d\d/.exec(String(data.last_updated ?? ''))?.[0] ?? null,
      picture: pictureOf(data.icons, data.screenshot_url),
    },
  ]
}

/** Hosts of pictures of the directory. */
export const pictureHosts = ['ps.w.org', 'ts.w.org', 's.w.org'] as const
export const picturePath = /^\/[A-Za-z0-9][A-Za-z0-9._/-]{0,250}$/

function pictureOf(icons: Record<string, unknown>, screenshot: unknown): string | null {
  const given = [icons['1x'], icons['2x'], screenshot].find((value) => typeof value === 'string')
  const address = typeof given === 'string' ? URL.parse(given.startsWith('//') ? `https:${given}` : given) : null
  if (!address || address.protocol !== 'https:' || !pictureHosts.some((host) => host === address.host)) return null
  return picturePath.test(address.pathname) && !address.pathname.includes('..') ? address.host + address.pathname : null
}

export const directoryUnavailable = (reason: string) =>
  new ServiceError(
    'svc_directory_unavailable',
    'unavailable',
    `The public directory cannot be read now: ${reason.replace(/\.$/, '')}. Try again later, or install by its name.`,
  )
