import type { Translation } from '../texts/define-texts.ts'
import type { actorTexts } from './actor-texts.ts'

export default {
  flotilla: 'Flotilla',
  schedule: 'Zeitplan',
  command_line: 'Kommandozeile',
  sign_in: 'Anmeldung',
  password_reset: 'Passwort zurücksetzen',
  move: 'Einzug',
  webhooks: 'Webhooks',
  channel: 'Kanal',
} satisfies Translation<typeof actorTexts>
