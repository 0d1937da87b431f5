import { formatNumber } from './number.ts'
import { unicodeHost } from './unicode-host.ts'

/** `describeCount(3, 'site')` → "3 sites". */
export const describeCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** A URL without its protocol and a trailing slash, with its domain as people write it. */
export const hostOf = (url: string): string => {
  const [host = '', ...path] = url
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .split('/')
  return [unicodeHost(host), ...path].join('/')
}
