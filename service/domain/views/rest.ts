import { route } from '../../operation/address.ts'
import { deleteView } from './operations/delete-view.ts'
import { listViews } from './operations/list-views.ts'
import { savePreference } from './operations/save-preference.ts'
import { saveView } from './operations/save-view.ts'

export const addresses = [
  route('GET /views', listViews, { list: 'items' }),
  route('POST /views/save', saveView, { message: 'View saved.' }),
  route('DELETE /views/{view_id}/delete', deleteView, { message: 'View deleted.' }),
  route('PUT /access/me/preferences/{name}', savePreference, { message: 'Saved.' }),
]
