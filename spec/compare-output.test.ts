import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compareDryRun, compareOutput, type JsonSchema, readAbilityRows } from './conformance.ts'

const rows = readAbilityRows()
const rowOf = (name: string) => rows.find((row) => row.ability === `svc/${name}-v1`)!
const published = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonSchema
const differences = (name: string, schema: z.ZodType) =>
  compareOutput(rowOf(name), published(schema)).map((text) => text.replace(`svc/${name}-v1: `, ''))

const site = z.object({ id: z.int(), url: z.string(), name: z.string() })
const failure = z.object({ identifier: z.union([z.int(), z.string()]), code: z.string(), message: z.string() })
const synced = {
  queued: z.literal(false),
  synced: z.array(site),
  errors: z.array(failure),
  total_synced: z.int(),
  total_errors: z.int(),
}
const queued = { queued: z.literal(true), job_id: z.string(), status_url: z.string(), sites_queued: z.int() }

describe('compareOutput', () => {
  it('finds the immediate and the queued answer in a union', () => {
    expect(differences('sync-sites', z.union([z.object(synced), z.object(queued)]))).toEqual([])
  })

  it('follows references', () => {
    const answer = z.object({ ...synced, skipped: z.array(site) })
    const schema = z.toJSONSchema(z.union([answer, z.object(queued)]), { reused: 'ref' }) as JsonSchema
    expect(JSON.stringify(schema)).toContain('$ref')
    expect(compareOutput(rowOf('sync-sites'), schema)).toEqual([])
  })

  it('names what a queued answer lacks, compared with the variant that comes closest', () => {
    const { sites_queued: _, ...short } = queued
    expect(differences('sync-sites', z.union([z.object(synced), z.object(short)]))).toEqual([
      'queued answer lacks sites_queued',
    ])
  })

  it('does not gather one answer from the fields of two variants', () => {
    const { errors, ...rest } = synced
    expect(differences('sync-sites', z.union([z.object(rest), z.object({ ...queued, errors })]))).toEqual([
      'answer lacks errors',
    ])
  })

  it('looks into the elements of lists and into objects', () => {
    const nameless = z.object({ ...synced, synced: z.array(site.omit({ name: true })) })
    expect(differences('sync-sites', z.union([nameless, z.object(queued)]))).toEqual(['answer lacks synced.name'])
    const client = z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable()
    expect(differences('get-site-client', z.object({ site_id: z.int(), client }))).toEqual([
      'answer lacks client.status',
    ])
  })

  it('names a field that may be absent, but lets it be null', () => {
    const counted = (total: z.ZodType) => differences('count-sites', z.object({ total }))
    expect(counted(z.int().optional())).toEqual(['answer may come without total'])
    expect(counted(z.int().nullable())).toEqual([])
  })

  it('keeps the types of the contract where others differ', () => {
    const activated = (value: z.ZodType) =>
      differences('activate-site-theme', z.object({ site_id: z.int(), activated: value, previous_theme: z.string() }))
    expect(activated(z.string())).toEqual([])
    expect(activated(z.literal(true))).toEqual(['answer has activated as boolean, the contract says string'])
    expect(activated(z.unknown())).toEqual(['answer has activated as anything, the contract says string'])
  })

  it('lets stats be absent, since only include_stats brings them', () => {
    const text = z.string().nullable()
    const stats = z.object({
      plugin_updates: z.int(),
      theme_updates: z.int(),
      wp_update_available: z.boolean(),
      health_score: z.int(),
    })
    const detail = {
      ...site.shape,
      status: z.string(),
      client_id: z.int().nullable(),
      wp_version: text,
      php_version: text,
    }
    const rest = { last_sync: text, admin_username: text, child_version: text, notes: text, stats: stats.optional() }
    expect(differences('get-site', z.object({ ...detail, ...rest }))).toEqual([])
    expect(differences('add-site', z.object({ ...detail, ...rest }))).toEqual(['answer lacks connection (a decision)'])
  })

  it('refuses a schema that says nothing', () => {
    expect(compareOutput(rowOf('count-sites'), {})).toEqual(['svc/count-sites-v1: answer lacks total'])
    expect(compareOutput(rowOf('count-sites'), { type: 'null' })).toEqual([
      'svc/count-sites-v1: answer is not an object',
    ])
  })
})

describe('compareDryRun', () => {
  const gone = z.object({ deleted: z.literal(true), tag_id: z.int(), tag_name: z.string() })

  it('wants the plan among the answers of what changes something', () => {
    const plan = z.object({ dry_run: z.literal(true), tag_id: z.int(), tag_name: z.string(), sites_affected: z.int() })
    expect(compareDryRun(rowOf('delete-tag'), published(z.union([gone, plan])))).toEqual([])
    expect(compareDryRun(rowOf('delete-tag'), published(gone))).toEqual([
      'svc/delete-tag-v1: dry-run answer lacks dry_run',
      'svc/delete-tag-v1: dry-run answer lacks sites_affected',
    ])
  })

  it('wants none of what only reads', () => {
    expect(compareDryRun(rowOf('get-tag'), {})).toEqual([])
  })
})
