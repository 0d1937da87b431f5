import type { Site } from '../../../../simulator/index.ts'
import { type RecordingServer, startRecordingServer } from '../../../testing/recording-server.ts'
import { fingerprintOf } from '../export-script/export-script.ts'
import { partsOfScript, type WrittenRecord, writeExportFile } from './export-file.ts'

/** A site of the dashboard and the public key with which it calls it. */
export interface KnownChild {
  id: number
  child: Site
  publicKey: string
  row: Record<string, unknown>
}

interface Contents {
  records: WrittenRecord[]
  children: KnownChild[]
  /** Answers of its REST API by path. */
  rest: Record<string, unknown>
}

const plugin = 'flotilla-export/flotilla-export.php'
const form = (name: string) =>
  `<form class="${name}" id="${name}"><input type="hidden" name="_wpnonce" value="abc123" /></form>`

/** The pages and routes of an established dashboard that the live suite uses; its script is not run. */
export async function startOldDashboard({ records, children, rest }: Contents): Promise<RecordingServer> {
  let script = ''
  const syncs = new Map<number, number>()
  const pages: Record<string, (body: string) => string | { status: number; body?: string; location?: string }> = {
    'GET /wp-login.php': () => '',
    'POST /wp-login.php': (body) =>
      body.includes('pwd=secret') ? { status: 302, location: '/wp-admin/plugins.php' } : 'Wrong password',
    'GET /wp-admin/plugin-install.php': () => form('wp-upload-form'),
    'POST /wp-admin/update.php': (body) => {
      script = body.slice(body.indexOf('<?php'), body.lastIndexOf('PK'))
      return '<a href="plugins.php?action=activate&amp;plugin=x">Activate</a>'
    },
    'GET /wp-admin/plugins.php': () => form('bulk-action-form') + (script === '' ? '' : plugin),
    'POST /wp-admin/plugins.php': (body) => {
      if (body.includes('action=delete-selected')) script = ''
      return ''
    },
    [`GET /wp-content/plugins/${plugin}`]: () => '',
    'GET /wp-admin/tools.php': () =>
      `${fingerprintOf(partsOfScript(script).publicKeyPem)}<form method="post" action="/wp-admin/admin-post.php"><input name="_wpnonce" value="abc123"></form>`,
    'POST /wp-admin/admin-post.php': (body) =>
      body.includes('_wpnonce=abc123') ? writeExportFile(partsOfScript(script), records) : { status: 403 },
  }
  const answerRest = (method: string, path: string): unknown => {
    if (path in rest) return { success: 1, data: rest[path] }
    const [, id, action] = /^sites\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
    const known = children.find((each) => each.id === Number(id))
    if (!known) return { success: 0 }
    const { child, publicKey } = known
    const plugins = child.plugins.map(({ entry, version }) => ({ slug: entry.file, version }))
    if (action === 'plugins') return { success: 1, data: plugins }
    const isAccepted = child.connection?.publicKey === publicKey
    if (method === 'POST' && isAccepted) syncs.set(known.id, (syncs.get(known.id) ?? 0) + 1)
    // One site is answered without `success`, as in the real product.
    return { data: { ...known.row, last_sync: String(syncs.get(known.id) ?? 0), sync_errors: '' } }
  }
  return startRecordingServer('127.0.0.1', (response, { method, path, body }) => {
    const { pathname } = new URL(path, 'http://x')
    const prefix = '/wp-json/mainwp/v2/'
    const page = pages[`${method} ${pathname}`]
    if (pathname.startsWith(prefix)) response.end(JSON.stringify(answerRest(method, pathname.slice(prefix.length))))
    else if (!page) response.writeHead(404).end()
    else {
      const answer = page(body)
      if (typeof answer === 'string') response.end(answer)
      else response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end()
    }
  })
}
