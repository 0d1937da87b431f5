import { describe, it } from 'vitest'
import { findChromium } from '../platform/browser/find-chromium.ts'

/** A requirement of tests outside of npm that a machine may lack. */
export interface Requirement {
  present: boolean
  /** The name in the last line of a test run. */
  name: string
}

export const chromiumPath: string | undefined = findChromium(process.env.CHROMIUM_PATH)
export const chromiumRequirement: Requirement = { present: chromiumPath !== undefined, name: 'Chromium' }

export const rootRequirement: Requirement = { present: process.getuid?.() === 0, name: 'root' }

/** `describe`, or a skipped one whose title names what is missing: the last line of the run counts it. */
export const describeIf = (requirement: Requirement): typeof describe =>
  requirement.present ? describe : titled(describe.skip, requirement)

/** The same for a single test. */
export const itIf = (requirement: Requirement): typeof it => (requirement.present ? it : titled(it.skip, requirement))

/** Reads from a title what `describeIf` reported as missing. */
export const missingIn = (title: string): string | undefined => /\(not run: needs (.+)\)$/.exec(title)?.[1]

function titled<Register extends typeof describe.skip | typeof it.skip>(
  register: Register,
  { name }: Requirement,
): never {
  return ((title: string, ...rest: unknown[]) =>
    (register as (...args: unknown[]) => void)(`${title} (not run: needs ${name})`, ...rest)) as never
}
