import { readFileSync } from 'node:fs'

/** The version of Flotilla, from package.json. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Whether `version` is `oldest` or newer. Compares the three numbers and ignores suffixes. */
export function isAtLeast(version: string, oldest: string): boolean {
  const numbersOf = (text: string) =>
    text
      .replace(/[-+].*$/s, '')
      .split('.')
      .map(Number)
  const [have, need] = [numbersOf(version), numbersOf(oldest)]
  for (const [index, number] of need.entries()) {
    if ((have[index] ?? 0) !== number) return (have[index] ?? 0) > number
  }
  return true
}
