import type { Context } from '../../../operation/context.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import type { Db } from '../../../platform/database/database.ts'
import { lockTables, reserveIds } from '../../../platform/database/reserve-ids.ts'
import { listLimitIds } from '../../access/index.ts'
import {
  addClientFields,
  insertContacts,
  insertImportedClients,
  insertImportedValues,
  maxContacts,
} from '../../clients/index.ts'
import { insertMovedSites, insertMovedTags, readSiteAddress, updateMovedKey } from '../../sites/index.ts'
import { insertImportedTags } from '../../tags/index.ts'
import { upsertMovedSites } from '../takeover/moved-sites-store.ts'
import { decideCurrency, setCurrency } from './currency.ts'
import { type Decision, type Decisions, decide } from './decide.ts'
import { importIgnored, importMonitors, importMovedCosts } from './import-settings.ts'
import {
  type ClientContent,
  type ContactContent,
  type FieldContent,
  openSourceSettings,
  type SiteContent,
  type SiteTagContent,
  type TagContent,
  type ValueContent,
} from './move-in-record.ts'
import { type MoveInRow, pagesOfContent, upsertMovedIds } from './move-in-store.ts'

type Ids = Map<number, number>

interface Importing {
  trx: Db
  context: Pick<Context, 'secrets' | 'clock' | 'actor' | 'settings'>
  moveIn: MoveInRow
  now: Date
}

/** Sites to call afterwards, with a key. */
export interface ImportedFleet {
  sites: { id: number; oldId: number; label: string }[]
  decisions: Decisions
}

/** Writes everything in one transaction: an interrupted import changes nothing, and a repeated one finds what exists. */
export async function importFleet(trx: Db, context: Importing['context'], moveIn: MoveInRow): Promise<ImportedFleet> {
  const importing = { trx, context, moveIn, now: context.clock.now() }
  // The decisions stay right until the transaction ends.
  await lockTables(trx, ['clients', 'tags', 'sites', 'costs'])
  const limits = await listLimitIds(trx)
  const decisions = await decide(trx, moveIn)
  const tagIds = await reserve(importing, 'tags', decisions.tags, limits.tags)
  const clientIds = await reserve(importing, 'clients', decisions.clients, limits.clients)
  const siteIds = await reserve(importing, 'sites', decisions.sites, limits.sites)
  const costIds = await reserve(importing, 'costs', decisions.costs, new Set())
  await importTags(importing, decisions.tags, tagIds)
  const suspended = await importClients(importing, decisions.clients, clientIds)
  const sites = await importSites(importing, decisions, siteIds, { clientIds, suspended })
  await importSiteTags(importing, decisions.sites, siteIds, tagIds)
  const created = new Map(decisions.sites.flatMap(({ action, oldId }) => createdPair(action, oldId, siteIds)))
  await importMonitors(importing, created)
  const currency = await decideCurrency(trx, moveIn, decisions.costs)
  if (currency?.action === 'set') await setCurrency(trx, currency.there, importing.now)
  await importIgnored(importing, created)
  await importMovedCosts(importing, decisions.costs, {
    sites: siteIds,
    tags: tagIds,
    clients: clientIds,
    costs: costIds,
  })
  await upsertMovedIds(trx, moveIn.source, 'cost', costIds)
  await upsertMovedIds(trx, moveIn.source, 'tag', tagIds)
  await upsertMovedIds(trx, moveIn.source, 'client', clientIds)
  await upsertMovedIds(trx, moveIn.source, 'site', siteIds)
  return { sites, decisions }
}

const createdPair = (action: Decision['action'], oldId: number, ids: Ids): [number, number][] => {
  const id = ids.get(oldId)
  return action === 'create' && id !== undefined ? [[oldId, id]] : []
}

/** The id of each row here, by its id there. */
async function reserve(
  { trx }: Importing,
  table: 'tags' | 'clients' | 'sites' | 'costs',
  decisions: Decision[],
  excluded: ReadonlySet<number>,
): Promise<Ids> {
  const created = decisions.filter(({ action }) => action === 'create').map(({ oldId }) => oldId)
  const ids = await reserveIds(trx, table, created, excluded)
  for (const { action, oldId, existingId } of decisions)
    if (action === 'merge' && existingId !== null) ids.set(oldId, existingId)
  for (const { oldId, sameAs } of decisions) {
    const same = sameAs === null ? undefined : ids.get(sameAs)
    if (same !== undefined) ids.set(oldId, same)
  }
  return ids
}

const positionsOf = (decisions: Decision[], action: Decision['action']) =>
  new Set(decisions.filter((decision) => decision.action === action).map(({ position }) => position))

/** The contents of the rows with this action, page by page, with their ids here. */
async function* contentsOf<Content>(
  { trx, context, moveIn }: Importing,
  kind: 'tag' | 'client' | 'site',
  positions: ReadonlySet<number>,
  ids: Ids,
): AsyncGenerator<{ id: number; oldId: number; content: Content }[]> {
  for await (const page of pagesOfContent<Content>(trx, context.secrets, moveIn.id, kind))
    yield page.flatMap(({ oldId, position, content }) => {
      const id = ids.get(oldId)
      return id !== undefined && positions.has(position) ? [{ id, oldId, content }] : []
    })
}

async function importTags(importing: Importing, decisions: Decision[], ids: Ids): Promise<void> {
  const created = positionsOf(decisions, 'create')
  for await (const page of contentsOf<TagContent>(importing, 'tag', created, ids)) {
    const tags = page.map(({ id, content }) => ({ id, name: content.name, color: content.color }))
    await insertImportedTags(importing.trx, tags, importing.now)
  }
}

/** A time in the past as the other dashboard stores it, or now. */
const pastTime = (seconds: number, now: Date): Date =>
  seconds > 0 && seconds * 1000 < now.getTime() ? new Date(seconds * 1000) : now

/** Returns the clients that are suspended. */
async function importClients(importing: Importing, decisions: Decision[], ids: Ids): Promise<Set<number>> {
  const { trx, now } = importing
  const created = positionsOf(decisions, 'create')
  const isCreated = new Set(decisions.filter(({ action }) => action === 'create').map(({ oldId }) => oldId))
  const primary = new Map<number, number>()
  const suspended = new Set<number>()
  for await (const page of contentsOf<ClientContent>(importing, 'client', created, ids)) {
    const rows = page.map(({ id, oldId, content }) => {
      if (content.suspended) suspended.add(id)
      if (content.primaryContactId) primary.set(oldId, content.primaryContactId)
      return {
        ...{ id, name: content.name, email: content.email || null, ...content.columns, ...content.social },
        note: content.note,
        status: content.suspended ? ('suspended' as const) : ('active' as const),
        ...{ created_at: pastTime(content.createdAt, now), updated_at: now },
      }
    })
    await insertImportedClients(trx, rows)
  }
  await importContacts(importing, { created: isCreated, primary, ids })
  await importClientValues(importing, isCreated, ids)
  return suspended
}

/** Contacts have ids of their own here. */
async function importContacts(
  { trx, context, moveIn }: Importing,
  { created, primary, ids }: { created: ReadonlySet<number>; primary: ReadonlyMap<number, number>; ids: Ids },
): Promise<void> {
  const counts = new Map<number, number>()
  for await (const page of pagesOfContent<ContactContent>(trx, context.secrets, moveIn.id, 'contact')) {
    const contacts = page.flatMap(({ oldId, content: { oldClientId, contact, text = '' } }) => {
      const clientId = ids.get(oldClientId)
      const count = counts.get(oldClientId) ?? 0
      if (clientId === undefined || !created.has(oldClientId) || count >= maxContacts) return []
      counts.set(oldClientId, count + 1)
      const place = { clientId, position: count, is_primary: primary.get(oldClientId) === oldId }
      return [{ ...emptyContact, ...(contact ?? { name: text.slice(0, 200) }), ...place }]
    })
    await insertContacts(trx, contacts)
  }
}

const emptyContact = {
  ...{ role: '', email: '', phone: '', note: '' },
  ...{ facebook: '', twitter: '', instagram: '', linkedin: '' },
}

async function importClientValues({ trx, context, moveIn, now }: Importing, created: Set<number>, ids: Ids) {
  const names = new Map<number, FieldContent>()
  for await (const page of pagesOfContent<FieldContent>(trx, context.secrets, moveIn.id, 'client-field'))
    for (const { oldId, content } of page) names.set(oldId, content)
  const used = new Map<number, number>()
  for await (const page of pagesOfContent<ValueContent>(trx, context.secrets, moveIn.id, 'client-value')) {
    const wanted = page.filter(({ content }) => created.has(content.oldClientId) && names.has(content.oldFieldId))
    // Only fields with a value: the other product has fields of its own for every installation.
    const missing = [...new Set(wanted.map(({ content }) => content.oldFieldId))].filter((id) => !used.has(id))
    const fields = missing.flatMap((id) => names.get(id) ?? [])
    const added = await addClientFields(trx, fields, now)
    for (const id of missing) used.set(id, added.get(names.get(id)?.name ?? '') ?? 0)
    await insertImportedValues(
      trx,
      wanted.flatMap(({ content }) => {
        const [clientId, fieldId] = [ids.get(content.oldClientId), used.get(content.oldFieldId)]
        return clientId && fieldId ? [{ clientId, fieldId, value: content.value }] : []
      }),
    )
  }
}

interface ClientsHere {
  clientIds: Ids
  suspended: Set<number>
}

async function importSites(
  importing: Importing,
  { sites: decisions, known }: Decisions,
  ids: Ids,
  { clientIds, suspended }: ClientsHere,
): Promise<ImportedFleet['sites']> {
  const { trx, context, moveIn, now } = importing
  const { verifyTls: verifyByDefault } = openSourceSettings(moveIn.settings)
  const [created, merged] = [positionsOf(decisions, 'create'), positionsOf(decisions, 'merge')]
  const checked: ImportedFleet['sites'] = []
  const yielder = new Yielder()
  for await (const page of contentsOf<SiteContent>(importing, 'site', created, ids)) {
    const rows = page.map(({ id, oldId, content }) => {
      const { name, admin, notes, uniqueId, httpUser, httpPass, privateKeyPem, publicKeyPem } = content
      const clientId = (content.oldClientId === null ? undefined : clientIds.get(content.oldClientId)) ?? null
      const key = privateKeyPem !== null && publicKeyPem !== null ? { privateKeyPem, publicKeyPem } : null
      if (key) checked.push({ id, oldId, label: name })
      const byClient = clientId !== null && suspended.has(clientId) ? ('client' as const) : ('none' as const)
      return {
        ...{ id, name, admin, notes, uniqueId, httpUser, httpPass, clientId, key, ...readSiteAddress(content.url) },
        verifyTls: content.verifyTls ?? verifyByDefault,
        suspendedBy: content.suspended && byClient === 'none' ? ('hand' as const) : byClient,
      }
    })
    await insertMovedSites(trx, context.secrets, rows, now)
    await yielder.next()
  }
  for await (const page of contentsOf<SiteContent>(importing, 'site', merged, ids)) {
    for (const { id, oldId, content } of page) {
      const { admin, name, privateKeyPem, publicKeyPem } = content
      if (known.get(id)?.connection === 'connected' || privateKeyPem === null || publicKeyPem === null) continue
      await updateMovedKey(trx, context.secrets, id, { admin, key: { privateKeyPem, publicKeyPem } }, now)
      checked.push({ id, oldId, label: name })
    }
  }
  await upsertMovedSites(trx, moveIn.source, checked, now)
  return checked
}

/** Tags of the sites that were created; a site that was here keeps its tags. */
async function importSiteTags(importing: Importing, decisions: Decision[], siteIds: Ids, tagIds: Ids): Promise<void> {
  const { trx, context, moveIn } = importing
  const created = new Set(decisions.filter(({ action }) => action === 'create').map(({ oldId }) => oldId))
  for await (const page of pagesOfContent<SiteTagContent>(trx, context.secrets, moveIn.id, 'site-tag')) {
    const pairs = page.flatMap(({ oldId, content }) => {
      const [site, tag] = [created.has(oldId) ? siteIds.get(oldId) : undefined, tagIds.get(content.oldTagId)]
      return site !== undefined && tag !== undefined ? [{ site, tag }] : []
    })
    await insertMovedTags(
      trx,
      pairs.map(({ site }) => site),
      pairs.map(({ tag }) => tag),
    )
  }
}
