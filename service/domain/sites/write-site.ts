import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { includesNewSite } from '../../operation/limits.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { registrationRefusal } from '../../platform/connector/wire/registration-refusals.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { present } from '../../platform/present.ts'
import { publishEvents } from '../events/index.ts'
import { changeAddress, explainAddressChanges } from './connection/change-address.ts'
import { connectSite, currentSite } from './connection/connect-site.ts'
import { followTitle, nameFromAddress } from './connection/site-title.ts'
import { addressIsFixed, needsOwnTag, siteAlreadyExists, siteNotFound } from './site-errors.ts'
import { publishConnectionChanges, removeSite } from './site-events.ts'
import { type SiteInput, toSiteColumns, verifiesTls } from './site-input.ts'
import { findClientName, replaceTags, requireReferences } from './site-reference-store.ts'
import { markSitesSuspended, markSitesUnsuspended } from './site-status.ts'
import {
  findSiteByIdentity,
  insertSite,
  isDuplicate,
  isSiteVisible,
  lockSite,
  type SiteRow,
  updateSiteRow,
} from './site-store.ts'
import { type ParsedAddress, readSiteAddress } from './site-url.ts'

type WriteContext = Pick<Context, 'db' | 'outbound' | 'connector' | 'secrets' | 'clock' | 'actor'>
type CreateContext = WriteContext & Pick<Context, 'settings'>

export type NewSite = SiteInput & { url: string; admin: string }

const neverCalled = ['url_invalid', 'port_refused', 'address_refused']

/** Refuses an address that must not be called. A host name that does not resolve now may resolve later, so it is accepted. */
export async function readCallableAddress({ outbound }: Pick<Context, 'outbound'>, text: string) {
  const address = readSiteAddress(text)
  try {
    await outbound.check(address.url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (neverCalled.includes(error.code)) throw new ServiceError('svc_invalid_url', 'invalid', error.message)
  }
  return address
}

/** For a new site: the connection would refuse it. A host name that does not resolve now is accepted, as above. */
async function requireEncryption({ connector }: Pick<Context, 'connector'>, url: string): Promise<void> {
  try {
    await connector.requireEncryption(url)
  } catch (error) {
    if (error instanceof ConnectorError) throw asServiceError(error)
    if (!(error instanceof OutboundError)) throw error
  }
}

/**
 * Refuses a new site outside the caller's limits, with an unknown client or tag, or with an address in use. A limited key
 * does not learn of a site beyond its limits.
 */
export async function requireNewSite(context: WriteContext, input: NewSite) {
  const { db, actor } = context
  const { limits } = actor
  if (limits && !includesNewSite(limits, { clientId: input.client_id, tagIds: input.tags ?? [] })) throw needsOwnTag()
  verifiesTls(input)
  const address = await readCallableAddress(context, input.url)
  await requireEncryption(context, address.url)
  await requireReferences(db, { clientId: input.client_id, tagIds: input.tags ?? [] }, { limits })
  const other = await findSiteByIdentity(db, address.identity)
  if (other && (await isVisibleTo(context, other)))
    throw siteAlreadyExists(address.url, other.id, await otherClientOf(context, other, input))
  return address
}

const isVisibleTo = async ({ db, actor }: WriteContext, { id }: SiteRow) =>
  !actor.limits || isSiteVisible(db, id, actor.limits)

/** The name of the client that has the site, if it is not the given one and the caller may see it. */
async function otherClientOf({ db, actor }: WriteContext, { client_id }: SiteRow, input: SiteInput) {
  if (client_id === null || client_id === input.client_id || !hasPermission(actor, 'clients.read')) return null
  return findClientName(db, client_id, actor.limits)
}

/** The error for an address that another site has. */
async function addressTaken(context: CreateContext, address: ParsedAddress, input: SiteInput) {
  const other = await findSiteByIdentity(context.db, address.identity)
  if (context.actor.limits && !(other && (await isVisibleTo(context, other))))
    return refusalOfHiddenSite(context, address, input)
  return siteAlreadyExists(address.url, other?.id ?? null, other ? await otherClientOf(context, other, input) : null)
}

/** Stores an unconnected site with its client and tags in one transaction. */
export async function createSite(context: CreateContext, input: NewSite): Promise<SiteRow> {
  const address = await requireNewSite(context, input)
  const { db, secrets, clock, actor } = context
  const references = { clientId: input.client_id, tagIds: input.tags ?? [] }
  const now = clock.now()
  const site = await db.transaction().execute(async (trx) => {
    const { clientIsSuspended } = await requireReferences(trx, references, { limits: actor.limits, lock: true })
    const inserted = await insertSite(trx, {
      name: nameFromAddress(address.url),
      name_is_automatic: input.name === undefined,
      admin_username: input.admin,
      verify_tls: context.settings.get('advanced').svc_ssl_verify_certificate === 1,
      ...toSiteColumns(input, secrets),
      ...address,
      client_id: input.client_id || null,
      ...(clientIsSuspended && { suspended_by: 'client' as const }),
      created_at: now,
      updated_at: now,
    })
    if (!inserted) return undefined
    await replaceTags(trx, inserted.id, references.tagIds)
    await publishEvents(trx, [{ type: 'site.added', siteId: inserted.id, data: { by: actor.name } }], now)
    return inserted
  })
  if (!site) throw await addressTaken(context, address, input)
  return site
}

/** For dry runs: refuses what the edit would refuse, and returns what a changed address causes. */
export async function requireEdit(context: WriteContext, site: SiteRow, input: SiteInput): Promise<string[]> {
  const { db, actor } = context
  const { client_id: clientId, tags, url } = input
  verifiesTls(input)
  await requireReferences(db, { clientId, tagIds: tags ?? [] }, { limits: actor.limits })
  const address = url === undefined ? null : await readCallableAddress(context, url)
  if (!address) return []
  requireMayMove(actor, site, address)
  const other = await findSiteByIdentity(db, address.identity)
  if (other && other.id !== site.id) throw siteAlreadyExists(address.url, other.id)
  const changes = await explainAddressChanges(context, [{ site, url: address.url }])
  return changes.filter((change) => change !== null)
}

/** An "address is taken" error would reveal sites beyond the limits of a key. */
function requireMayMove({ limits }: Context['actor'], site: ParsedAddress, address: ParsedAddress): void {
  if (limits && site.identity !== address.identity) throw addressIsFixed()
}

/** Changes only the given fields, in one transaction. Edits of one site wait for each other. */
export async function editSite(
  context: WriteContext,
  id: number,
  input: SiteInput & { suspended?: boolean | undefined },
): Promise<SiteRow> {
  const { db, secrets, clock, actor } = context
  const { client_id, tags, suspended } = input
  const address = input.url === undefined ? null : await readCallableAddress(context, input.url)
  const now = clock.now()
  try {
    return await db.transaction().execute(async (trx) => {
      const references = { clientId: client_id, tagIds: tags ?? [] }
      const { clientIsSuspended } = await requireReferences(trx, references, { limits: actor.limits, lock: true })
      const before = await lockSite(trx, id)
      if (!before) throw siteNotFound(id)
      if (address) requireMayMove(actor, before, address)
      const columns = {
        // First, because secrets given in the same call belong to the new address.
        ...(address && (await changeAddress({ trx, secrets, now }, before, address.url))),
        ...toSiteColumns(input, secrets),
        ...(input.name !== undefined && input.name.trim() !== before.name && { name_is_automatic: false }),
        ...address,
        ...(client_id !== undefined && { client_id: client_id || null }),
      }
      const after = present(await updateSiteRow(trx, id, { ...columns, updated_at: now }), 'the locked site')
      if (tags !== undefined) await replaceTags(trx, id, references.tagIds)
      const connection = { ...after, connection_before: before.connection }
      await publishConnectionChanges(trx, [connection], now, after.disconnected_reason ?? '')
      if (clientIsSuspended && before.client_id !== client_id)
        await markSitesSuspended(trx, { ids: [id] }, 'client', now)
      if (suspended !== undefined)
        await (suspended
          ? markSitesSuspended(trx, { ids: [id] }, 'hand', now)
          : markSitesUnsuspended(trx, { ids: [id] }, now))
      return after
    })
  } catch (error) {
    if (address && isDuplicate(error)) throw siteAlreadyExists(address.url, await siteIdAt(context, address))
    throw error
  }
}

const siteIdAt = async ({ db }: WriteContext, { identity }: ParsedAddress) =>
  (await findSiteByIdentity(db, identity))?.id ?? null

/**
 * The error for a limited key that adds the address of a site beyond its limits: the same as for an address that is not
 * in the fleet and cannot be connected. Only an unsigned probe is sent.
 */
export async function refusalOfHiddenSite(
  { connector }: Pick<Context, 'connector'>,
  { url }: ParsedAddress,
  input: SiteInput,
): Promise<ServiceError> {
  const { http_user: username, http_pass } = input
  const basicAuth = username ? { username, password: http_pass ?? '' } : undefined
  const site = { label: url, url, verifyTls: verifiesTls(input) ?? true, basicAuth }
  const failure = await connector.probe(site).then(
    () => registrationRefusal('REG_ERROR7', { hasPassword: Boolean(input.admin_password) }),
    (error: unknown) => {
      if (error instanceof ConnectorError && error.code === 'svc_already_connected')
        return registrationRefusal('REG_ERROR2')
      return error
    },
  )
  const refusal = asServiceError(failure)
  if (!(refusal instanceof ServiceError)) throw refusal
  return refusal
}

/**
 * Stores the site before it is called, so that of two calls that add the same site one is refused early; then connects it.
 * A site that cannot be connected stays stored with the reason; one whose address must not be called is deleted again.
 */
export async function addAndConnectSite(
  context: Context,
  input: NewSite,
  { requireConnection = false } = {},
): Promise<{ site: SiteRow; problem: ServiceError | null }> {
  const site = await createSite(context, input)
  return context.siteLocks.hold(site.id, async () => {
    const problem = await connectSite(context, site.id, input.admin_password || undefined)
    // Also for a limited key: keeping some sites and refusing others would reveal addresses beyond its limits.
    const mustConnect = requireConnection || context.actor.limits !== null
    if (problem && (problem.kind === 'invalid' || mustConnect)) {
      await removeSite(context.db, site, context.actor.name, context.clock.now())
      throw problem
    }
    if (problem === null) await followTitle(context, await currentSite(context, site.id))
    return { site, problem }
  })
}
