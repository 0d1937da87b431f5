import { formatTexts } from './format-texts.ts'

/** Duration as text: "4 min 12 s", "3 days 5 h". */
export function duration(from: string, until: string | null): string {
  return durationOf(((until ? Date.parse(until) : Date.now()) - Date.parse(from)) / 1000)
}

export function durationOf(exactSeconds: number): string {
  const seconds = Math.max(0, Math.round(exactSeconds))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return formatTexts.floorMinValueS({ floor: Math.floor(seconds / 60), value: seconds % 60 })
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return formatTexts.hoursHFloorMin({ hours, floor: Math.floor((seconds % 3600) / 60) })
  return formatTexts.floorDaysValueH({ floor: Math.floor(hours / 24), value: hours % 24 })
}
