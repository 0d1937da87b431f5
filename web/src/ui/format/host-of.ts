import { unicodeHost } from './unicode-host.ts'

/** A URL without its protocol and a trailing slash, with its domain as people write it. */
export const hostOf = (url: string): string => {
  const [host = '', ...path] = url
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .split('/')
  return [unicodeHost(host), ...path].join('/')
}
