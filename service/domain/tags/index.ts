import type { Feature } from '../../operation/feature.ts'
import { addTag } from './operations/add-tag.ts'
import { deleteTag } from './operations/delete-tag.ts'
import { getTag } from './operations/get-tag.ts'
import { getTagClients } from './operations/get-tag-clients.ts'
import { getTagSites } from './operations/get-tag-sites.ts'
import { listTags } from './operations/list-tags.ts'
import { updateTag } from './operations/update-tag.ts'
import { addresses } from './rest.ts'

export const tagsFeature: Feature = {
  name: 'tags',
  tables: ['tags'],
  operations: [listTags, getTag, addTag, updateTag, deleteTag, getTagSites, getTagClients],
  addresses,
}

export { findTagIdsByName, insertImportedTags, listTagIds } from './moved-tag-store.ts'
export { TagColor, TagId, toStoredColor } from './tag.ts'
export { addTagNames, findTagNames, tagNameRules } from './tag-names.ts'
export type { ListedTag } from './tag-store.ts'
export { hasTags, listTagsBySearch, listVisibleTagsById, requireTag } from './tag-store.ts'
