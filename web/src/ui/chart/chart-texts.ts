import { defineTexts } from '../../texts/define-texts.ts'

export const chartTexts = defineTexts({
  downForAPart: 'down for a part',
  notChecked: 'not checked',
})
