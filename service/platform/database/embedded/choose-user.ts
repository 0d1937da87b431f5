import { type RunAs, runProgram } from './run-program.ts'

/** The unprivileged user `nobody` of every Linux. */
export const nobodyUser = { uid: 65534, gid: 65534 }

/** The owner of an existing database continues to run it, so that one `sudo` does not lock its owner out. */
export async function chooseUser(myUid: number, dataOwner?: { uid: number; gid: number }): Promise<RunAs> {
  if (myUid !== 0) return 'self'
  if (dataOwner && dataOwner.uid !== 0) return { uid: dataOwner.uid, gid: dataOwner.gid }
  // Containers often forbid user namespaces, and an old `unshare` lacks the options: trying is the only test.
  return (await canRun('namespace', 'true')) ? 'namespace' : nobodyUser
}

export async function canRun(as: RunAs, file: string, ...args: string[]): Promise<boolean> {
  const tried = await runProgram(file, args, { as }).catch(() => undefined)
  return tried?.code === 0
}
