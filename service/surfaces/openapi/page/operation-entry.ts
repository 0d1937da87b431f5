import type { BatchKey, Route } from '../../../operation/address.ts'
import { type JsonSchema, publishedInputSchema } from '../../../operation/json-schema.ts'
import type { Operation } from '../../../operation/operation.ts'
import { allowedMethods, mainMethod } from '../../abilities/methods.ts'
import { abilityAddress } from '../ability-paths.ts'
import { errorCodesOf, foreseenFailures, statusOf } from '../failures.ts'
import { placeholdersOf } from '../rest-fields.ts'
import { restBase } from '../rest-paths.ts'
import { curlExample } from './curl-example.ts'
import { allowedLabels, literal, typeLabels } from './describe-schema.ts'
import { type Html, safeHtml } from './html.ts'
import { outputFields } from './output-fields.ts'

/** An operation with all its addresses. */
export interface Entry {
  operation: Operation
  area: string
  routes: Route[]
  batches: BatchKey[]
}

const effects = { read: 'reads', change: 'changes', destroy: 'cannot be undone' }

export function renderEntry(entry: Entry): Html {
  const { operation, routes } = entry
  const { name, label, summary, effect, permission, requires } = operation
  return safeHtml`<article id="${name}">
<h3><a href="#${name}">${label}</a> <span class="badge ${effect}">${effects[effect]}</span>
<span class="badge">${permission}</span>${requires && safeHtml` <span class="badge">module ${requires}</span>`}</h3>
<p>${summary}</p>
${renderAddresses(entry)}
<h4>Input</h4>
${renderInput(entry)}
<h4>Output</h4>
${renderOutput(entry)}
<h4>Example</h4>
<pre><code>${curlExample(operation, routes[0])}</code></pre>
<h4>Errors</h4>
<ul class="errors">${renderErrors(entry)}</ul>
</article>
`
}

function renderAddresses({ operation, routes, batches }: Entry): Html[] {
  const line = (method: string, path: string, note?: string) =>
    safeHtml`<div class="address"><span class="method ${method.toLowerCase()}">${method}</span><code>${path}</code>${note && safeHtml` <small>${note}</small>`}</div>
`
  const rest = routes.map(({ methods: [first = 'GET', ...others], path }) =>
    line(first, restBase + path, others.length > 0 ? `also ${others.join(', ')}` : undefined),
  )
  const main = mainMethod(operation)
  const others = allowedMethods(operation).filter((method) => method !== main && method !== 'HEAD')
  const also = others.length > 0 ? `also ${others.join(', ')}` : undefined
  const ability = operation.ability ? [line(main, abilityAddress(operation), also)] : []
  return [...rest, ...ability, ...batches.map(({ group, action }) => line('batch', `${group}.${action}`))]
}

function renderInput({ operation, routes }: Entry): Html {
  const { properties = {} } = publishedInputSchema(operation)
  const hidden = (name: string) =>
    Object.hasOwn(operation.aliases, name) ||
    name === 'user_confirmed' ||
    (name === 'confirm' && operation.effect !== 'destroy')
  const fields = Object.entries(properties).filter(
    ([name]) => !hidden(name) || Object.hasOwn(operation.input.shape, name),
  )
  if (fields.length === 0) return safeHtml`<p class="none">Nothing.</p>`
  return safeHtml`<table class="input"><thead><tr><th>Name</th><th>Type</th><th>Required</th><th>Default</th><th>Allowed values</th></tr></thead>
<tbody>${fields.map(([name, schema]) => renderField(name, schema, operation, routes))}</tbody></table>`
}

function renderField(name: string, schema: JsonSchema, operation: Operation, routes: Route[]): Html {
  const isRequired =
    operation.inputSchema.required?.includes(name) || (name === 'confirm' && operation.effect === 'destroy')
  const spellings = Object.keys(operation.aliases).filter((alias) => operation.aliases[alias] === name)
  const notes = [restNote(name, routes), spellings.length > 0 && `also: ${spellings.join(', ')}`].filter(Boolean)
  const valueAliases = [allowedLabels(schema), schema.description].filter(Boolean).join(' · ')
  return safeHtml`<tr><td><code>${name}</code>${notes.map((note) => safeHtml`<small>${note}</small>`)}</td><td>${typeLabels(schema)}</td><td data-label="Required">${isRequired ? safeHtml`<span class="required">yes</span>` : 'no'}</td>${cell('Default', schema.default === undefined ? '' : literal(schema.default))}${cell('Allowed', valueAliases)}</tr>
`
}

/** Describes where a field is over REST if it differs. */
function restNote(field: string, routes: Route[]): string | undefined {
  const route = routes[0]
  if (!route) return undefined
  const { names = {}, fixed = {} } = route.options
  const outside = Object.keys(names).find((name) => names[name] === field) ?? field
  if (placeholdersOf(route.path).includes(outside))
    return outside === field ? 'in the path' : `in the path: {${outside}}`
  if (Object.hasOwn(fixed, field)) return 'set by the REST address'
  return outside === field ? undefined : `over REST: ${outside}`
}

function renderOutput({ operation, routes }: Entry): Html {
  const others = operation.answers.filter((kind) => kind !== 'json')
  const valueAliases = {
    file: 'a file to download',
    redirect: 'a redirect',
    stream: 'a stream of server-sent events',
    json: '',
  }
  const note =
    others.length > 0 && safeHtml`<p class="none">Answers ${others.map((kind) => valueAliases[kind]).join(' or ')}.</p>`
  const inCookie = (name: string) =>
    name === 'session_token' && routes.some(({ options }) => options.session === 'open')
  const whole = operation.answers.includes('json') ? outputFields(operation.outputSchema) : []
  const fields = whole.filter(({ name }) => !inCookie(name))
  if (fields.length === 0) return note || safeHtml`<p class="none">JSON of varying shape.</p>`
  return safeHtml`${note}<table class="output"><thead><tr><th>Name</th><th>Type</th><th>Values</th></tr></thead><tbody>${fields.map(
    ({ name, type, allowed, optional }) =>
      safeHtml`<tr><td><code>${name}</code>${optional && safeHtml`<small>not always</small>`}</td><td>${type}</td>${cell('Values', allowed)}</tr>
`,
  )}</tbody></table>`
}

/** An empty cell stays empty, so that narrow screens can hide it. */
const cell = (label: string, text: string) =>
  text === '' ? safeHtml`<td></td>` : safeHtml`<td data-label="${label}">${text}</td>`

function renderErrors({ operation, routes }: Entry): Html[] {
  const needsInput = (operation.inputSchema.required ?? []).length > 0
  const namesAThing = routes.some(({ path }) => path.includes('{')) || (operation.ability !== undefined && needsInput)
  const takesBody = routes.some(({ methods }) => methods.some((method) => method !== 'GET' && method !== 'DELETE'))
  return foreseenFailures(operation, { takesBody: takesBody || operation.ability !== undefined, namesAThing }).flatMap(
    (kind) => errorCodesOf(operation, kind).map((code) => safeHtml`<li>${statusOf(kind)} <code>${code}</code></li>`),
  )
}
