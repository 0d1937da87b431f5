import { z } from 'zod'
import { type BulkAction, type BulkSite, bulkAction } from '../../operation/bulk-action.ts'
import { invalidInput } from '../../operation/errors.ts'
import { tagsIn } from './many-sites.ts'
import { checkSite } from './operations/check-site.ts'
import { deleteSite } from './operations/delete-site.ts'
import { reconnectSite } from './operations/reconnect-site.ts'
import { suspendSite } from './operations/suspend-site.ts'
import { tagSites } from './operations/tag-sites.ts'
import { unsuspendSite } from './operations/unsuspend-site.ts'
import { updateSite } from './operations/update-site.ts'
import { listAssignedTags, listClientsOfSites, requireReferences } from './site-reference-store.ts'

const noOptions = z.strictObject({})
const ofSite = ({ id }: BulkSite) => ({ site_id_or_domain: id })
const TagIds = z.array(z.int().min(1)).max(100).default([])

/** Sites whose state does not change are left out: a plan counts what it changes. */
const splitBy = (sites: readonly BulkSite[], isReady: (site: BulkSite) => boolean, reason: string) => ({
  ready: sites.filter(isReady),
  leftOut: sites
    .filter((site) => !isReady(site))
    .map((site) => ({ site, code: 'svc_nothing_to_do' as const, message: `${site.url} ${reason}` })),
})

interface AssignOptions {
  client_id?: number | null
  /** To take a change back: the former client by site, none where it is missing. */
  clients?: Readonly<Record<number, number>>
}

interface TagChange {
  add: number[]
  remove: number[]
}

/** `changes`: to take a change back, by site. */
type TagOptions = TagChange & { changes?: Readonly<Record<number, TagChange>> }

export const siteBulkActions: BulkAction[] = [
  bulkAction({
    name: 'assign-client',
    operation: updateSite,
    kind: 'assign-client',
    options: z.strictObject({ client_id: z.int().min(0).nullable().describe('null or 0: no client.') }),
    async split(sites, { client_id }, { db, actor }) {
      if (client_id) await requireReferences(db, { clientId: client_id }, actor)
      const clients = await listClientsOfSites(db, sites)
      const { ready, leftOut } = splitBy(
        sites,
        ({ id }) => (clients.get(id) ?? null) !== (client_id || null),
        client_id ? 'already has this client.' : 'has no client.',
      )
      const moved = ready.filter(({ id }) => clients.has(id)).length
      const warnings = moved === 0 ? [] : [`Sites that would be removed from their current client: ${moved}.`]
      return { ready, leftOut, warnings }
    },
    inputOf: (site, options: AssignOptions) => ({
      ...ofSite(site),
      client_id: (options.clients ? options.clients[site.id] : options.client_id) || null,
    }),
    undo: async (sites, _, { db }) => ({
      sites,
      options: { clients: Object.fromEntries(await listClientsOfSites(db, sites)) },
    }),
  }),
  bulkAction({
    name: 'change-tags',
    operation: tagSites,
    kind: 'change-tags',
    options: z.strictObject({ add: TagIds, remove: TagIds }),
    async split(sites, options, { db, actor }) {
      await requireReferences(db, { tagIds: tagsIn(options) }, actor)
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: ({ id }, options: TagOptions) => ({ site_ids_or_domains: [id], ...(options.changes?.[id] ?? options) }),
    async undo(sites, { add, remove }, { db }) {
      const tags = await listAssignedTags(db, sites, [...add, ...remove])
      const changes = sites.map(({ id }) => {
        const had = tags.get(id) ?? []
        return [
          id,
          { add: remove.filter((tag) => had.includes(tag)), remove: add.filter((tag) => !had.includes(tag)) },
        ] as const
      })
      const made = new Map(changes.filter(([, change]) => change.add.length + change.remove.length > 0))
      return { sites: sites.filter(({ id }) => made.has(id)), options: { changes: Object.fromEntries(made) } }
    },
  }),
  bulkAction({
    name: 'write-notes',
    operation: updateSite,
    kind: 'write-notes',
    options: z.strictObject({ notes: z.string().max(20_000).describe('Replaces the notes of each site.') }),
    async split(sites, { notes }) {
      if (notes.includes('\0')) throw invalidInput({ 'options.notes': 'must not contain NUL characters' })
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: (site, { notes }) => ({ ...ofSite(site), notes }),
  }),
  bulkAction({
    name: 'suspend',
    operation: suspendSite,
    kind: 'suspend',
    options: noOptions,
    split: async (sites) => splitBy(sites, ({ suspended_by }) => suspended_by !== 'hand', 'is already suspended.'),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'unsuspend',
    operation: unsuspendSite,
    kind: 'unsuspend',
    options: noOptions,
    split: async (sites) => splitBy(sites, ({ suspended_by }) => suspended_by !== 'none', 'is not suspended.'),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'reconnect',
    operation: reconnectSite,
    kind: 'reconnect',
    options: noOptions,
    inputOf: ofSite,
  }),
  bulkAction({ name: 'check', operation: checkSite, kind: 'check', options: noOptions, inputOf: ofSite }),
  bulkAction({
    name: 'delete',
    operation: deleteSite,
    kind: 'delete-sites',
    options: noOptions,
    split: async (sites) => ({
      ready: [...sites],
      leftOut: [],
      warnings: ['The history, monitors and reports of these sites are deleted with them.'],
    }),
    inputOf: ofSite,
  }),
]
