import type { Translation } from '../texts/define-texts.ts'
import type { releaseTexts } from './release-texts.ts'

export default {
  releases: 'Versionen auf Ihren Websites',
  version: 'Version',
  sites: 'Installiert auf',
  installed: 'Erfolgreich aktualisiert',
  rolledBack: 'Zurückgesetzt',
  failed: 'Fehlgeschlagen',
  held: 'Zurückgehalten',
  last: 'Letzte Aktualisierung',
} satisfies Translation<typeof releaseTexts>
