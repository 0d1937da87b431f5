import type { Context } from '../../../../operation/context.ts'
import { ServiceError } from '../../../../operation/errors.ts'
import { checkHomepage, type SiteRow } from '../../../sites/index.ts'
import { checkedAddress } from './page-check.ts'

const deadlineMs = 10_000

/**
 * Requests the scheduled tasks of the site once, so that its guards see whether they load; they act on the second failure. The answer
 * says nothing: wp-cron.php answers before it loads WordPress.
 */
export async function requestCron(context: Context, site: SiteRow, headers: Record<string, string>): Promise<void> {
  const url = checkedAddress(site, '/wp-cron.php')
  url.searchParams.set('doing_wp_cron', '')
  const deadlines = { connect: deadlineMs, headers: deadlineMs, idle: deadlineMs, total: deadlineMs }
  try {
    await checkHomepage(context, site, { url: url.href, headers, deadlines })
  } catch (error) {
    // The host takes no more requests at the moment: the checks of the pages say so.
    if (!(error instanceof ServiceError && error.code === 'svc_site_busy')) throw error
  }
}
