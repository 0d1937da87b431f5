import type { Translation } from '../texts/define-texts.ts'
import type { actionsTexts } from './actions-texts.ts'

export default {
  savedFile: '{file} gespeichert.',
  tryTheFailedOnes: 'Fehlgeschlagene wiederholen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  progress: 'Fortschritt',
  valueOfTotalDone: '{value} von {total} erledigt',
  nothingElseIsAffected: 'Sonst ist nichts betroffen.',
  andValue: 'und {value, plural, one {# weiterer Hinweis} other {# weitere Hinweise}}',
  nothingWouldChange: 'Es würde sich nichts ändern.',
  thisWouldAffectCount: 'Das betrifft <b>{concerns}</b>.',
  andValueMore: 'und {value, number} weitere',
  messageAndCountMore: '{message} (und {count} weitere)',
  thisConcernsConcernsType: 'Das betrifft {concerns}. Geben Sie die Zahl ein, um fortzufahren.',
  items: '{count, plural, one {# Eintrag} other {# Einträge}}',
  sites: '{count, plural, one {# Website} other {# Websites}}',
} satisfies Translation<typeof actionsTexts>
