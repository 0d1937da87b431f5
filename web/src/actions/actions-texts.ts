import { defineTexts } from '../texts/define-texts.ts'

export const actionsTexts = defineTexts({
  savedFile: 'Saved {file}.',
  tryTheFailedOnes: 'Try the failed ones again',
  close: 'Close',
  cancel: 'Cancel',
  progress: 'Progress',
  valueOfTotalDone: '{value} of {total} done',
  nothingElseIsAffected: 'Nothing else is affected.',
  andValue: 'and {value, plural, one {# more remark} other {# more remarks}}',
  nothingWouldChange: 'Nothing would change.',
  thisWouldAffectCount: 'This would affect <b>{count, number}</b>.',
  andValueMore: 'and {value, number} more',
  messageAndCountMore: '{message} (and {count} more)',
  thisConcernsConcernsType: 'This concerns {concerns}. Type the number to go on.',
})
