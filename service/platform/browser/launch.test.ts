import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import type { BrowserError } from './browser-error.ts'
import { testBrowser } from './testing/test-browser.ts'

/** A program that every user may start, instead of Chromium. */
async function program(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-fake-chromium-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const path = join(folder, 'chromium')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

describe('without Chromium', () => {
  it('explains how to install it', async () => {
    const browser = testBrowser({ program: '/nowhere/chromium' })
    expect(browser.available()).toBe(false)
    await expect(browser.printToPdf('')).rejects.toMatchObject({
      kind: 'missing',
      message: expect.stringMatching(/CHROMIUM_PATH \(\/nowhere\/chromium\).*apt-get install chromium/),
    })
    await expect(browser.audit('http://allowed.test/', 'mobile')).rejects.toMatchObject({ kind: 'missing' })
  })

  it('does not accept a folder', () => {
    expect(testBrowser({ program: tmpdir() }).available()).toBe(false)
  })
})

describe('a Chromium that does not start', () => {
  it('is reported with its output, and its folder is removed', async () => {
    const browser = testBrowser({ program: await program('echo "FATAL: no luck in $PWD;" >&2; exit 1') })
    const { message } = await browser.printToPdf('').then(
      () => expect.fail('it cannot print'),
      (error: BrowserError) => error,
    )
    const [, folder] = /no luck in (.*flotilla-browser-.*);/.exec(message)!
    await expect(access(folder!)).rejects.toThrow('ENOENT')
  })

  it('is ended when it does not answer', async () => {
    const clock = new FakeClock()
    let ended: { message: string } | undefined
    const printing = testBrowser({ program: await program('exec sleep 600'), clock }).printToPdf('')
    printing.catch((error) => {
      ended = error
    })
    // The deadline begins when the program starts, a moment later.
    const later = () => {
      clock.advance(30_000)
      return ended
    }
    await expect.poll(later, { interval: 10 }).toMatchObject({ kind: 'failed' })
    expect(ended!.message).toContain('did not answer in time')
  })

  it('is started without its sandbox if that is the problem: as an unprivileged user, or for our own pages', async () => {
    const tried = await program(
      'case "$*" in *--no-sandbox*) echo "FATAL second" >&2;; *) echo "FATAL No usable sandbox!" >&2;; esac; exit 1',
    )
    await expect(testBrowser({ program: tried }).printToPdf('')).rejects.toThrow('FATAL second')
    const audit = testBrowser({ program: tried }).audit('http://allowed.test/', 'mobile')
    if (process.getuid!() === 0) await expect(audit).rejects.toThrow('FATAL second')
    else
      await expect(audit).rejects.toMatchObject({
        kind: 'unfit',
        message: expect.stringContaining('CHROMIUM_NO_SANDBOX'),
      })
  })
})
