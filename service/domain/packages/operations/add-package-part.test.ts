import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { partBytes } from '../stored-zip.ts'
import { upload } from '../testing/upload.ts'
import { pluginHeader, pluginZip, themeZip, type ZipEntry, zipFile } from '../testing/zip-file.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const main: ZipEntry = { name: 'forms-pro/forms-pro.php', content: pluginHeader() }
const stored = () => fixture.service.db.selectFrom('packages').select(['state', 'bytes']).execute()

describe('add-package-part', () => {
  it('reads what a plugin and a theme are from their headers', async () => {
    const { status, body } = await upload({ rest }, pluginZip())
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(body.data.package).toMatchObject({
      type: 'plugin',
      slug: 'forms-pro/forms-pro.php',
      name: 'Forms Pro',
      version: '2.0',
      author: 'Forms team',
      requires_php: '7.4',
      files: 2,
    })
    const theme = await upload({ rest }, themeZip())
    expect(theme.body.data.package).toMatchObject({ type: 'theme', slug: 'harbour', version: '3.1', author: 'Sea' })
  })

  it('joins parts in order, accepts a repeated part, and refuses a part that is not the next', async () => {
    const noise: ZipEntry = { name: 'forms-pro/noise.bin', content: randomBytes(partBytes + 1_000), method: 0 }
    const zip = zipFile([main, noise])
    const upload_id = 'ab'.repeat(16)
    const send = (part: number, last: boolean, headers?: Record<string, string>) => {
      const content = zip.subarray(part * partBytes, (part + 1) * partBytes).toString('base64')
      return rest('POST /packages/parts', { upload_id, file_name: 'forms.zip', part, content, last }, headers)
    }
    expect((await send(1, true)).status).toBe(400)
    expect((await send(0, false)).body.data).toMatchObject({ next_part: 1, package: null })
    expect((await send(0, false)).body.data).toMatchObject({ next_part: 1 })
    expect((await send(1, true, fixture.people.manager.headers)).status).toBe(400)
    const { body } = await send(1, true)
    expect(body.data.package).toMatchObject({ bytes: zip.length, files: 2 })
    expect((await send(1, true)).body.data.package).toMatchObject({ bytes: zip.length })
    expect(await stored()).toMatchObject([{ state: 'ready' }])
  })

  const zeros = Buffer.alloc(60 * 1024 * 1024)
  it.each<[string, Buffer, string]>([
    ['a path that leaves its folder', zipFile([main, { name: 'forms-pro/../../wp-config.php' }]), ''],
    ['an absolute path', zipFile([main, { name: '/etc/passwd' }]), ''],
    ['a path with a backslash', zipFile([main, { name: 'forms-pro\\..\\x.php' }]), ''],
    ['a path with an empty part', zipFile([main, { name: 'forms-pro//x.php' }]), 'unusable path'],
    ['a path with invisible characters', zipFile([main, { name: 'forms-pro/x\u202e.php' }]), 'invisible'],
    ['a symbolic link', zipFile([main, { name: 'forms-pro/link', content: '/etc', mode: 0o120777 }]), 'link'],
    ['two files with one name', zipFile([main, { name: 'forms-pro/Forms-Pro.php' }]), 'twice'],
    ['an encrypted file', zipFile([main, { name: 'forms-pro/x.php', flags: 0x801 }]), 'encrypted'],
    ['an unknown compression', zipFile([main, { name: 'forms-pro/x.php', method: 93 }]), 'compression'],
    ['a zip bomb', zipFile([main, { name: 'forms-pro/zeros', content: zeros }]), '100 times'],
    ['a size that lies', zipFile([main, { name: 'forms-pro/zeros', content: zeros, statedSize: 10 }]), ''],
    ['entries that share their bytes', zipFile([main, { ...main, name: 'forms-pro/a.php', sharesFirst: true }]), ''],
    ['too many files', zipFile([main, ...many(20_000)]), '20,000 files'],
    ['a script in front of it', zipFile([main], { before: Buffer.from('<?php phpinfo(); ?>') }), ''],
    ['data between its files', zipFile([{ ...main, after: Buffer.from('<?php evil(); ?>   ') }, ...many(1)]), 'beside'],
    ['data behind it', zipFile([main], { behind: Buffer.from('<script>') }), ''],
    ['a script as its comment', zipFile([main], { comment: '<?php phpinfo(); ?>' }), 'comment'],
    [
      'other names in front of the bytes',
      zipFile([{ ...main, localName: 'forms-pro/forms-evil.php' }]),
      'two different',
    ],
    ['two plugins', zipFile([main, { ...main, name: 'forms-pro/second.php' }]), 'more than one'],
    ['two folders', zipFile([main, { name: 'other/x.php' }]), 'one folder'],
    ['files without a folder', zipFile([{ ...main, name: 'forms.php' }]), 'one folder'],
    ['no plugin or theme', zipFile([{ name: 'forms-pro/readme.txt', content: 'Plugin Name: x' }]), 'no plugin'],
    ['no version', zipFile([{ ...main, content: '<?php\n// Plugin Name: x' }]), 'Version'],
    ['a version that is a path', zipFile([{ ...main, content: pluginHeader({ version: '../1' }) }]), 'Version'],
    ['something else', Buffer.from('GIF89a, not a zip file'), 'not a zip'],
    ['a part of a zip file', pluginZip().subarray(0, 200), ''],
  ])('refuses %s and stores nothing', async (_, zip, reason) => {
    const { status, body } = await upload({ rest }, zip)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'svc_package_refused' })
    expect(body.message).toContain(reason)
    expect(await stored()).toEqual([])
  })

  it('keeps two unfinished uploads of a caller', async () => {
    const content = randomBytes(partBytes).toString('base64')
    for (const digit of ['1', '2', '3', '4'])
      await rest('POST /packages/parts', {
        upload_id: digit.repeat(32),
        file_name: 'a.zip',
        part: 0,
        content,
        last: false,
      })
    expect(await stored()).toHaveLength(2)
  })
})

function many(count: number): ZipEntry[] {
  return Array.from({ length: count }, (_, index) => ({ name: `forms-pro/${index}.txt`, method: 0 }))
}
