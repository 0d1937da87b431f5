import { defineTexts } from '../../texts/define-texts.ts'

export const tableTexts = defineTexts({
  scrolls: '{table}, scrolls sideways',
  selectPage: 'Choose all on this page',
  actions: 'Actions',
  columns: 'Columns',
  range: '{first, number}–{last, number} of {total, number}',
  rows: 'Rows',
  previousPage: 'Previous page',
  pageOf: 'Page {page, number} of {pages, number}',
  nextPage: 'Next page',
  bulkActions: 'Actions for what is chosen',
  selected: '{count, number} chosen',
  allSelected: 'All {count, number} chosen',
  selectAll: 'Choose all {total, number}',
  clear: 'Clear',
  selectRow: 'Choose {row}',
})
