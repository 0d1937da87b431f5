import { batch, route } from '../../operation/address.ts'
import { addTag } from './operations/add-tag.ts'
import { deleteTag } from './operations/delete-tag.ts'
import { getTag } from './operations/get-tag.ts'
import { getTagClients } from './operations/get-tag-clients.ts'
import { getTagSites } from './operations/get-tag-sites.ts'
import { listTags } from './operations/list-tags.ts'
import { updateTag } from './operations/update-tag.ts'
import { showTag, showTagClients, showTags } from './tag.ts'

const names = { id: 'tag_id' }

export const addresses = [
  route('GET /tags', listTags, { list: 'items', toData: showTags }),
  route('POST /tags/add', addTag, { message: 'Tag added.', toData: showTag }),
  route('GET /tags/{id}', getTag, { names, toData: showTag }),
  route('POST|PUT|PATCH /tags/{id}/edit', updateTag, { names, message: 'Tag updated.', toData: showTag }),
  route('DELETE /tags/{id}/remove', deleteTag, { names, message: 'Tag deleted.' }),
  route('GET /tags/{id}/sites', getTagSites, { names, list: 'sites' }),
  route('GET /tags/{id}/clients', getTagClients, { names, list: 'clients', toData: showTagClients }),

  batch('tags.create', addTag, null, { toData: showTag, uniqueField: 'name' }),
  batch('tags.update', updateTag, 'tag_id', { toData: showTag }),
  batch('tags.delete', deleteTag, 'tag_id'),
]
