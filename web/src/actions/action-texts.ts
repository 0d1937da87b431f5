import { defineTexts } from '../texts/define-texts.ts'

/** Messages that sum up an action. */
export const actionTexts = defineTexts({
  undo: 'Undo',
  undoing: 'Undoing',
  undone: 'Undone',
  inBackground: 'Running in the background. <job>Show progress</job>',
  takesLonger: 'Some sites take longer. <job>Show progress</job>',
  done: '{done, number} of {all, number} done',
  more: 'and {count, number} more',
  jobs: 'Show jobs',
  nothingToDo: 'Nothing to do.',
})
