import type { Translation } from '../texts/define-texts.ts'
import type { actorTexts } from './actor-texts.ts'

export default {
  schedule: 'Zeitplan',
  commandLine: 'Kommandozeile',
  signIn: 'Anmeldung',
  passwordReset: 'Passwort zurücksetzen',
  move: 'Einzug',
  webhooks: 'Webhooks',
  channel: 'Kanal',
} satisfies Translation<typeof actorTexts>
