import { defineTexts } from '../texts/define-texts.ts'

export const apiTexts = defineTexts({
  numberId: 'Number {id}',
  problem: 'Problem',
  theServiceDoesNot:
    'The service does not answer. Check that it runs and that you are connected; this page tries again.',
  theAnswerHttpStatus:
    'The answer (HTTP {status}) did not come from Flotilla. A proxy may be in between, or the service is starting.',
})
