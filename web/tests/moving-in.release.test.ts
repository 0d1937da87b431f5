import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import {
  dashboardRecord,
  movedSite,
  partsOfScript,
  sharedKeySource,
  storeKey,
  type WrittenRecord,
  writeExportFile,
  writeMysqldump,
  writeTar,
} from '../../service/testing/written-export.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const keys = sharedKeySource(1)

/** Rows of the simulated sites in the old dashboard; they are not here yet. */
async function movedSites(): Promise<WrittenRecord[]> {
  await fixture.service.db.deleteFrom('sites').execute()
  const pair = await keys.take()
  return fixture.fleet.sites.map((child, index) =>
    movedSite(child, { id: 21 + index, format: 'opaque file name', ...pair }),
  )
}

/** Creates a script on the page and returns a file that it would write. */
async function writtenBy(page: Page, records: WrittenRecord[], chunkBytes = 20_000) {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Create and download the script' }).click()
  const script = await readFile(await (await saved).path(), 'utf8')
  await page.getByText('It can be used once').waitFor()
  const buffer = Buffer.from(writeExportFile(partsOfScript(script), [dashboardRecord, ...records], { chunkBytes }))
  return { name: 'fleet.flotilla', mimeType: 'text/plain', buffer }
}

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps of the move' }).getByRole('link', { name }).click()
const start = () => fixture.open(fixture.people.administrator, '/move-in')

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await step(page, '2. Upload')
  await page.getByLabel('Choose the file').setInputFiles(file)
}

describeIf(chromiumRequirement)('the page “Move in”', () => {
  it('leads from the script to connected sites', async () => {
    const { page, pageErrors } = await start()
    const sites = await movedSites()
    const file = await writtenBy(page, [...sites, { table: 'group', row: { id: '4', name: 'Care plan' } }])
    await page.getByRole('button', { name: /^Delete script / }).waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await upload(page, file)
    await page.getByText('The plan is ready').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByRole('row', { name: 'Sites 3 0 0 3 0' }).waitFor()
    await page.getByRole('row', { name: 'Tags 1 0 0 1 0' }).waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByText('All 3 sites are connected.').waitFor()
    await page.getByRole('link', { name: 'Site 21' }).waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await step(page, '4. Compare')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText('Compared with https://old.example/wp-admin/').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await step(page, '6. Scripts')
    await page.getByRole('row', { name: /Site 21.*Same ID/ }).waitFor()
    await page.getByText('No script needs a new key').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    // The script is used up.
    await step(page, '1. Export script')
    await page.getByText('No script can be used now').waitFor()
    await step(page, '2. Upload')
    await page.getByText('Imported', { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  }, 240_000)

  it('names what is skipped and has no key, and the sites that do not answer', async () => {
    const { page } = await start()
    const [answering, silent, keyless] = await movedSites()
    fixture.fleet.sites[1]!.disconnect()
    const records = [
      ...[answering!, silent!],
      { table: 'wp', row: { ...keyless!.row, privkey: '', pk: undefined } },
      { table: 'wp', row: { id: '30', name: 'Broken', url: 'htp:/broken address', adminname: 'admin' } },
      { table: 'wp', row: { id: '30', name: 'L'.repeat(190), url: 'https://a.example', adminname: 'admin' } },
      { table: 'api_keys', row: { key_id: '1', description: 'Backup script', enabled: '1' } },
    ]
    await upload(page, await writtenBy(page, records))
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByText('1 site has no usable key').waitFor()
    await page.getByText('A script with this REST key needs a new key').waitFor()
    await page.getByText('Backup script').waitFor()
    await page.getByRole('row', { name: 'Sites 3 0 2 3 0' }).waitFor()
    await page.getByRole('heading', { name: 'Skipped rows' }).waitFor()
    expect(await page.getByText('Sites, old id 30').count()).toBe(2)
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByText('1 of 2 sites connected.').waitFor()
    await page.getByRole('button', { name: 'Retry 1 site' }).waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await step(page, '6. Scripts')
    await page.getByText('Scripts with this key need a new one').waitFor()
    await page.getByText('Backup script').waitFor()
  }, 240_000)

  it('takes over selected sites, and shows a site that could not be taken over', async () => {
    const { page } = await start()
    await upload(page, await writtenBy(page, await movedSites()))
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByText('All 3 sites are connected.').waitFor()
    await step(page, '5. Take over')
    await page.getByText('0 of 3 sites taken over.').waitFor()
    fixture.fleet.sites[1]!.disconnect()
    for (const name of ['Site 21', 'Site 22']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Take over', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Site 21').waitFor()
    await dialog.getByRole('button', { name: 'Replace the keys' }).click()
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByText(/of 3 sites taken over/).waitFor()
          return page.getByRole('row').allTextContents()
        },
        { timeout: 60_000 },
      )
      .toEqual([
        expect.anything(),
        expect.stringMatching(/Site 21.*Taken over/),
        expect.stringMatching(/Site 22.*(Takeover failed|Unknown)/),
        expect.stringMatching(/Site 23.*In both dashboards/),
      ])
    await page.getByText('1 of 3 sites taken over.').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
  }, 240_000)

  it('continues an interrupted upload where it stopped', async () => {
    const { page } = await start()
    const note = 'x'.repeat(45_000)
    const clients = Array.from({ length: 40 }, (_, n) => ({
      table: 'wp_clients',
      row: { client_id: String(n + 1), name: `Client ${n + 1}`, client_email: `c${n + 1}@example.org`, note },
    }))
    const file = await writtenBy(page, clients, 60_000)
    let parts = 0
    await page.route('**/move-in/imports', (route) =>
      route.request().method() === 'POST' && ++parts === 2 ? route.abort() : route.continue(),
    )
    await upload(page, file)
    await page.getByText(/The upload stopped at \d+ %/).waitFor()
    await page.getByText('Incomplete', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Choose the same file again to continue.').waitFor()
    const before = parts
    await page.getByLabel('Choose the file').setInputFiles(file)
    await page.getByText('The plan is ready').waitFor()
    // The first part says where to continue; then only what is missing.
    expect(parts - before).toBe(Math.ceil(file.buffer.length / 1_200_000))
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByRole('row', { name: 'Clients 40 0 0 40 0' }).waitFor()
  }, 240_000)

  it('says why a file is refused', async () => {
    const { page } = await start()
    const file = await writtenBy(page, [{ table: 'group', row: { id: '4', name: 'Care plan' } }])
    await upload(page, { ...file, buffer: Buffer.from('id,name\n1,A\n') })
    await page.getByText('This is not a file of an export script.').waitFor()
    const half = file.buffer.subarray(0, file.buffer.lastIndexOf('\n', file.buffer.length - 2) + 1)
    await page.getByLabel('Choose the file').setInputFiles({ ...file, buffer: half })
    await page.getByText('The file ends before its last line').waitFor()
    await step(page, '1. Export script')
    await page.getByRole('button', { name: /^Delete script / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No script can be used now').waitFor()
    await upload(page, file)
    await page.getByText('it was used, deleted, or is older than 7 days').waitFor()
    await page.getByText('Expired', { exact: true }).waitFor()
  }, 240_000)

  /** A dump with the simulated sites and the archive of their key files. */
  async function writtenDump(prefixes: readonly string[]) {
    await fixture.service.db.deleteFrom('sites').execute()
    const { privateKeyPem, publicKeyPem } = await keys.take()
    const stored = fixture.fleet.sites.map((child, index) => {
      child.connect({ publicKey: publicKeyPem, server: 'https://old.example/wp-admin/' })
      const id = 21 + index
      const { privkey, pubkey, file } = storeKey('older file name', id, privateKeyPem)
      return { file, row: { id, name: `Site ${id}`, url: child.url, adminname: child.admin.login, privkey, pubkey } }
    })
    const tables = {
      wp: stored.map(({ row }) => row),
      cost_tracker: [{ id: 5, name: 'Hosting', price: '10', type: 'subscription', sites: '["21"]' }],
    }
    // More than one part.
    const options = { filler: 'x'.repeat(1_500_000), mainwp_module_cost_tracker_options: 's:8:"currency";s:3:"EUR";' }
    const sql = prefixes.map((prefix) => writeMysqldump({ tables, options }, prefix)).join('')
    const pk = writeTar(Object.fromEntries(stored.map(({ file }) => [`pk/${file!.name}`, file!.content])))
    return {
      dump: { name: 'old.sql', mimeType: 'application/sql', buffer: Buffer.from(sql) },
      pk: { name: 'pk.tar', mimeType: 'application/x-tar', buffer: Buffer.from(pk) },
    }
  }

  it('imports sites from a database dump with an archive of key files', async () => {
    const { page, pageErrors } = await start()
    const { dump, pk } = await writtenDump(['one_', 'two_'])
    await step(page, '2. Upload')
    await page.getByRole('button', { name: 'Use a database dump' }).click()
    const upload = page.getByRole('button', { name: 'Upload and read' })
    await upload.click()
    await page.getByText('Choose the database dump first.').waitFor()
    await page.getByLabel('Database dump').setInputFiles({ ...dump, buffer: Buffer.from('PK\x03\x04') })
    await upload.click()
    await page.getByText('old.sql is a zip archive.').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByLabel('Database dump').setInputFiles(dump)
    await page.getByLabel('Archive of the folder pk').setInputFiles(pk)
    let parts = 0
    await page.route('**/move-in/dumps', (route) => (++parts === 2 ? route.abort() : route.continue()))
    await upload.click()
    await page.getByText(/The upload stopped at [1-9]\d* %/).waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    // The reason of the service, and the way on.
    await page.getByText('Name the prefix of one: one_, two_.').waitFor()
    expect(parts).toBe(Math.ceil(dump.buffer.length / 1_100_000) + 2)
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByLabel('Prefix of the tables').fill('two_')
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByText('The dump was read. The plan is ready.').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByRole('row', { name: 'Sites 3 0 0 3 0' }).waitFor()
    await page.getByText('3 sites are not monitored in the old dashboard and stay off here').waitFor()
    await page.getByText('it becomes EUR').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 3 sites' }).click()
    await page.getByText('All 3 sites are connected.').waitFor()
    // Of the part that was not sent.
    expect(pageErrors).toEqual(['Failed to load resource: net::ERR_FAILED'])
  }, 240_000)

  it('says why a dump cannot be read, and when the archive has no key files', async () => {
    const { page } = await start()
    const { dump } = await writtenDump(['wp_'])
    await step(page, '2. Upload')
    await page.getByRole('button', { name: 'Use a database dump' }).click()
    await page.getByLabel('Database dump').setInputFiles({ ...dump, buffer: dump.buffer.subarray(0, 3_000) })
    await page.getByRole('button', { name: 'Upload and read' }).click()
    await page.getByText('middle of a statement').waitFor()
    await page.getByRole('button', { name: 'Choose other files' }).click()
    // The files of before are not sent again.
    await page.getByRole('button', { name: 'Upload and read' }).click()
    await page.getByText('Choose the database dump first.').waitFor()
    await page.getByLabel('Database dump').setInputFiles(dump)
    const empty = Buffer.from(writeTar({ 'pk/index.php': '<?php' }))
    await page.getByLabel('Archive of the folder pk').setInputFiles({ name: 'pk.tar', mimeType: 'x/y', buffer: empty })
    await page.getByRole('button', { name: 'Upload and read' }).dblclick()
    await page.getByText('No key file was found in the archive').waitFor()
    expect(await page.getByText(/^Started by/).count()).toBe(2)
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByText('3 sites have no usable key').waitFor()
  }, 240_000)

  it('does not say that nothing was written when no answer came', async () => {
    const { page } = await start()
    await upload(page, await writtenBy(page, [{ table: 'group', row: { id: '4', name: 'Care plan' } }]))
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.route('**/accept', (route) => route.fulfill({ status: 504, body: 'Gateway timeout' }))
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.getByText('it is not known whether the data was imported').waitFor()
    expect(await page.getByText('wrote nothing').count()).toBe(0)
  }, 240_000)

  it('has nothing to do when everything is here already', async () => {
    const { page } = await start()
    await fixture.service.app.run('add-tag', { name: 'Care plan' })
    await step(page, '3. Plan and import')
    await page.getByText('No plan yet').waitFor()
    await step(page, '1. Export script')
    const file = await writtenBy(page, [{ table: 'group', row: { id: '4', name: '' } }])
    await upload(page, file)
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.getByText('The import would change nothing.').waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  }, 240_000)

  it('exports everything, and refuses a key that is not public', async () => {
    const { page } = await start()
    await step(page, 'Export everything')
    await page.getByLabel('Your public key').fill('-----BEGIN PRIVATE KEY-----')
    await page.getByRole('button', { name: 'Export with keys' }).click()
    await page.getByText('This is a private key').waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByLabel('Your public key').fill('')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^flotilla-export-.*\.zip$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await page.getByText('README.txt in it explains the files.').waitFor()
  }, 240_000)

  it('is not offered to users who may not move a fleet', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/move-in')
    await page.getByText('Only administrators can move sites in').waitFor()
    expect(await page.getByRole('link', { name: 'Move in', exact: true }).count()).toBe(0)
  }, 240_000)
})
