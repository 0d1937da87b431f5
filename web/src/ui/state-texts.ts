import { defineTexts } from '../texts/define-texts.ts'

export const stateTexts = defineTexts({
  notFound: 'Not found',
  cannotShow: 'This could not be loaded',
  notForYourRole: 'You do not have access',
  moduleOff: 'This module is switched off',
  unreachable: 'The service does not answer',
  request: 'Request {requestId}',
  showModules: 'Show modules',
  toOverview: 'Go to overview',
  tryAgain: 'Try again',
  loading: 'Loading',
})
