import type { Site } from '../../../../simulator/index.ts'
import type { Callers } from '../../../testing/callers.ts'
import { type People, signInAs } from '../../../testing/people.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'
import { partsOfScript, type WrittenRecord, writeExportFile } from './export-file.ts'
import { type KeyFormat, storeKey } from './stored-keys.ts'

interface Fixture extends Callers {
  service: TestService
  people: People
}

type Headers = Record<string, string>

export const sessionOfAdministrator = async ({ service, people }: Fixture): Promise<Headers> =>
  (await signInAs(service, people.administrator)).headers

export const dashboardRecord = {
  table: 'dashboard',
  row: { admin_url: 'https://old.example/wp-admin/', verify_certificate: '1' },
}

/** The row of a site in the old dashboard; the simulated site has the key. */
export function movedSite(
  child: Site,
  {
    id,
    format,
    privateKeyPem,
    publicKeyPem,
  }: { id: number; format: KeyFormat; privateKeyPem: string; publicKeyPem: string },
  more: Record<string, unknown> = {},
): WrittenRecord {
  child.connect({ publicKey: publicKeyPem, server: 'https://old.example/wp-admin/' })
  const { privkey, pubkey, file } = storeKey(format, id, privateKeyPem)
  const pk = file && Buffer.from(file.content).toString('base64')
  const row = { id: String(id), name: `Site ${id}`, url: child.url, adminname: child.admin.login, privkey, pubkey, pk }
  return { table: 'wp', row: { ...row, verify_certificate: '1', ...more } }
}

/** A new script and a file that it wrote. */
export async function writtenFile({ rest }: Fixture, headers: Headers, records: WrittenRecord[]) {
  const { script_id, content } = (await rest('POST /move-in/scripts', {}, headers)).body.data
  return {
    script_id,
    file: writeExportFile(partsOfScript(content), [dashboardRecord, ...records], { chunkBytes: 20_000 }),
  }
}

/** Uploads a file in parts of a few lines; returns the answer to the last part. */
export async function uploadFile(
  { rest }: Fixture,
  headers: Headers,
  { script_id, file }: { script_id: string; file: string },
  linesPerPart = 2,
): Promise<Answer> {
  const lines = file.trimEnd().split('\n')
  let answer: Answer | undefined
  for (let part = 0; part * linesPerPart < lines.length; part++) {
    const some = lines.slice(part * linesPerPart, (part + 1) * linesPerPart).join('\n')
    answer = await rest('POST /move-in/imports', { script_id, part, lines: `${some}\n` }, headers)
    if (answer.status !== 200) return answer
  }
  if (!answer) throw new Error('The file has no lines.')
  return answer
}

/** Uploads records and returns the id of the upload. */
export async function uploadRecords(fixture: Fixture, headers: Headers, records: WrittenRecord[]): Promise<number> {
  const answer = await uploadFile(fixture, headers, await writtenFile(fixture, headers, records))
  if (answer.status !== 200 || !answer.body.data.complete) throw new Error(`The upload failed: ${answer.text}`)
  return answer.body.data.move_in_id
}

interface Target {
  site_id: number
  state: string
  outcome: string | null
  result: unknown
  error: { code: string; message: string } | null
}

/** Lets time pass until the job has ended; returns its targets. */
export async function finishJob({ rest, service }: Fixture, jobId: string): Promise<Target[]> {
  while ((await rest(`GET /jobs/${jobId}`)).body.data.completed_at === null) {
    service.clock.advance(250)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return (await rest(`GET /jobs/${jobId}/targets?per_page=1000`)).body.data
}

/** Accepts the plan and waits for the calls to the sites. */
export async function acceptUpload(fixture: Fixture, headers: Headers, moveInId: number): Promise<Target[]> {
  const { body } = await fixture.rest(`POST /move-in/imports/${moveInId}/accept`, {}, headers)
  const { job_id } = body.data
  return job_id === null ? [] : finishJob(fixture, job_id)
}

/** Imports a site per child, with ids from 11 on and the given tags. All sites have one key, since generating takes long. */
export async function importChildren(
  fixture: Fixture & { nextChild(): Site },
  headers: Headers,
  key: { privateKeyPem: string; publicKeyPem: string },
  tags: readonly (number | null)[],
): Promise<Site[]> {
  const children = tags.map(() => fixture.nextChild())
  const sites = children.map((child, index) => movedSite(child, { id: 11 + index, format: 'plain base64', ...key }))
  const groups = [...new Set(tags.filter((tag) => tag !== null))].map((id) => ({
    table: 'group',
    row: { id: String(id), name: `Wave ${id}` },
  }))
  const pairs = tags.flatMap((tag, index) =>
    tag === null ? [] : [{ table: 'wp_group', row: { wpid: String(11 + index), groupid: String(tag) } }],
  )
  await acceptUpload(fixture, headers, await uploadRecords(fixture, headers, [...groups, ...sites, ...pairs]))
  return children
}
