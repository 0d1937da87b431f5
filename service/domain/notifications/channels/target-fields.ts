import { z } from 'zod'
import { trimEndOf } from '../../../platform/trim-end.ts'

/** A web address that people paste; it is often the secret itself. */
export const WebhookAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** The address of a server without a slash at its end. */
export const ServerAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .transform((url) => trimEndOf(url, '/'))

export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''
