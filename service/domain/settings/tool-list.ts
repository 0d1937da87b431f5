import type { Operation } from '../../operation/operation.ts'
import { disconnectSite, renewSiteConnection } from '../sites/index.ts'
import { destroySiteSessions } from './operations/destroy-site-sessions.ts'

/** A tool that does one thing to every site. */
export interface Tool {
  /** Also the kind of its jobs. */
  name: string
  /** What its jobs are called in addresses and answers. */
  id: `${string}_id`
  summary: string
  /** The sentence of the answer. */
  started: string
  perSite: Operation
  input?: Record<string, unknown>
}

export const tools: readonly Tool[] = [
  {
    name: 'destroy-sessions',
    id: 'destroy_id',
    summary: 'End all sessions of all users on all sites, as a job.',
    started: 'Sessions are being destroyed.',
    perSite: destroySiteSessions,
  },
  {
    name: 'renew-connections',
    id: 'renew_id',
    summary: 'Give all sites a new key, as a job. The old one counts until a site has taken the new one.',
    started: 'Connections are being renewed.',
    perSite: renewSiteConnection,
  },
  {
    name: 'disconnect-all-sites',
    id: 'disconnect_id',
    summary:
      'Disconnect all sites, as a job, and tell them to forget us; those that cannot be told are disconnected here.',
    started: 'Sites are being disconnected.',
    perSite: disconnectSite,
    input: { notify_child: true },
  },
]
