import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { acceptTotpStep, type TotpRow, totpSecretColumn } from './factor-store.ts'

const periodSeconds = 30
/** The authenticator's clock may differ by one step. */
const window = 1

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** 160 bits, as RFC 4226 recommends, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, login: string): string {
  return new TOTP({
    issuer: 'Flotilla',
    label: login,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  }).toString()
}

/** Accepts a code once: of the current time step, the one before or the one after. */
export async function acceptTotpCode(
  { db, secrets, now }: { db: Db; secrets: Secrets; now: Date },
  row: TotpRow,
  code: string,
): Promise<boolean> {
  const delta = totpOf(secrets.open(row.secret, totpSecretColumn)).validate({
    token: code,
    timestamp: now.getTime(),
    window,
  })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / periodSeconds) + delta
  return acceptTotpStep(db, row, step)
}
