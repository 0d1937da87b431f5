import { defineTexts } from '../texts/define-texts.ts'

/** What people did about an incident, in lists and on its page. */
export const handlingTexts = defineTexts({
  work: 'Handling',
  open: 'Not acknowledged',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
})
