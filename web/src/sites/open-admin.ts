import { call } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { toast } from '../ui/toast.tsx'

/** Opens the site's administration, signed in: by an address of ours that works once and leaves no referrer. */
export async function openAdmin(siteId: number): Promise<void> {
  // Opened at once, while the click still counts as one: a browser blocks windows that come later.
  const page = window.open('about:blank', '_blank')
  try {
    const { login_url } = await call('open-admin', { site_id_or_domain: siteId, redirect: false })
    if (!page)
      return void toast('Your browser has kept the new window closed; allow windows for this page.', { tone: 'bad' })
    page.opener = null
    page.location.replace(login_url)
  } catch (error) {
    page?.close()
    toast(asProblem(error).message, { tone: 'bad' })
  }
}
