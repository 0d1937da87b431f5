import { hash, randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Context } from '../../operation/context.ts'
import { insertDownload } from './download-store.ts'
import { publicUrlMissing } from './package-errors.ts'

const validMs = 15 * 60_000

export const hashToken = (token: string): string => hash('sha256', token)

/** A random address for one site: it works once, for 15 minutes. */
export async function createDownload(
  { db, clock, publicUrl }: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  { packageId, siteId }: { packageId: number; siteId: number },
): Promise<{ url: string; tokenHash: string }> {
  if (publicUrl === null) throw publicUrlMissing()
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(now.getTime() + validMs)
  await insertDownload(db, { tokenHash, packageId, siteId, expiresAt }, now)
  return { url: `${publicUrl}/api/v2/packages/download/${token}`, tokenHash }
}

/** Why sites probably cannot download from this PUBLIC_URL; null if nothing speaks against it. No site is called. */
export function publicUrlProblem({ publicUrl }: Pick<Context, 'publicUrl'>): string | null {
  if (publicUrl === null) return publicUrlMissing().message
  const { hostname } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = ipaddr.isValid(host) ? ipaddr.parse(host).range() !== 'unicast' : !host.includes('.')
  return isPrivate ? `PUBLIC_URL (${publicUrl}) is probably not reachable for sites outside of your network.` : null
}
