import { defineTexts } from '../../texts/define-texts.ts'

export const tableTexts = defineTexts({
  scrolls: '{table}, scrolls sideways',
  selectPage: 'Choose all on this page',
  actions: 'Actions',
  columns: 'Columns',
  range: '{first, number}–{last, number} of {total, number}',
  export: 'Export',
  exportRows: 'Export {total, plural, one {# row} other {# rows}}',
  csv: 'As CSV',
  jsonLines: 'As JSON lines',
  exporting: 'Exporting',
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
