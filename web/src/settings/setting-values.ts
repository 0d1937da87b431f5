import { settingTexts } from './setting-texts.ts'

/** “200-206, 301”: neighbours in the list of statuses that can be checked are one range. */
export function rangesOf(selected: readonly number[], options: readonly number[]): string {
  const runs: number[][] = []
  for (const [index, code] of options.entries()) {
    if (!selected.includes(code)) continue
    const last = runs.at(-1)
    if (last && last.at(-1) === options[index - 1]) last.push(code)
    else runs.push([code])
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}-${run.at(-1)}`)).join(', ')
}

/** The statuses in these ranges; a text says what is wrong. */
export function parseStatuses(text: string, options: readonly number[]): number[] | string {
  if (text.trim() === '') return []
  const selected = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{3})\s*(?:-\s*(\d{3})\s*)?$/.exec(part) ?? []
    if (from === undefined || Number(to) < Number(from)) return settingTexts.statusesInvalid
    const found = options.filter((code) => code >= Number(from) && code <= Number(to))
    if (found.length === 0) return settingTexts.statusesUnknown({ text: part.trim() })
    for (const code of found) selected.add(code)
  }
  return [...selected].sort((a, b) => a - b)
}

export const durationUnits = [1, 60, 3_600] as const
export type DurationUnit = (typeof durationUnits)[number]

/** Seconds in the largest unit that needs no fraction. */
export function splitDuration(seconds: number): { amount: number; unit: DurationUnit } {
  const unit = durationUnits.findLast((each) => seconds >= each && seconds % each === 0) ?? 1
  return { amount: seconds / unit, unit }
}

const suffixes: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3_600 }

/** Seconds of “60s” or “2min”; a bare number is seconds, from 1000 up milliseconds. Null: none of these. */
export function durationOf(value: unknown): number | null {
  const [, digits, suffix] = /^(\d{1,8})(ms|s|min|m|h)?$/.exec(String(value)) ?? []
  if (digits === undefined) return null
  const amount = Number(digits)
  return amount * (suffixes[suffix ?? (amount >= 1000 ? 'ms' : 's')] ?? 1)
}
