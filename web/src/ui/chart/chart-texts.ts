import { defineTexts } from '../../texts/define-texts.ts'

export const chartTexts = defineTexts({
  downForAPart: 'down part of the time',
  notChecked: 'not checked',
  up: 'up',
  down: 'down',
})
