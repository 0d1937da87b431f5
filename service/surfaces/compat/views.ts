import { clientViews } from './client-views.ts'
import { contentViews } from './content-views.ts'
import { costViews } from './cost-views.ts'
import { monitorViews } from './monitor-views.ts'
import { settingViews } from './setting-views.ts'
import { siteViews } from './site-views.ts'
import { softwareViews } from './software-views.ts'
import { tagViews } from './tag-views.ts'
import { updateViews } from './update-views.ts'
import type { Views } from './view.ts'

/** Every route whose answer has another shape on the base of the established product. */
export const views: Views = {
  ...siteViews,
  ...softwareViews,
  ...clientViews,
  ...tagViews,
  ...costViews,
  ...updateViews,
  ...monitorViews,
  ...contentViews,
  ...settingViews,
}
