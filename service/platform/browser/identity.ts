export interface Identity {
  uid: number
  gid: number
}

/**
 * A user id that is not in use. The user `nobody` (65534) is unsuitable: the embedded database may run as that user, and the
 * same id could read its files.
 */
const chromiumUserId: Identity = { uid: 65_533, gid: 65_533 }

/** Root never opens a page: Chromium then runs as a user who can read none of our files. Other users run it as themselves. */
export function chromiumIdentity(myUid: number | undefined = process.getuid?.()): Identity | undefined {
  return myUid === 0 ? chromiumUserId : undefined
}
