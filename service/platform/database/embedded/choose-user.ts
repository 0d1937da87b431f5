import { type RunAs, runProgram } from './run-program.ts'

/** The user without rights that every Linux knows as `nobody`. */
export const nobody = { uid: 65534, gid: 65534 }

/** Whoever owns an existing database goes on running it, so that one `sudo` does not lock its owner out. */
export async function chooseUser(myUid: number, dataOwner?: { uid: number; gid: number }): Promise<RunAs> {
  if (myUid !== 0) return 'self'
  if (dataOwner && dataOwner.uid !== 0) return { uid: dataOwner.uid, gid: dataOwner.gid }
  // Containers often forbid user namespaces, and an old `unshare` does not know the options: trying is the only test.
  return (await canRun('namespace', 'true')) ? 'namespace' : nobody
}

export async function canRun(as: RunAs, file: string, ...args: string[]): Promise<boolean> {
  const tried = await runProgram(file, args, { as }).catch(() => undefined)
  return tried?.code === 0
}
