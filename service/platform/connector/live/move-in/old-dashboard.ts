import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { decodeHTMLStrict } from 'entities'
import { ZipFile } from 'yazl'
import { expect } from '../suite.ts'
import type { BrowserSession, OpenedPage } from './browser-session.ts'
import type { MoveOptions } from './move-options.ts'

const pluginFile = 'flotilla-export/flotilla-export.php'

/** The old dashboard: its pages as its administrator, and its REST API. */
export class OldDashboard {
  #browser: BrowserSession
  #options: MoveOptions

  constructor(browser: BrowserSession, options: MoveOptions) {
    this.#browser = browser
    this.#options = options
  }

  #admin(path: string): string {
    return `${this.#options.old.url}/wp-admin/${path}`
  }

  async signIn(): Promise<void> {
    const { url, user, password } = this.#options.old
    // WordPress accepts a sign-in only with the cookie of its form.
    await this.#browser.open(`${url}/wp-login.php`)
    const fields = { log: user, pwd: password, testcookie: '1', redirect_to: this.#admin('plugins.php') }
    const page = await this.#browser.submit(`${url}/wp-login.php`, fields)
    expect(page.status === 200 && !page.url.includes('wp-login.php'), `the sign-in of ${user} was refused`)
  }

  async installPlugin(script: string): Promise<void> {
    const form = await this.#browser.open(this.#admin('plugin-install.php?tab=upload'))
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(form.body.slice(form.body.indexOf('wp-upload-form')))?.[1]
    expect(nonce, `the page for uploads (${form.status}) has no form`)
    const { body, contentType } = await uploadOf(script, nonce)
    const headers = { 'content-type': contentType }
    const url = this.#admin('update.php?action=upload-plugin')
    const done = await this.#browser.open(url, { method: 'POST', headers, body })
    const links = [...done.body.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '')
    const link = links.find((href) => href.includes('plugins.php?action=activate'))
    expect(link, `the plugin was not installed (${done.status})`)
    const active = await this.#browser.open(new URL(decodeHTMLStrict(link), this.#admin('')).href)
    expect(active.status === 200, `the plugin could not be activated (${active.status})`)
  }

  /** Deactivates and deletes it. */
  async deletePlugin(): Promise<void> {
    for (const action of ['deactivate-selected', 'delete-selected']) {
      const list = await this.#browser.open(this.#admin('plugins.php'))
      const nonce = /name="_wpnonce" value="(\w+)"/.exec(list.body.slice(list.body.indexOf('bulk-action-form')))?.[1]
      expect(nonce, `the list of plugins (${list.status}) has no form`)
      // Deleting asks for a confirmation, deactivating ignores it.
      const fields = { action, 'checked[]': pluginFile, _wpnonce: nonce, 'verify-delete': '1' }
      await this.#browser.submit(this.#admin('plugins.php'), fields)
    }
    const { body } = await this.#browser.open(this.#admin('plugins.php'))
    expect(!body.includes(pluginFile), 'the plugin is still there')
  }

  callScriptDirectly(): Promise<OpenedPage> {
    return this.#browser.open(`${this.#options.old.url}/wp-content/plugins/${pluginFile}`)
  }

  exportPage(): Promise<OpenedPage> {
    return this.#browser.open(this.#admin('tools.php?page=flotilla-export'))
  }

  callWithoutNonce(scriptId: string): Promise<OpenedPage> {
    return this.#browser.submit(this.#admin('admin-post.php'), { action: `flotilla_export_${scriptId}` })
  }

  async export(): Promise<string> {
    const { body } = await this.exportPage()
    const at = body.indexOf('admin-post.php"')
    expect(at > 0, 'the page of the script has no form')
    const form = body.slice(at, body.indexOf('</form>', at))
    const inputs = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decodeHTMLStrict(value)]))
    const file = await this.#browser.submit(this.#admin('admin-post.php'), fields)
    expect(file.status === 200, `the export answered ${file.status}`)
    return file.body
  }

  /** A call of its REST API; null if it answers with an error. */
  async rest<Data>(path: string, method: 'GET' | 'POST' = 'GET'): Promise<Data | null> {
    const { key, secret } = this.#options.oldKey
    const query = new URLSearchParams({ consumer_key: key, consumer_secret: secret })
    const { status, body } = await this.#browser.open(`${this.#options.old.url}/wp-json/mainwp/v2/${path}?${query}`, {
      method,
    })
    try {
      const answer: { success?: unknown; data?: Data } = JSON.parse(body)
      // Some of its answers have no `success`.
      return status === 200 && (answer.success ?? 1) ? (answer.data ?? null) : null
    } catch {
      return null
    }
  }
}

async function uploadOf(script: string, nonce: string): Promise<{ body: Buffer; contentType: string }> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(script), pluginFile, { compress: false })
  zip.end()
  const boundary = randomBytes(16).toString('hex')
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="_wpnonce"')}${nonce}\r\n`),
    Buffer.from(part('name="pluginzip"; filename="flotilla-export.zip"\r\nContent-Type: application/zip')),
    await buffer(zip.outputStream),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
