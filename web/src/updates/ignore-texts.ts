import { defineTexts } from '../texts/define-texts.ts'

export const ignoreTexts = defineTexts({
  ignoring: 'Ignoring {name}',
  ignored: '{name} is ignored',
  ignoredUntil: '{name} is ignored until {day}',
  listing: 'Listing {name} again',
  listed: 'Updates of {name} are listed again',
  title: 'Ignore {what}',
  ignore: 'Ignore',
  cancel: 'Cancel',
  hint: 'Ignored updates are neither listed nor installed. They are in the list of ignored updates until the rule ends.',
  reason: 'Reason (optional)',
  reasonHint: 'Shown in the list of ignored updates.',
  until: 'Until (optional)',
  untilHint: 'The updates are listed again on this day. Without a day: until you stop ignoring them.',
  ends: 'Ends',
  noEnd: 'When you end it',
  reasonTitle: 'Reason',
})
