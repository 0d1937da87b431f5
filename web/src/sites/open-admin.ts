import { call } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { toast } from '../ui/toast.tsx'
import { sitesTexts } from './sites-texts.ts'

/** Opens the site's administration signed in, through a one-time URL of the service that sends no referrer. */
export async function openAdmin(siteId: number): Promise<void> {
  // Opens the window during the click: browsers block windows opened later.
  const page = window.open('about:blank', '_blank')
  try {
    const { login_url } = await call('open-admin', { site_id_or_domain: siteId, redirect: false })
    if (!page) return void toast(sitesTexts.yourBrowserHasKept, { tone: 'bad' })
    page.opener = null
    page.location.replace(login_url)
  } catch (error) {
    page?.close()
    toast(asProblem(error).message, { tone: 'bad' })
  }
}
