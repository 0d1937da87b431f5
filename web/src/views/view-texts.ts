import { defineTexts } from '../texts/define-texts.ts'

export const viewTexts = defineTexts({
  views: 'Views',
  saveView: 'Save view',
  saveTitle: 'Save this view',
  explain: 'A view keeps the filters, the order and the columns of the table.',
  name: 'Name',
  shared: 'Show it to all users',
  columns: 'Keep the columns that are shown now',
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
