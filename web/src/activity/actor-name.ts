import { actorTexts } from './actor-texts.ts'

const systemNames: ReadonlyMap<string, string> = new Map([
  ['flotilla', 'Flotilla'],
  ['schedule', actorTexts.schedule],
  ['command line', actorTexts.commandLine],
  ['sign-in', actorTexts.signIn],
  ['password reset', actorTexts.passwordReset],
  ['move', actorTexts.move],
  ['webhooks', actorTexts.webhooks],
  ['channel', actorTexts.channel],
])

/** Who started something: the name of a user, or the part of Flotilla that acts by itself. */
export const actorName = (name: string): string => systemNames.get(name) ?? name
