import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { findHeadlessShell } from '../../../testing/headless-shell.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { createLog } from '../../log.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { testOutbound } from '../../outbound/testing/test-servers.ts'
import { type Browser, type BrowserParts, createBrowser } from '../browser.ts'

/** The only address that may be called; Chromium itself would call `forbidden` without a proxy. */
export const allowed = '127.0.0.2'
export const forbidden = '127.0.0.1'
const names: Record<string, string[]> = { 'allowed.test': [allowed], 'forbidden.test': [forbidden] }

export const guardedOutbound = () =>
  testOutbound({ allowNetworks: parseNetworks(allowed), resolver: async (name) => names[name] ?? [] })

/** The headless shell where it is there, because it starts in a third of the processor time; `program: undefined` is the installed Chromium. */
export function testBrowser(parts: Partial<BrowserParts> & { clock?: Clock } = {}): Browser {
  const log = createLog('silent')
  const defaults = { clock: systemClock, log, outbound: guardedOutbound(), program: findHeadlessShell() }
  const browser = createBrowser({ ...defaults, ...parts })
  onTestFinished(() => browser.close())
  return browser
}

/** A port that counts UDP packets. */
export async function udpListener(): Promise<{ port: number; arrived(): number }> {
  let arrived = 0
  const socket = createSocket('udp4', () => void arrived++)
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { port: socket.address().port, arrived: () => arrived }
}

/** The users that Chromium and Lighthouse run as, found by their command lines. */
export function usersOfChromium(): number[] {
  return processes()
    .filter(({ command }) => /flotilla-browser-|lighthouse-process/.test(command))
    .map(({ status }) => Number(/^Uid:\s+(\d+)/m.exec(status)![1]))
}

/** The number of processes with that text in their command line. */
export const commandsNaming = (text: string) => processes().filter(({ command }) => command.includes(text)).length

function processes(): { command: string; status: string }[] {
  const read = (pid: string, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ command: read(pid, 'cmdline'), status: read(pid, 'status') }]
      } catch {
        return [] // it ended meanwhile
      }
    })
}
