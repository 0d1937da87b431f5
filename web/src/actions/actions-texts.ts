import { defineTexts } from '../texts/define-texts.ts'

export const actionsTexts = defineTexts({
  savedFile: 'Saved {file}.',
  tryTheFailedOnes: 'Retry failed',
  close: 'Close',
  cancel: 'Cancel',
  progress: 'Progress',
  valueOfTotalDone: '{value} of {total} done',
  nothingElseIsAffected: 'Nothing else is affected.',
  andValue: 'and {value, plural, one {# more note} other {# more notes}}',
  nothingWouldChange: 'Nothing would change.',
  thisWouldAffectCount: 'This affects <b>{concerns}</b>.',
  andValueMore: 'and {value, number} more',
  messageAndCountMore: '{message} (and {count} more)',
  thisConcernsConcernsType: 'This affects {concerns}. Type the number to continue.',
  items: '{count, plural, one {# item} other {# items}}',
  sites: '{count, plural, one {# site} other {# sites}}',
})
