import type { Translation } from '../texts/define-texts.ts'
import type { uiTexts } from './ui-texts.ts'

export default {
  whatIsShownOnly:
    '{what} wird nur einmal angezeigt. Kopieren Sie den Wert an einen sicheren Ort, bevor Sie schließen.',
  copyWhat: '{what} kopieren',
  copied: 'Kopiert',
  copy: 'Kopieren',
  closeThisMessage: 'Diese Meldung schließen',
  delete: 'Löschen',
  email: 'E-Mail',
  learnMore: 'Mehr erfahren',
  learnMoreAbout: 'Mehr erfahren: {page}',
} satisfies Translation<typeof uiTexts>
