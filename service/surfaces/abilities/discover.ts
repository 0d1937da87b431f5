import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { inputSchemaOf, publishedInputSchema } from '../../operation/json-schema.ts'
import type { AbilityCategory, Operation } from '../../operation/operation.ts'
import { isAbility } from '../../operation/operation.ts'
import { readFields } from '../../operation/read-fields.ts'
import { shorten } from '../../operation/shorten.ts'
import { readQuery } from '../http/brackets.ts'
import { mountReading } from '../http/mount-path.ts'
import { outsideAddress } from '../http/outside-address.ts'
import { readParams } from '../http/request-parts.ts'
import type { SurfaceContext } from '../surface.ts'
import { allowedMethods } from './methods.ts'
import { abilityNotFound } from './run-ability.ts'

const categories: Record<AbilityCategory, { label: string; description: string }> = {
  'svc-sites': { label: 'Sites', description: 'Child sites: list, connect, sync, plugins, themes, security.' },
  'svc-clients': { label: 'Clients', description: 'The people and companies the sites belong to.' },
  'svc-tags': { label: 'Tags', description: 'Groups of sites.' },
  'svc-updates': { label: 'Updates', description: 'Available updates: list, run, ignore.' },
  'svc-batch': { label: 'Jobs', description: 'Progress of work that runs in the background.' },
}

const isCategory = (slug: string): slug is AbilityCategory => Object.hasOwn(categories, slug)

const query = z.strictObject({
  page: z.int().min(1).default(1),
  per_page: z.int().min(1).max(100).default(50),
  category: z.string().max(100).optional(),
  context: z.enum(['view', 'embed', 'edit']).default('view'),
  _fields: z.string().max(2_000).optional(),
})
const querySchema = inputSchemaOf(query)

/** Lists the abilities with the schemas from which clients build their calls. */
export function mountDiscovery(app: FastifyInstance, base: string, context: SurfaceContext): void {
  const abilities = context.operations.filter(isAbility).sort((one, other) => one.ability.localeCompare(other.ability))

  mountReading(app, `${base}/abilities`, async (request, reply) => {
    const { page, per_page, category, ...view } = readView(request)
    const selected = abilities.filter((operation) => category === undefined || operation.category === category)
    sendTotals(reply, selected.length, per_page)
    const rows = selected.slice((page - 1) * per_page, page * per_page)
    return rows.map((operation) => describeAbility(operation, here(request, context, base), view))
  })

  mountReading(app, `${base}/abilities/:namespace/:name`, async (request) => {
    const { namespace, name } = readParams(request)
    const operation = abilities.find(({ ability }) => ability === `${namespace}/${name}`)
    if (!operation) throw abilityNotFound(`${namespace}/${name}`)
    return describeAbility(operation, here(request, context, base), readView(request))
  })

  mountReading(app, `${base}/categories`, async (request, reply) => {
    const slugs = Object.keys(categories).filter(isCategory)
    sendTotals(reply, slugs.length, slugs.length)
    return slugs.map((slug) => describeCategory(slug, here(request, context, base)))
  })

  mountReading(app, `${base}/categories/:slug`, async (request) => {
    const { slug = '' } = readParams(request)
    if (!isCategory(slug)) {
      throw new ServiceError(
        'svc_category_not_found',
        'missing',
        `There is no category ${shorten(slug)}; GET /categories lists them.`,
      )
    }
    return describeCategory(slug, here(request, context, base))
  })
}

function readView(request: FastifyRequest) {
  const { data, problems } = readFields(query, querySchema, readQuery(request.raw.url ?? ''))
  if (problems) throw invalidInput(problems)
  return data
}

function sendTotals(reply: FastifyReply, total: number, perPage: number) {
  reply.header('x-wp-total', String(total))
  reply.header('x-wp-totalpages', String(Math.max(1, Math.ceil(total / perPage))))
}

const here = (request: FastifyRequest, context: SurfaceContext, base: string) =>
  outsideAddress(request, context.publicUrl) + base

function describeAbility(operation: Operation, base: string, view: { context: string; _fields?: string | undefined }) {
  const self = `${base}/abilities/${operation.ability}`
  const whole: Record<string, unknown> = {
    name: operation.ability,
    label: operation.label,
    ...(view.context !== 'embed' && { description: operation.summary }),
    category: operation.category,
    ...(view.context !== 'embed' && {
      input_schema: publishedInputSchema(operation),
      output_schema: operation.outputSchema,
    }),
    meta: {
      annotations: {
        readonly: operation.effect === 'read',
        destructive: operation.effect === 'destroy',
        idempotent: operation.idempotent,
        instructions: '',
      },
      show_in_rest: true,
    },
    _links: {
      self: [{ href: self, targetHints: { allow: ['GET'] } }],
      collection: [{ href: `${base}/abilities` }],
      'wp:action-run': [{ href: `${self}/run`, targetHints: { allow: allowedMethods(operation) } }],
    },
  }
  if (view._fields === undefined) return whole
  const selected = new Set(view._fields.split(',').map((field) => field.trim()))
  return Object.fromEntries(Object.entries(whole).filter(([key]) => selected.has(key)))
}

function describeCategory(slug: AbilityCategory, base: string) {
  return {
    slug,
    ...categories[slug],
    meta: {},
    _links: {
      self: [{ href: `${base}/categories/${slug}` }],
      collection: [{ href: `${base}/categories` }],
      abilities: [{ href: `${base}/abilities?category=${slug}` }],
    },
  }
}
