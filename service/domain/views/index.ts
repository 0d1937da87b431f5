import type { Feature } from '../../operation/feature.ts'
import { deleteView } from './operations/delete-view.ts'
import { listViews } from './operations/list-views.ts'
import { savePreference } from './operations/save-preference.ts'
import { saveView } from './operations/save-view.ts'
import { addresses } from './rest.ts'

export const viewsFeature: Feature = {
  name: 'views',
  tables: ['views', 'user_preferences'],
  operations: [listViews, saveView, deleteView, savePreference],
  addresses,
}

export { readPreferences } from './preference-store.ts'
export { listSitesOfViews, readViews, requireTargetView, requireView } from './read-views.ts'
export { SavedView } from './view.ts'
