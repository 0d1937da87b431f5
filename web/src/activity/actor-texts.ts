import { defineTexts } from '../texts/define-texts.ts'

/** Parts of Flotilla that act by themselves. */
export const actorTexts = defineTexts({
  flotilla: 'Flotilla',
  schedule: 'Schedule',
  command_line: 'Command line',
  sign_in: 'Sign-in',
  password_reset: 'Password reset',
  move: 'Move in',
  webhooks: 'Webhooks',
  channel: 'Channel',
})
