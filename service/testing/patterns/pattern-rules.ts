import { readFileSync } from 'node:fs'
import type { Feature } from '../../operation/feature.ts'
import type { Sources } from '../architecture/sources.ts'
import { isLinear } from './analyse-pattern.ts'
import { addInputPatterns, type FoundPattern, findPatterns } from './find-patterns.ts'

/** The results of recheck by `/source/flags`. Written by `npm run patterns -- --write`. */
export type PatternResults = Record<string, string>

/** A pattern that is not linear, but never runs on a long text. */
export interface PatternException {
  /** Why it stays, and where its text is limited. */
  reason: string
  /** Its longest text. */
  characters: number
}
export type PatternExceptions = Record<string, PatternException>

const maxCharacters = 1000

export const resultsFile = new URL('results.json', import.meta.url)
export const readResults = () => JSON.parse(readFileSync(resultsFile, 'utf8')) as PatternResults

/** One sentence per pattern whose time can grow faster than its text. */
export function slowPatterns(
  sources: Sources,
  features: readonly Feature[],
  results: PatternResults,
  exceptions: PatternExceptions,
): string[] {
  const search = findPatterns(sources)
  addInputPatterns(search, features)
  const named = ({ locations }: FoundPattern, key: string) => `${locations.join(', ')} has ${key}`
  return [
    ...search.unreadable.map(
      (location) => `${location} makes a pattern of text that varies: write a literal, or plain code.`,
    ),
    ...[...search.patterns].flatMap(([key, pattern]) => {
      const result = results[key]
      if (result === undefined) return [`${named(pattern, key)}, not judged yet: run npm run patterns -- --write.`]
      if (isLinear(result) || key in exceptions) return []
      return [
        `${named(pattern, key)}, which is not linear (${result}): write plain code, or a pattern without overlap.`,
      ]
    }),
    ...Object.entries(exceptions)
      .filter(
        ([key, { reason, characters }]) =>
          !search.patterns.has(key) || reason.length < 20 || characters > maxCharacters,
      )
      .map(
        ([key]) =>
          `The exception for ${key} is unused, has no reason, or allows more than ${maxCharacters} characters.`,
      ),
    ...Object.keys(results)
      .filter((key) => !search.patterns.has(key))
      .map((key) => `The result for ${key} is unused: run npm run patterns -- --write.`),
  ]
}
