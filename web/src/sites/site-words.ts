import type { Tone } from '../ui/badge.tsx'

/** The address as people say it. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

export const nameOf = ({ name, url }: { name: string; url: string }): string => name || hostOf(url)

export const healthTone = (score: number): Tone => (score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad')

export const uptimeTone = (percent: number): Tone => (percent >= 99.5 ? 'good' : percent >= 98 ? 'warn' : 'bad')

/** "one site", "12 sites"; "one update", "3 updates". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString()} ${many}`
