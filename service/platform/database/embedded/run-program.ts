import { spawn } from 'node:child_process'

/**
 * PostgreSQL refuses to run as root. So root runs it in a `namespace` (a user namespace in which root has another id;
 * the files stay root's) or, where that is forbidden, as another user. An ordinary user runs it as `self`.
 */
export type RunAs = 'self' | 'namespace' | { uid: number; gid: number }

/** The exit code and output of a program. */
export type ProgramResult = { code: number | null; signal: NodeJS.Signals | null; output: string }

export type RunOptions = {
  as?: RunAs
  /** An open file that the program gets as its descriptor 3: a lock it must hold, or one it must take for us. */
  heldFile?: number
  input?: string
  /** In a separate session, so that Ctrl-C in our terminal does not reach it. */
  detached?: boolean
}

/** The programs need no more than this; PG* variables of the operator's shell must not affect our server. */
export const programEnvironment = { PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** Runs a program to its end. Throws only if it could not be started. */
export async function runProgram(file: string, args: string[], options: RunOptions = {}): Promise<ProgramResult> {
  const command = commandAs(options.as ?? 'self', file, args)
  const child = spawn(command.file, command.args, {
    ...command.identity,
    env: programEnvironment,
    cwd: '/', // ours may be closed to the user it runs as
    detached: options.detached ?? false,
    stdio: ['pipe', 'pipe', 'pipe', ...(options.heldFile === undefined ? [] : [options.heldFile])],
  })
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  // A program that ends without reading its input is no failure; its exit code counts.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}

type Command = { file: string; args: string[]; identity: { uid?: number; gid?: number } }

export function commandAs(as: RunAs, file: string, args: string[]): Command {
  if (as === 'self') return { file, args, identity: {} }
  if (as !== 'namespace') return { file, args, identity: as }
  return { file: 'unshare', args: ['-U', '--map-user=1', '--map-group=1', '--', file, ...args], identity: {} }
}
