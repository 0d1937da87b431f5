import { defineTexts } from '../texts/define-texts.ts'

export const viewTexts = defineTexts({
  views: 'Views',
  saveView: 'Save view',
  saveTitle: 'Save this view',
  explain: 'A view saves the filters and the sort order of the table.',
  name: 'Name',
  shared: 'Share with all users',
  columns: 'Also save the visible columns',
  update: 'Replace “{name}”',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'View saved.',
  delete: 'Delete view',
  deleteTitle: 'Delete the view “{name}”?',
  deleteText: 'Sites are not changed.',
  deleting: 'Deleting the view',
  deleted: 'View deleted',
  sharedByDeleted: '{name}, shared by a user who was deleted',
  sharedBy: '{name}, shared by {owner}',
})
