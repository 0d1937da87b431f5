export interface Identity {
  uid: number
  gid: number
}

/**
 * A number that nobody else uses. `nobody` (65534) would not do: the embedded database may run as that, and whoever has
 * the same number may read its files.
 */
const ownNumber: Identity = { uid: 65_533, gid: 65_533 }

/** Root never looks at a page: Chromium then runs as a user who can read none of our files. Others run it as themselves. */
export function chromiumIdentity(myUid: number | undefined = process.getuid?.()): Identity | undefined {
  return myUid === 0 ? ownNumber : undefined
}
