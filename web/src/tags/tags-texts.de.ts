import type { Translation } from '../texts/define-texts.ts'
import type { tagsTexts } from './tags-texts.ts'

export default {
  theTagNameIs: 'Das Schlagwort {name} ist gespeichert.',
  editName: '{name} bearbeiten',
  addATag: 'Schlagwort hinzufügen',
  save: 'Speichern',
  addTheTag: 'Schlagwort hinzufügen',
  name: 'Name',
  colour: 'Farbe',
  itLooksLikeThis: 'So sieht es aus: <tagChip></tagChip>',
  tag: 'Schlagwörter',
  sites: 'Websites',
  added: 'Hinzugefügt',
  tags: 'Schlagwörter',
  wordsToGroupSites:
    'Wörter, nach denen Websites gruppiert werden. Zuweisen auf der Seite Websites: einige auswählen, dann Schlagwörter.',
  searchTags: 'Schlagwörter suchen',
  deleteName: '{name} löschen',
  noTagFits: 'Keine passenden Schlagwörter',
  clearTheSearch: 'Suche zurücksetzen',
  noTagsYet: 'Noch keine Schlagwörter',
  tagsFindSitesAgain:
    'Mit Schlagwörtern finden Sie Websites wieder: nach Vertrag, nach Server, nach Zuständigkeit. Kosten können für ein Schlagwort gelten und API-Schlüssel darauf beschränkt sein.',
  deleteTheTagName: 'Schlagwort {name} löschen',
  deletingName: '{name} wird gelöscht',
  theTagNameIsDeleted: 'Das Schlagwort {name} ist gelöscht',
} satisfies Translation<typeof tagsTexts>
