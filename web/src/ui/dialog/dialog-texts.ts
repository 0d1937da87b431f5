import { defineTexts } from '../../texts/define-texts.ts'

export const dialogTexts = defineTexts({
  cancel: 'Cancel',
  close: 'Close',
})
