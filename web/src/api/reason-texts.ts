import { defineTexts } from '../texts/define-texts.ts'

/** What is wrong with a field of a form, in place of the reasons that the service gives programs. */
export const reasonTexts = defineTexts({
  required: 'Fill in this field.',
  oneOf: 'Choose one of: {values}.',
  minCharacters: 'Enter at least {count, plural, one {# character} other {# characters}}.',
  maxCharacters: 'Enter at most {count, plural, one {# character} other {# characters}}.',
  minElements: 'Add at least {count, plural, one {# entry} other {# entries}}.',
  maxElements: 'Add at most {count, plural, one {# entry} other {# entries}}.',
  range: 'Enter a number from {min, number} to {max, number}.',
  min: 'Enter a number of {min, number} or more.',
  max: 'Enter a number of {max, number} or less.',
  number: 'Enter a number.',
  email: 'Enter an e-mail address.',
  url: 'Enter a web address, such as https://one.example/.',
  date: 'Enter a date.',
  time: 'Enter a date and time.',
  future: 'Choose a time in the future.',
  unique: 'This value is already in use. Choose another one.',
  wrong: 'This is not correct.',
})
