import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'

/** The part of a link after #. */
export const linkToken = z.string().min(20).max(100)

/** Tokens cannot be guessed; this limits broken programs and the work of hashing passwords for them. */
export const countLinkUse = (context: Pick<Context, 'db' | 'clock' | 'actor'>): Promise<void> =>
  countRequest(context, `links from ${networkOfAddress(context.actor.address)}`, { failures: 60, windowMs: 60_000 })
