import { defineTexts } from '../texts/define-texts.ts'

export const apiTexts = defineTexts({
  numberId: 'Number {id}',
  pageError: 'This page failed. Load it again. If it fails again, report this: {detail}',
  sessionChanged: 'The session of this browser has changed. Sign in again if needed, then try again.',
  incompleteFile: 'The connection ended before the file was complete. Try again.',
  problem: 'Problem',
  theServiceDoesNot:
    'The service does not answer. Check that it runs and that you are connected; this page tries again.',
  theAnswerHttpStatus:
    'The answer (HTTP {status}) did not come from Flotilla. A proxy may be in between, or the service is starting.',
})
