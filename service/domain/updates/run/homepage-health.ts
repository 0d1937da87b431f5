import { z } from 'zod'
import type { Baseline } from './gates/compare-pages.ts'
import type { PageCheck } from './gates/page-check.ts'
import type { Health } from './update-outcome.ts'

/** The answer of the homepage. HEAD never shows `fatal_error` or `blank`. */
export const HomepageCheck = z.object({
  http_status: z.int().describe('0: no answer.'),
  fatal_error: z.boolean(),
  blank: z.boolean(),
})
export type HomepageCheck = z.output<typeof HomepageCheck>

/** The homepage before the updates: the last of the checks. */
export const toHomepageCheck = (before: readonly Baseline[]): HomepageCheck | null =>
  findHomepage(before.find(isHomepage)?.checks.slice(-1) ?? [])

export function findHomepage(checks: readonly PageCheck[]): HomepageCheck | null {
  const found = checks.find(isHomepage)
  if (!found) return null
  const { http_status, fatal_error, blank } = found
  return { http_status, fatal_error, blank }
}

/** Down: no answer, a server error or an error page. Degraded: it answers, but worse than it should or did before. */
export function compareHomepages(before: HomepageCheck | null, after: HomepageCheck | null): Health | null {
  if (!after) return null
  if (after.http_status === 0 || after.http_status >= 500 || after.fatal_error) return 'down'
  if (after.http_status >= 400 || after.blank) return 'degraded'
  return before && before.http_status < 300 && after.http_status >= 300 && before.http_status !== 0 ? 'degraded' : 'ok'
}

const isHomepage = ({ path, kind }: { path: string; kind?: string | undefined }) => path === '' && kind === undefined
