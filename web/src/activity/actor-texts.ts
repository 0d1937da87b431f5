import { defineTexts } from '../texts/define-texts.ts'

/** Parts of Flotilla that act by themselves. */
export const actorTexts = defineTexts({
  schedule: 'Schedule',
  commandLine: 'Command line',
  signIn: 'Sign-in',
  passwordReset: 'Password reset',
  move: 'Move in',
  webhooks: 'Webhooks',
  channel: 'Channel',
})
