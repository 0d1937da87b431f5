import { actorTexts } from './actor-texts.ts'

const texts = actorTexts as Readonly<Record<string, string>>

/** Who started something: the name of a user, or the part of Flotilla that acts by itself. */
export const actorName = (name: string): string => {
  const key = name.replace(' ', '_').replace('-', '_')
  return (Object.hasOwn(texts, key) && texts[key]) || name
}
