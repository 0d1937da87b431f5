import type { Role } from '../../../contract/client.ts'

/** What each role may do, as a sentence. The rules are in api/permission.ts and in the service. */
export const roleOptions = [
  {
    value: 'administrator',
    label: 'Administrator',
    may: 'Everything, also people, keys, settings and modules.',
    not: '',
  },
  {
    value: 'manager',
    label: 'Manager',
    may: 'The daily work: sites, updates, clients, costs, posts, comments, monitors, reports.',
    not: 'People, keys, settings, modules.',
  },
  {
    value: 'viewer',
    label: 'Viewer',
    may: 'Looking at everything but people, keys and settings.',
    not: 'Changing anything.',
  },
] as const satisfies readonly { value: Role; label: string; may: string; not: string }[]

export const scopes = [
  { value: 'read', label: 'Read', hint: 'Look at things.' },
  { value: 'write', label: 'Write', hint: 'Add and change things: sync, update, edit.' },
  { value: 'delete', label: 'Delete', hint: 'Take things away for good.' },
  { value: 'metrics', label: 'Metrics', hint: 'Read /metrics, for example with Prometheus, and nothing else.' },
] as const

export type Scope = (typeof scopes)[number]['value']
