import type { Context } from '../../../../operation/context.ts'
import { ConnectorError } from '../../../../platform/connector/errors.ts'
import { throwIfInterrupted } from '../../../../platform/work/interrupted.ts'
import { type SiteRow, withChild } from '../../../sites/index.ts'
import { printsNotice, showsError } from './error-page.ts'
import type { PageCheck } from './page-check.ts'

/** For records; the address of the sign-in is never in them. */
export const adminScreenPath = '/wp-admin/index.php'

const noAnswer = { path: adminScreenPath, kind: 'admin_screen', has_key_text: null } as const

/** Opens the dashboard of WordPress, signed in. Null: it was not opened, and that says nothing about the site. */
export async function checkAdminScreen(
  context: Context,
  site: SiteRow,
  headers: Record<string, string> = {},
): Promise<PageCheck | null> {
  if (site.connection !== 'connected') return null
  try {
    const screen = await withChild(context, site, (child) => context.connector.viewAdminScreen(child, { headers }))
    if (screen.isSessionLeft)
      context.log.warn({ site: site.id }, 'the session of a check of the administration was not ended')
    const page = screen.body
    return {
      ...noAnswer,
      http_status: screen.status,
      response_time_ms: Math.round(screen.tookMs),
      bytes: Buffer.byteLength(page),
      fatal_error: showsError(page),
      blank: screen.status === 200 && page.trim() === '',
      php_notice: printsNotice(page),
      // A log-in form of another plugin may be at the address of the screen.
      signed_in: screen.isSignedIn && (screen.status >= 400 || page.trim() === '' || page.includes('id="adminmenu"')),
      complete: page.trimEnd().toLowerCase().endsWith('</html>'),
    }
  } catch (error) {
    throwIfInterrupted(error)
    if (!(error instanceof ConnectorError)) throw error
    if (error.code === 'svc_site_busy' || error.code === 'svc_cancelled') return null
    return { ...noAnswer, http_status: 0, response_time_ms: 0, bytes: null, fatal_error: false, blank: false }
  }
}
