import { defineTexts } from '../texts/define-texts.ts'

/** Messages that sum up an action. */
export const actionTexts = defineTexts({
  undo: 'Undo',
  undoing: 'Undoing',
  undone: 'Undone',
  inBackground: 'This runs in the background. <job>Watch it</job>',
  takesLonger: 'Some sites take longer. <job>Watch it</job>',
  done: '{done, number} of {all, number} done',
  more: 'and {count, number} more',
  jobs: 'Look at the jobs',
})
