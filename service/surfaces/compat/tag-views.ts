import { clientsOf, showListedClients } from './client-views.ts'
import { type Records, recordsWhere, showRecords } from './further-calls.ts'
import { byId, text } from './values.ts'
import type { NamedValues, RouteView, ViewContext, Views } from './view.ts'

interface TagRecord {
  id: number
  name: string
  color: string
  sites_count: number
  sites_ids: number[]
}

const showTag = (tag: TagRecord) => ({
  id: text(tag.id),
  name: tag.name,
  color: tag.color,
  count_sites: text(tag.sites_count),
  sites_ids: tag.sites_ids.length === 0 ? null : tag.sites_ids.join(','),
})

const tagOf = (tag_id: unknown) => ({ tag: { operation: 'get-tag', input: { tag_id } } })

const written: RouteView = {
  also: ({ id }: { id: number }) => tagOf(id),
  body: (_: unknown, { own, also }: ViewContext) => ({ success: 1, message: own.message, data: showTag(also('tag')) }),
}

export const tagViews: Views = {
  'GET /tags': {
    fixed: { include_sites_ids: true },
    body: ({ items, total }: { items: TagRecord[]; total: number }) => ({
      success: 1,
      total,
      data: byId(items, showTag),
    }),
  },
  'GET /tags/{id}': { body: (tag: TagRecord) => ({ success: 1, data: showTag(tag) }) },
  'POST /tags/add': written,
  'POST|PUT|PATCH /tags/{id}/edit': written,
  'DELETE /tags/{id}/remove': {
    before: ({ tag_id }) => tagOf(tag_id),
    body: ({ tag_id, tag_name }: { tag_id: number; tag_name: string }, { own, also }: ViewContext) => {
      const tag = also<TagRecord | undefined>('tag')
      const data = tag ? showTag(tag) : { id: text(tag_id), name: tag_name }
      return { success: 1, message: own.message, data }
    },
  },
  'GET /tags/{id}/sites': {
    input: ({ tag_id }) => ({ tag_id, page: 1, per_page: 1 }),
    also: ({ tag_id }: { tag_id: number }, sent: NamedValues) => ({ records: recordsWhere({ tag_id }, sent) }),
    body: (_: unknown, { also, sent }: ViewContext) => {
      const records = also<Records>('records')
      return { success: 1, total: records.total, data: showRecords(records, sent) }
    },
  },
  'GET /tags/{id}/clients': {
    also: ({ clients }: { clients: { id: number }[] }) => ({ clients: clientsOf(clients.map(({ id }) => id)) }),
    body: ({ total }: { total: number }, { also }: ViewContext) => ({
      success: 1,
      total,
      data: showListedClients(also('clients')),
    }),
  },
}
