import type { Translation } from '../../texts/define-texts.ts'
import type { tableTexts } from './table-texts.ts'

export default {
  moreFiltersSet: 'Weitere Filter ({count, number} gesetzt)',
  moreFilters: 'Weitere Filter',
  scrolls: '{table}, seitlich scrollbar',
  selectPage: 'Alle auf dieser Seite auswählen',
  actions: 'Aktionen',
  columns: 'Spalten',
  range: '{first, number}–{last, number} von {total, number}',
  export: 'Exportieren',
  exportRows: '{total, plural, one {# Zeile} other {# Zeilen}} exportieren',
  csv: 'Als CSV',
  jsonLines: 'Als JSON-Zeilen',
  exporting: 'Wird exportiert',
  rows: 'Zeilen',
  previousPage: 'Vorherige Seite',
  pageOf: 'Seite {page, number} von {pages, number}',
  nextPage: 'Nächste Seite',
  bulkActions: 'Aktionen für die Auswahl',
  selected: '{count, number} ausgewählt',
  allSelected: 'Alle {count, number} ausgewählt',
  selectAll: 'Alle {total, number} auswählen',
  clear: 'Aufheben',
  selectRow: '{row} auswählen',
} satisfies Translation<typeof tableTexts>
