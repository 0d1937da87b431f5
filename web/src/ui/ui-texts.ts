import { defineTexts } from '../texts/define-texts.ts'

export const uiTexts = defineTexts({
  whatIsShownOnly: '{what} is shown only once. Copy it to a safe place before you close this.',
  copyWhat: 'Copy {what}',
  copied: 'Copied',
  copy: 'Copy',
  closeThisMessage: 'Close this message',
  delete: 'Delete',
  email: 'E-mail',
  learnMore: 'Learn more',
  learnMoreAbout: 'Learn more: {page}',
})
