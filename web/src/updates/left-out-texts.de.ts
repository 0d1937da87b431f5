import type { Translation } from '../texts/define-texts.ts'
import type { leftOutTexts } from './left-out-texts.ts'

export default {
  title: 'Nicht ausgewählt',
  introduction:
    'Diese Versionen sind schon einmal fehlgeschlagen. Wählen Sie eine aus, um sie dennoch zu installieren.',
  refused: 'Wird nicht installiert',
  release: '{name} {version}',
  onSites: 'auf {count, plural, one {# Website} other {# Websites}}',
  held: 'Zurückgehalten',
  notAllowed: 'Nicht erlaubt',
  lift: 'Version freigeben',
  openPolicies: 'Aktualisierungsregeln öffnen',
  more: 'und {count, number} weitere',
  nothingInstalled: 'Es wird nichts installiert.',
} satisfies Translation<typeof leftOutTexts>
