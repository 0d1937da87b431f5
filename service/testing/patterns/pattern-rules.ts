import { readFileSync } from 'node:fs'
import type { Feature } from '../../operation/feature.ts'
import type { Sources } from '../architecture/sources.ts'
import { addInputPatterns, type FoundPattern, findPatterns } from './find-patterns.ts'
import { isLinear } from './judge-pattern.ts'

/** What recheck found, by `/source/flags`. Made by `node service/testing/check-patterns.ts --write`. */
export type Verdicts = Record<string, string>

/** A pattern that is not linear, but cannot meet a long text. */
export interface PatternException {
  /** Why it stays as it is, and where its text is bounded. */
  reason: string
  /** The longest text it meets. */
  characters: number
}
export type PatternExceptions = Record<string, PatternException>

const mostCharacters = 1000

export const verdictsFile = new URL('verdicts.json', import.meta.url)
export const readVerdicts = () => JSON.parse(readFileSync(verdictsFile, 'utf8')) as Verdicts

/** A sentence for each pattern whose time can grow faster than its text. */
export function slowPatterns(
  sources: Sources,
  features: readonly Feature[],
  verdicts: Verdicts,
  exceptions: PatternExceptions,
): string[] {
  const search = findPatterns(sources)
  addInputPatterns(search, features)
  const named = ({ places }: FoundPattern, key: string) => `${places.join(', ')} has ${key}`
  return [
    ...search.unreadable.map(
      (place) => `${place} makes a pattern of text that varies: write a literal, or plain code.`,
    ),
    ...[...search.patterns].flatMap(([key, pattern]) => {
      const verdict = verdicts[key]
      if (verdict === undefined)
        return [`${named(pattern, key)}, not judged yet: run node service/testing/check-patterns.ts --write.`]
      if (isLinear(verdict) || key in exceptions) return []
      return [
        `${named(pattern, key)}, which is not linear (${verdict}): write plain code, or a pattern without overlap.`,
      ]
    }),
    ...Object.entries(exceptions)
      .filter(
        ([key, { reason, characters }]) =>
          !search.patterns.has(key) || reason.length < 20 || characters > mostCharacters,
      )
      .map(
        ([key]) =>
          `The exception for ${key} is unused, has no reason, or allows more than ${mostCharacters} characters.`,
      ),
    ...Object.keys(verdicts)
      .filter((key) => !search.patterns.has(key))
      .map((key) => `The verdict on ${key} is unused: run node service/testing/check-patterns.ts --write.`),
  ]
}
