import { createHash } from 'node:crypto'
import type { ChildSite, How, RegistrableSite, SiteAddress } from '../child-site.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import type { KeyPair } from '../key-source.ts'
import { line } from '../reading/text.ts'
import { asMap, readBoolean, type WireMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import { recheckUntilSettled } from '../recheck.ts'
import { startCursor } from '../snapshot/changes.ts'
import { readSnapshot } from '../snapshot/read-snapshot.ts'
import { syncFields } from '../snapshot/selection.ts'
import type { SiteSnapshot, SnapshotPart } from '../snapshot/snapshot.ts'
import { percentEncodeBytes } from '../wire/form.ts'
import { registrationRefusal } from '../wire/registration-refusals.ts'
import { otherSpelling } from '../wire/site-urls.ts'
import type { Kit } from './kit.ts'

export interface RegistrationCredentials {
  /** Used once. Without password and token only a site with password authentication off accepts us. */
  password?: string | undefined
  /** The token of an earlier registration; the site reads it only without a password. */
  token?: string | undefined
  /** The site was connected before, for the sentence of a refusal. */
  hadKey?: boolean | undefined
  /** Created in advance, so that it can be stored before the site knows it; otherwise a new one is used. */
  keyPair?: KeyPair | undefined
  /** The parts to read with the registration. */
  parts?: readonly SnapshotPart[]
}

export interface Registration extends KeyPair {
  /** For reconnecting without a password; null from connector plugins before 5.3. As secret as the key. */
  token: string | null
  uniqueId: string
  /** The real address of the site, if it differs from the given one by `www.` or a redirect. */
  correctedUrl: string | null
  snapshot: SiteSnapshot
}

export interface Presence {
  connectorVersion: string | null
  wordpressVersion: string | null
  managedByHost: boolean
  correctedUrl: string | null
}

export interface RegistrationCalls {
  /** Throws `svc_plain_http_refused` for an address that is never called because it has no encryption. */
  requireEncryption(url: string): Promise<void>
  /** Whether the connector plugin is active and not connected; `svc_already_connected` otherwise. */
  probe(site: SiteAddress, how?: How): Promise<Presence>
  /** A key pair for a later registration. */
  prepareKey(): Promise<KeyPair>
  /** Connects a site, or reconnects it under the same `server`: the previous key is invalid at once. */
  register(site: RegistrableSite, credentials: RegistrationCredentials, how?: How): Promise<Registration>
  /** Without a password, by the token. */
  reconnect(
    site: RegistrableSite,
    credentials: RegistrationCredentials & { token: string },
    how?: How,
  ): Promise<Registration>
  /** Replaces the key of a connected site. Store the new pair as pending before; on `svc_outcome_unknown` keep both. */
  renewKey(
    site: ChildSite,
    renewal: { keyPair: KeyPair; token: string; parts?: readonly SnapshotPart[] },
    how?: How,
  ): Promise<Registration>
}

export function registrationCalls(kit: Kit): RegistrationCalls {
  async function register(
    site: RegistrableSite,
    credentials: RegistrationCredentials,
    how: How = {},
  ): Promise<Registration> {
    const { password, token, parts = [] } = credentials
    const keyPair = credentials.keyPair ?? (await kit.keys.take())
    const selection = syncFields({
      parts,
      cursor: startCursor,
      logRows: 0,
      abandonedAfterDays: kit.settings.abandonedAfterDays,
    })
    const fields = {
      ...selection,
      user: site.admin,
      pubkey: keyPair.publicKeyPem,
      server: site.server,
      uniqueId: site.uniqueId,
      userpwd: password === undefined ? undefined : percentEncodeBytes(password),
      regverify: password === undefined ? token : undefined,
    }
    const call = { function: 'register', fields, deadline: 'sync' } as const
    return kit.locks.hold(site.id, async () => {
      try {
        const { payload, correctedUrl } = await kit.caller.unsigned(site, call, how)
        return accepted(asMap(payload), correctedUrl)
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        if (error.childCode === 'REG_ERROR7' && password === undefined)
          throw registrationRefusal('REG_ERROR7', { hasPassword: false, hadKey: credentials.hadKey === true })
        // Connectors before 5.4 refuse in text alone.
        if (error.reason === 'child_error') throw new ConnectorError('svc_registration_refused', error.message)
        if (!error.mayHaveArrived) throw error
        return settle(error)
      }
    })

    function accepted(reply: WireMap, redirectedTo: string | null): Registration {
      if (reply.register !== 'OK') {
        throw new ConnectorError('svc_site_error', 'The site did not confirm the registration.', {
          effect: 'possible',
        })
      }
      const snapshot = readSnapshot(reply, { now: kit.clock.now() })
      return {
        ...keyPair,
        token: tokenIn(reply.regverify) ?? (password === undefined ? (token ?? null) : null),
        uniqueId: line(reply.uniqueId, 100),
        correctedUrl: redirectedTo ?? otherSpelling(site.url, snapshot.siteUrl),
        snapshot,
      }
    }

    /** A registration without an answer happened if the site accepts the new key. */
    async function settle(doubt: ConnectorError): Promise<Registration> {
      // Without cookies: a site that recognises our session returns no token.
      const connected: ChildSite = { ...site, key: keyOf(keyPair), cookies: undefined }
      const stats = { function: 'stats', fields: { ...selection, sync_regverify: 1 }, deadline: 'sync' } as const
      const readBack = (again: How) =>
        kit.caller.signed(connected, stats, again).then(
          ({ payload }) => asMap(payload),
          (error) => {
            // The old key, or none: not registered yet.
            if (error instanceof ConnectorError && error.code === 'svc_key_refused') return null
            throw error
          },
        )
      const reply = await recheckUntilSettled(kit, doubt, readBack, (seen) => seen !== null, how)
      if (reply) return accepted({ ...reply, register: 'OK', regverify: reply.regverify_info }, null)
      if (doubt.effect === 'may-still-run') throw outcomeUnknown('the site took our new key', doubt)
      throw doubt
    }
  }

  return {
    requireEncryption: (url) => kit.caller.requireEncryption(url),
    register,
    reconnect: register,
    prepareKey: () => kit.keys.take(),
    async renewKey(site, renewal, how) {
      const registration = await register(site, renewal, how)
      kit.signer.forget(site.key)
      return registration
    },
    async probe(site, how) {
      const { payload, correctedUrl } = await kit.caller.unsigned(site, { function: 'stats', deadline: 'ping' }, how)
      const { version: connector, wpversion, wpe, wphost } = asMap(payload)
      return {
        connectorVersion: shownVersion(connector),
        wordpressVersion: shownVersion(wpversion),
        managedByHost: readBoolean(wpe) || line(wphost, 40) !== '',
        correctedUrl,
      }
    },
  }
}

/** 40 hex digits, a dash, 40 hex digits. */
export function tokenIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{40}-[0-9a-f]{40}$/i.test(value) ? value : undefined
}

/** A pair as the key of a site. */
export function keyOf({ privateKeyPem, publicKeyPem }: KeyPair): ChildSite['key'] {
  return { id: createHash('sha256').update(publicKeyPem).digest('base64url'), open: () => privateKeyPem }
}
