import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { shownVersion } from '../../platform/connector/reading/versions.ts'
import { checkHomepage, type SiteRow } from '../sites/index.ts'

export const ShownVersion = z.object({
  state: z.enum(['hidden', 'shown', 'unknown']).describe('unknown: the homepage could not be read.'),
  version: z.string().nullable().describe('The version that the homepage shows.'),
})
export type ShownVersion = z.output<typeof ShownVersion>

/** The head of a page is at its beginning. */
const readBytes = 256 * 1024

/** Short, because the page of the site waits for it. */
export const shortDeadlines = { dns: 1_000, connect: 2_500, headers: 3_000, total: 4_000 }

/** Whether the homepage tells its version of WordPress, as visitors see it: a cache may show it after it was hidden. */
export async function readShownVersion(
  context: Pick<Context, 'outbound' | 'secrets'>,
  site: SiteRow,
  options: Pick<NonNullable<Parameters<typeof checkHomepage>[2]>, 'deadlines'> = {},
): Promise<ShownVersion> {
  let page: string | null = null
  const reads = (body: Buffer) => {
    page = body.subarray(0, readBytes).toString()
  }
  try {
    const { http_status } = await checkHomepage(context, site, { reads, ...options })
    if (page === null || http_status !== 200 || page === '') return { state: 'unknown', version: null }
  } catch (error) {
    // The host is paused: nothing was asked.
    if (!(error instanceof ServiceError)) throw error
    return { state: 'unknown', version: null }
  }
  const version = versionIn(page)
  return { state: version === null ? 'hidden' : 'shown', version }
}

/** Of `<meta name="generator" content="WordPress 6.4">`; the page is hostile. */
export function versionIn(page: string): string | null {
  for (const [tag] of page.matchAll(/<meta\s[^<>]{0,300}>/gi)) {
    if (!/\sname=["']?generator["'\s/>]/i.test(tag)) continue
    const version = shownVersion(/\scontent=["']WordPress ([^"'<>]{1,40})["']/i.exec(tag)?.[1])
    if (version !== null) return version
  }
  return null
}
