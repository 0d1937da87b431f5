import { defineTexts } from '../texts/define-texts.ts'

export const reasonTexts = defineTexts({
  why: 'Why not updated',
  due: 'Will be installed',
  notAutomatic: 'Not automatic',
  blocked: 'Not allowed',
  openRollout: 'Open the rollout',
  until: 'Until <time></time>',
})
