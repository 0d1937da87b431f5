import { closeSync, openSync } from 'node:fs'
import { codeOf } from '../../error-facts.ts'
import { type ProgramResult, type RunOptions, runProgram } from './run-program.ts'

/**
 * A kernel lock on an open file: it is released when its last holder ends for any reason, so it cannot become stale.
 * Node has no call for it; flock(1) takes it on a descriptor we pass, and it stays ours when flock has ended.
 */
export class FileLock {
  readonly descriptor: number
  #open = true

  constructor(path: string) {
    try {
      this.descriptor = openSync(path, 'a', 0o600)
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'EACCES') throw error
      throw new Error(`${path} belongs to another user: run Flotilla as that user, or choose another DATA_DIR.`)
    }
  }

  /** Waits until there is no exclusive holder. */
  async share(): Promise<void> {
    await this.#flock('--shared')
  }

  /** False if another process holds it. */
  async tryExclusive(): Promise<boolean> {
    return this.#flock('--exclusive', '--nonblock')
  }

  /** Releases our hold; a program that was started with the descriptor keeps its own. */
  close(): void {
    if (this.#open) closeSync(this.descriptor)
    this.#open = false
  }

  async #flock(...options: string[]): Promise<boolean> {
    const { code, signal, output } = await runFlock([...options, '3'], { heldFile: this.descriptor })
    if (code === 0 || code === 1) return code === 0
    throw new Error(
      `A file in DATA_DIR cannot be locked; it must be on a local disk (flock: ${code ?? signal} ${output.trim()}).`,
    )
  }
}

export async function runFlock(args: string[], options: RunOptions = {}): Promise<ProgramResult> {
  try {
    return await runProgram('flock', args, options)
  } catch (error) {
    throw new Error(
      'The embedded database needs the program flock: install util-linux, or set DATABASE_URL to an outside PostgreSQL.',
      { cause: error },
    )
  }
}
