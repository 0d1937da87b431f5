import { defineTexts } from '../texts/define-texts.ts'

export const stateTexts = defineTexts({
  notFound: 'This is not here',
  cannotShow: 'This could not be shown',
  notForYourRole: 'This is not for your role',
  moduleOff: 'This module is switched off',
  unreachable: 'The service does not answer',
  request: 'Request {requestId}',
  showModules: 'Look at the modules',
  toOverview: 'To the overview',
  tryAgain: 'Try again',
  loading: 'Loading',
})
