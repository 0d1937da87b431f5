import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { fetchFrontPage, fetchPageIcon } from '../preview/fetch-preview.ts'
import { noPreviewIcon } from '../site-errors.ts'
import { SiteUrl } from '../site-input.ts'
import { readSiteAddress } from '../site-url.ts'

/** A caller waits for it while other sites may be in the browser. */
const maxWaitMs = 15_000

export const previewSite = operation({
  name: 'preview-site',
  summary:
    'Preview a site before it is added: the title of its homepage, its icon and a screenshot. Nothing is stored, and no credentials are sent.',
  effect: 'read',
  permission: 'sites.manage',
  heavy: true,
  input: z.strictObject({
    url: SiteUrl,
    part: z
      .enum(['title', 'icon', 'screenshot'])
      .default('title')
      .describe('title (JSON), icon (a small PNG, JPEG, GIF, WebP or ICO) or screenshot (WebP; needs Chromium).'),
  }),
  output: z.object({
    url: z.string().describe('After redirects; as given if the page could not be read.'),
    title: z.string().nullable().describe('Null: the page could not be read or has none.'),
    reason: z.string().nullable().describe('Why the page could not be read.'),
    can_show: z.boolean().describe('Whether a screenshot is possible: Chromium is installed.'),
  }),
  answers: ['json', 'file'],
}).does(async ({ url: given, part }, context) => {
  const { url } = readSiteAddress(given)
  if (part === 'screenshot') {
    const [page] = await context.browser.capture({ urls: [url], verifyTls: true }, maxWaitMs)
    return new FileAnswer('screenshot.webp', 'image/webp', page?.image ?? Buffer.alloc(0))
  }
  const page = await fetchFrontPage(context, url)
  if (part === 'icon') {
    const icon = 'reason' in page ? null : await fetchPageIcon(context, page)
    if (!icon) throw noPreviewIcon(url)
    return new FileAnswer('icon', icon.mediaType, icon.content)
  }
  const can_show = context.browser.available()
  if ('reason' in page) return { url, title: null, reason: page.reason, can_show }
  return { url: page.url, title: page.title || null, reason: null, can_show }
})
