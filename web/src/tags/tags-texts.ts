import { defineTexts } from '../texts/define-texts.ts'

export const tagsTexts = defineTexts({
  theTagNameIs: 'The tag {name} is saved.',
  editName: 'Edit {name}',
  addATag: 'Add a tag',
  save: 'Save',
  addTheTag: 'Add the tag',
  name: 'Name',
  colour: 'Colour',
  itLooksLikeThis: 'It looks like this: <tagChip></tagChip>',
  tag: 'Tag',
  sites: 'Sites',
  added: 'Added',
  tags: 'Tags',
  wordsToGroupSites: 'Words to group sites by. Put them on sites on the page Sites: choose some, then Tag.',
  searchTags: 'Search tags',
  deleteName: 'Delete {name}',
  noTagFits: 'No tag fits',
  clearTheSearch: 'Clear the search',
  noTagsYet: 'No tags yet',
  tagsFindSitesAgain:
    'Tags find sites again: by plan, by server, by who looks after them. Costs can be for a tag, and keys of the API can be limited to one.',
  deleteTheTagName: 'Delete the tag {name}',
  deletingName: 'Deleting {name}',
  theTagNameIsDeleted: 'The tag {name} is deleted',
})
