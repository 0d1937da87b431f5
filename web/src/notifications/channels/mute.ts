const muteMs = 8 * 3_600_000

/** Eight hours from now. */
export const muteEnd = (): string => `${new Date(Date.now() + muteMs).toISOString().slice(0, 19)}Z`

export const isMuted = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now()
