import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite } from '../../sites/index.ts'
import { findScreenshot, ScreenshotMoment } from '../run/gates/screenshot-store.ts'

const notFound = () =>
  new ServiceError(
    'svc_screenshot_not_found',
    'missing',
    'There is no such picture: the site was not checked in a browser, or the picture was deleted after 30 days.',
  )

export const getUpdateScreenshot = operation({
  name: 'get-update-screenshot',
  summary: 'Return the picture of a homepage before or after its updates. The evidence of a step has its address.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    run: z.uuid().meta({ examples: ['00000000-0000-4000-8000-000000000000'] }),
    moment: ScreenshotMoment,
  }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ run, moment }, context) => {
  const found = await findScreenshot(context.db, run, moment)
  if (!found) throw notFound()
  // For callers who may not see the site, the picture does not exist either.
  await requireSite(context, found.site_id).catch((error) => {
    throw error instanceof ServiceError ? notFound() : error
  })
  return new FileAnswer(`${moment}.webp`, 'image/webp', found.content)
})
