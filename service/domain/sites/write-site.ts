import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { changeAddress, explainAddressChanges } from './change-address.ts'
import { requireReferences } from './reference-store.ts'
import { addressIsFixed, needsOwnTag, siteAlreadyExists, siteNotFound } from './site-errors.ts'
import { type SiteInput, toColumns, verifiesTls } from './site-input.ts'
import { suspend, unsuspend } from './site-status.ts'
import {
  findSiteByIdentity,
  insertSite,
  isDuplicate,
  isSiteVisible,
  lockSite,
  type SiteRow,
  updateSite,
} from './site-store.ts'
import { replaceTags } from './site-tag-store.ts'
import { readSiteAddress, type SiteAddress } from './site-url.ts'
import { refusalOfUnseen } from './unseen-site.ts'

type Writing = Pick<Context, 'db' | 'outbound' | 'secrets' | 'clock' | 'actor'>
type Creating = Writing & Pick<Context, 'settings' | 'connector'>

export type NewSite = SiteInput & { url: string; admin: string }

const neverCalled = ['url_invalid', 'port_refused', 'address_refused']

/** Refuses an address that we would never call. A name that cannot be resolved today may be known tomorrow. */
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

/**
 * What a new site may not be: outside the caller's reach, without what it names, or there already. A limited key is not
 * told of a site beyond its limits.
 */
export async function requireNewSite(context: Writing, written: NewSite) {
  const { db, actor } = context
  const { limits } = actor
  if (limits && !written.tags?.some((id) => limits.tags.includes(id))) throw needsOwnTag()
  verifiesTls(written)
  const address = await readCallableAddress(context, written.url)
  await requireReferences(db, { clientId: written.client_id, tagIds: written.tags ?? [] }, { limits })
  const other = await findSiteByIdentity(db, address.identity)
  if (other && (await isVisibleTo(context, other))) throw siteAlreadyExists(address.url, other.id)
  return address
}

const isVisibleTo = async ({ db, actor }: Writing, { id }: SiteRow) =>
  !actor.limits || isSiteVisible(db, id, actor.limits)

/** Another site has the address. */
async function addressTaken(context: Creating, address: SiteAddress, written: SiteInput) {
  const other = await findSiteByIdentity(context.db, address.identity)
  if (context.actor.limits && !(other && (await isVisibleTo(context, other))))
    return refusalOfUnseen(context, address, written)
  return siteAlreadyExists(address.url, other?.id ?? null)
}

/** Stores a site that is not connected yet, with its client and tags, or nothing at all. */
export async function createSite(context: Creating, written: NewSite): Promise<SiteRow> {
  const address = await requireNewSite(context, written)
  const { db, secrets, clock, actor } = context
  const references = { clientId: written.client_id, tagIds: written.tags ?? [] }
  const now = clock.now()
  const site = await db.transaction().execute(async (trx) => {
    const { clientIsSuspended } = await requireReferences(trx, references, { limits: actor.limits, hold: true })
    const inserted = await insertSite(trx, {
      name: new URL(address.url).hostname,
      admin_username: written.admin,
      verify_tls: context.settings.get('advanced').svc_ssl_verify_certificate === 1,
      ...toColumns(written, secrets),
      ...address,
      client_id: written.client_id || null,
      ...(clientIsSuspended && { suspended_by: 'client' as const }),
      created_at: now,
      updated_at: now,
    })
    if (inserted) await replaceTags(trx, inserted.id, references.tagIds)
    return inserted
  })
  if (!site) throw await addressTaken(context, address, written)
  return site
}

/** For dry runs: refuses what the edit itself would refuse, and answers what another address leads to. */
export async function requireEdit(context: Writing, site: SiteRow, written: SiteInput): Promise<string[]> {
  const { db, actor } = context
  const { client_id: clientId, tags, url } = written
  verifiesTls(written)
  await requireReferences(db, { clientId, tagIds: tags ?? [] }, { limits: actor.limits })
  const address = url === undefined ? null : await readCallableAddress(context, url)
  if (!address) return []
  requireMayMove(actor, site, address)
  const other = await findSiteByIdentity(db, address.identity)
  if (other && other.id !== site.id) throw siteAlreadyExists(address.url, other.id)
  const changes = await explainAddressChanges(context, [{ site, url: address.url }])
  return changes.filter((change) => change !== null)
}

/** Whether an address is taken would tell a limited key which sites there are beyond its limits. */
function requireMayMove({ limits }: Context['actor'], site: SiteAddress, address: SiteAddress): void {
  if (limits && site.identity !== address.identity) throw addressIsFixed()
}

/** Changes what is given and nothing else, all or nothing. Edits of one site take turns. */
export async function editSite(
  context: Writing,
  id: number,
  written: SiteInput & { suspended?: boolean | undefined },
): Promise<SiteRow> {
  const { db, secrets, clock, actor } = context
  const { client_id, tags, suspended } = written
  const address = written.url === undefined ? null : await readCallableAddress(context, written.url)
  const now = clock.now()
  try {
    return await db.transaction().execute(async (trx) => {
      const references = { clientId: client_id, tagIds: tags ?? [] }
      const { clientIsSuspended } = await requireReferences(trx, references, { limits: actor.limits, hold: true })
      const before = await lockSite(trx, id)
      if (!before) throw siteNotFound(id)
      if (address) requireMayMove(actor, before, address)
      const columns = {
        // First, because secrets that are given along belong to the new address.
        ...(address && (await changeAddress({ trx, secrets, now }, before, address.url))),
        ...toColumns(written, secrets),
        ...address,
        ...(client_id !== undefined && { client_id: client_id || null }),
      }
      const after = (await updateSite(trx, id, { ...columns, updated_at: now }))!
      if (tags !== undefined) await replaceTags(trx, id, references.tagIds)
      if (clientIsSuspended && before.client_id !== client_id) await suspend(trx, { ids: [id] }, 'client', now)
      if (suspended !== undefined)
        await (suspended ? suspend(trx, { ids: [id] }, 'hand', now) : unsuspend(trx, { ids: [id] }, now))
      return after
    })
  } catch (error) {
    if (address && isDuplicate(error)) throw siteAlreadyExists(address.url, await siteIdAt(context, address))
    throw error
  }
}

const siteIdAt = async ({ db }: Writing, { identity }: SiteAddress) =>
  (await findSiteByIdentity(db, identity))?.id ?? null
