import type { Translation } from '../texts/define-texts.ts'
import type { viewTexts } from './view-texts.ts'

export default {
  sharedByDeleted: '{name}, freigegeben von einem gelöschten Benutzer',
  views: 'Ansichten',
  saveView: 'Ansicht speichern',
  saveTitle: 'Diese Ansicht speichern',
  explain: 'Eine Ansicht speichert Filter und Sortierung der Tabelle.',
  name: 'Name',
  shared: 'Für alle Benutzer freigeben',
  columns: 'Auch die sichtbaren Spalten speichern',
  update: '„{name}“ ersetzen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  saved: 'Ansicht gespeichert.',
  delete: 'Ansicht löschen',
  deleteTitle: 'Ansicht „{name}“ löschen?',
  deleteText: 'Websites werden nicht geändert.',
  deleting: 'Ansicht wird gelöscht',
  deleted: 'Ansicht gelöscht',
  sharedBy: '{name}, freigegeben von {owner}',
} satisfies Translation<typeof viewTexts>
