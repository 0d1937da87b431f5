import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { messageOf } from '../error-facts.ts'
import { BrowserError } from './browser-error.ts'
import { makeFolder, removeFolder } from './chromium-folder.ts'
import { chromiumFlags, type Reach } from './flags.ts'
import type { Identity } from './identity.ts'
import { type PipeTransport, pipeTransport } from './pipe-transport.ts'

export interface LaunchOptions {
  program: string
  /** The user that Chromium runs as; undefined is the current user. */
  identity: Identity | undefined
  sandbox: boolean
  reach: Reach
  clock: Clock
}

/** A Chromium for one task, with a profile that is deleted with it. */
export interface RunningChromium {
  /** For Puppeteer in this process. */
  transport: PipeTransport
  /** The raw pipes, for a process that takes over; do not use `transport` after that. */
  pipes: { toChromium: Writable; fromChromium: Readable }
  folder: string
  /** Resolves when it has ended for any reason. */
  ended: Promise<void>
  close(): Promise<void>
}

const startDeadlineMs = 30_000

/** Starts Chromium and waits until it answers; the error has the reason of a failure. */
export async function launchChromium(options: LaunchOptions): Promise<RunningChromium> {
  const { program, identity, sandbox, reach, clock } = options
  const folder = await makeFolder(identity)
  const child = spawn(program, chromiumFlags(join(folder, 'profile'), reach, sandbox), {
    ...identity,
    cwd: folder,
    // Without our environment: a page that escapes finds no secrets in it.
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    },
    // A separate process group, so that all processes can be ended together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const errorOutput = tailOf(child)
  const ended = endOf(child)
  const close = async () => {
    killGroup(child)
    await ended
    await removeFolder(folder, identity)
  }
  // `stdio` above makes both pipes.
  const pipes = { toChromium: child.stdio[3] as Writable, fromChromium: child.stdio[4] as Readable }
  const transport = pipeTransport(pipes.toChromium, pipes.fromChromium)
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(startDeadlineMs, () => late.reject(new Error('it did not answer in time')))
  try {
    // Also waits for its end, because a program that could not be started closes no pipe.
    await Promise.race([firstAnswer(transport), late.promise, ended.then(() => Promise.reject(new Error('it ended')))])
  } catch (error) {
    await close()
    throw new BrowserError('failed', `Chromium could not be started: ${errorOutput() || messageOf(error)}`)
  } finally {
    cancel()
  }
  return { transport, pipes, folder, ended, close }
}

/** Not with Puppeteer, whose subscriptions would reach the process that takes over the pipes. */
function firstAnswer(transport: PipeTransport): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transport.onmessage = () => resolve()
  transport.onclose = () => reject(new Error('it ended'))
  transport.send('{"id":1,"method":"Browser.getVersion"}')
  return promise
}

/** Its last output, for the error when it does not start. */
function tailOf(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000)
  })
  return () => {
    const lines = tail.split('\n').filter((line) => /FATAL|sandbox|error while loading/i.test(line))
    return (lines.at(-1) ?? '').slice(0, 300)
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  // A program that cannot be started emits no exit, only an error.
  await Promise.race([once(child, 'exit'), new Promise((resolve) => child.on('error', resolve))])
  killGroup(child)
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
