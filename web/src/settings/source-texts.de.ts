import type { Translation } from '../texts/define-texts.ts'
import type { sourceTexts } from './source-texts.ts'

export default {
  save: 'Speichern',
  saved: 'Gespeichert',
  remove: 'Entfernen',
  address: 'Adresse',
  neverRead: 'Noch wurde nichts gelesen.',
  key: 'API-Schlüssel',
  secret: 'Secret des Webhooks',
  readingFile: '{name} wird gelesen',
  reports: 'Berichte',
} satisfies Translation<typeof sourceTexts>
