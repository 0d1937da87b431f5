import { readFileSync } from 'node:fs'

/** The version of Flotilla, from package.json. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Whether `version` is `oldest` or newer. Compares the three numbers and ignores suffixes. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [have, need] = [version, oldest].map((text) => text.split(/[-+]/)[0]!.split('.').map(Number)) as [
    number[],
    number[],
  ]
  for (const [index, number] of need.entries()) {
    if ((have[index] ?? 0) !== number) return (have[index] ?? 0) > number
  }
  return true
}
