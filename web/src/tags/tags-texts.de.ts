import type { Translation } from '../texts/define-texts.ts'
import type { tagsTexts } from './tags-texts.ts'

export default {
  theTagNameIs: 'Schlagwort {name} gespeichert.',
  editName: '{name} bearbeiten',
  addATag: 'Schlagwort hinzufügen',
  save: 'Speichern',
  addTheTag: 'Schlagwort hinzufügen',
  name: 'Name',
  colour: 'Farbe',
  itLooksLikeThis: 'Vorschau: <tagChip></tagChip>',
  tag: 'Schlagwörter',
  sites: 'Websites',
  added: 'Hinzugefügt',
  tags: 'Schlagwörter',
  wordsToGroupSites:
    'Bezeichnungen, um Websites zu gruppieren. Zum Zuweisen wählen Sie unter Websites einige aus, dann Schlagwörter.',
  searchTags: 'Schlagwörter suchen',
  deleteName: '{name} löschen',
  noTagFits: 'Keine passenden Schlagwörter',
  clearTheSearch: 'Suche zurücksetzen',
  noTagsYet: 'Noch keine Schlagwörter',
  tagsFindSitesAgain:
    'Gruppieren Sie Websites nach Vertrag, Server oder Team. Kosten und API-Schlüssel können auf ein Schlagwort beschränkt werden.',
  deleteTheTagName: 'Schlagwort {name} löschen',
  deletingName: '{name} wird gelöscht',
  theTagNameIsDeleted: 'Schlagwort {name} gelöscht',
} satisfies Translation<typeof tagsTexts>
