/** Duration as text: "4 min 12 s", "3 days 5 h". */
export function duration(from: string, until: string | null): string {
  return durationOf(((until ? Date.parse(until) : Date.now()) - Date.parse(from)) / 1000)
}

export function durationOf(exactSeconds: number): string {
  const seconds = Math.max(0, Math.round(exactSeconds))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(hours / 24)} days ${hours % 24} h`
}
