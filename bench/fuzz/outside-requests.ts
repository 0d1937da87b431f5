import { operations } from '../../service/catalogue.ts'
import { exampleInput } from '../../service/surfaces/testing/every-call.ts'
import type { Random } from '../../simulator/random.ts'
import { hostileField } from './hostile-fields.ts'
import { hostileText, hostileValue, toJson } from './hostile-values.ts'
import type { FuzzRequest } from './requests.ts'

type Made = Partial<FuzzRequest> & Pick<FuzzRequest, 'operation' | 'kind' | 'path'>

/** Requests for what reads them outside of the pipeline: MCP, metadata of OAuth, uploads in parts, approvals. */

const accept: [string, string] = ['accept', 'application/json, text/event-stream']
const json: [string, string] = ['content-type', 'application/json']
const mcpMethods = ['initialize', 'ping', 'tools/list', 'tools/call', 'tools/call', 'tools/call', 'resources/list']
const discovery = ['discover-abilities', 'get-ability-info', 'execute-ability']

export function mcpRequest(random: Random, size: number): Made {
  const method = random.chance(0.9) ? random.pick(mcpMethods) : String(hostileText(random, size).value)
  const operation = random.pick(operations)
  const { properties = {} } = operation.inputSchema
  const name = random.pick([...Object.keys(properties), 'unknown'])
  const hostile = hostileField(random, properties[name] ?? {}, name, size)
  const input = { ...exampleInput(operation), [name]: hostile.value }
  const tool = random.chance(0.5) ? random.pick(discovery) : operation.name
  const given: Record<string, unknown> = {
    'discover-abilities': { search: hostile.value },
    'get-ability-info': { ability_name: hostile.value },
    'execute-ability': { ability_name: operation.name, parameters: input },
  }
  const message: Record<string, unknown> = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { name: tool, arguments: given[tool] ?? input, protocolVersion: '2025-06-18', capabilities: {} },
  }
  const part = random.pick(['jsonrpc', 'id', 'method', 'params', 'params.name', 'params.arguments', '_meta'])
  if (random.chance(0.3)) {
    const { value } = hostileValue(random, size, false)
    if (part.startsWith('params.')) message.params = { ...(message.params as object), [part.slice(7)]: value }
    else message[part] = value
  }
  const body = random.chance(0.05) ? [message, message] : message
  return {
    operation: `(mcp) ${typeof message.method === 'string' ? message.method.slice(0, 40) : 'odd'}`,
    field: hostile.path,
    kind: hostile.kind,
    method: 'POST',
    path: '/mcp',
    headers: [json, accept, ...mcpHeaders(random, size)],
    body: Buffer.from(toJson(body)),
  }
}

function mcpHeaders(random: Random, size: number): [string, string][] {
  if (random.chance(0.8)) return []
  const name = random.pick(['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'])
  const text = String(hostileText(random, Math.min(size, 4_000)).value)
  return [[name, Buffer.from(text.replace(/[\r\n\0]/g, ' '), 'utf8').toString('latin1')]]
}

const metadataPaths = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
]

export function metadataRequest(random: Random, size: number): Made {
  const { kind, value } = hostileText(random, Math.min(size, 10_000))
  const text = encodeURIComponent(String(value).toWellFormed()).slice(0, 10_000)
  const path = random.pick(metadataPaths)
  const token = `Bearer ${text.slice(0, 3_000)}.${text.slice(0, 3_000)}.${text.slice(0, 3_000)}`
  const headers: [string, string][] = random.chance(0.5) ? [] : [['authorization', token]]
  return {
    operation: '(metadata)',
    kind,
    path: random.pick([path, `${path}?${text}`, `${path}/${text}`, random.chance(0.5) ? '/mcp' : path]),
    method: random.pick(['GET', 'GET', 'HEAD', 'POST', 'OPTIONS']),
    headers,
  }
}

/** Beginnings that readers of files recognise. */
const beginnings: Record<string, Buffer> = {
  'a zip': Buffer.from('PK\u0003\u0004\u0014\0\0\0\b\0', 'latin1'),
  'the end of a zip': Buffer.from('PK\u0005\u0006\0\0\0\0\uffff', 'latin1'),
  gzip: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  tar: Buffer.concat([Buffer.from('pk/key.pem'.padEnd(257, '\0')), Buffer.from('ustar\u000000', 'latin1')]),
  SQL: Buffer.from('-- MySQL dump\nINSERT INTO `wp_mainwp_wp` VALUES (1,'),
  text: Buffer.from('a'),
}
const idOf = (number: number, length: number) => (number >> 3).toString(16).padStart(length, '0')

/** The parts of one file come with the numbers of neighbouring requests, so that some files are complete. */
export function uploadRequest(random: Random, size: number, number: number): Made {
  const begins = random.pick(Object.keys(beginnings))
  const { kind, value } = hostileText(random, Math.min(size, 1_000_000))
  const content = Buffer.concat([beginnings[begins]!, Buffer.from(String(value))]).toString('base64')
  const part = { part: random.pick([0, 0, 0, 1, 2]), content, last: random.chance(0.6) }
  const script = idOf(number, 16)
  const [path, fields] = random.pick<[string, Record<string, unknown>]>([
    ['packages/parts', { upload_id: idOf(number, 32), file_name: 'plugin.zip', ...part }],
    ['move-in/dumps', { upload_id: script, file: random.pick(['dump', 'keys']), ...part }],
    ['move-in/imports', { script_id: script, part: 0, lines: `flotilla-export-1 ${script} ${content}\n${value}` }],
  ])
  if (random.chance(0.2)) fields[random.pick(Object.keys(fields))] = hostileValue(random, size, false).value
  return {
    operation: `(upload) ${path}`,
    field: 'content',
    kind: `${begins} and ${kind}`,
    method: 'POST',
    path: `/api/v2/${path}`,
    headers: [json],
    body: Buffer.from(toJson(fields)),
    ...(random.chance(0.7) && { credential: 'person' as const }),
  }
}

export function approvalRequest(random: Random, size: number): Made {
  const { kind, value } = hostileValue(random, size, false)
  const text = encodeURIComponent(String(hostileText(random, 2_000).value).toWellFormed()).slice(0, 4_000)
  const id = random.chance(0.7) ? String(random.between(1, 20)) : text
  const action = random.pick(['', '/approve', '/refuse'])
  const passkey = {
    id: 'a',
    rawId: 'a',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  const field = random.pick(['id', 'rawId', 'type', 'response', 'clientExtensionResults'])
  const body = random.chance(0.5) ? { passkey: { ...passkey, [field]: value } } : value
  return {
    operation: `(approval)${action}`,
    field,
    kind,
    method: action === '' ? 'GET' : 'POST',
    path: `/api/v2/approvals/${id}${action}`,
    ...(random.chance(0.7) && { credential: 'person' as const }),
    ...(action !== '' && { headers: [json], body: Buffer.from(toJson(body)) }),
  }
}
