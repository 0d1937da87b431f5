/** Milliseconds from sending a call to the last byte of its answer, by kind of call. */
export interface CallDeadlines {
  connect: number
  ping: number
  /** Lists, single items and small changes. */
  short: number
  /** A sync, alone or within another answer: a site without outbound traffic needs 90 s for one. */
  sync: number
  /** Plugins, themes, translations, installations. */
  update: number
  core: number
}

/** How a change with an unknown outcome is checked again. */
export interface Recheck {
  attempts: number
  /** Before the first check; doubled before each further one. */
  waitMs: number
  maxWaitMs: number
}

export interface ConnectorSettings {
  deadlines: CallDeadlines
  recheck: Recheck
  /** Bytes of an answer, before and after decompression. A full sync of a large site has 0.3 MB. */
  maxAnswerBytes: number
  /** Values in the JSON of an answer (a full sync of a large site has 15,000), and their nesting depth. */
  maxJsonValues: number
  maxJsonDepth: number
  /** Private keys cached for signing: 17 kB each, and a tenth of a signature saved. */
  keysInMemory: number
  /** The age from which a plugin or theme without a release counts as abandoned. */
  abandonedAfterDays: number
}

export const defaultSettings: ConnectorSettings = {
  deadlines: { connect: 10_000, ping: 20_000, short: 60_000, sync: 120_000, update: 600_000, core: 900_000 },
  recheck: { attempts: 5, waitMs: 3_000, maxWaitMs: 60_000 },
  maxAnswerBytes: 6 * 1024 * 1024,
  maxJsonValues: 200_000,
  maxJsonDepth: 64,
  keysInMemory: 1_000,
  abandonedAfterDays: 730,
}

export type ConnectorOptions = Partial<Omit<ConnectorSettings, 'deadlines' | 'recheck'>> & {
  deadlines?: Partial<CallDeadlines>
  recheck?: Partial<Recheck>
}

export function settingsFrom(given: ConnectorOptions = {}): ConnectorSettings {
  return {
    ...defaultSettings,
    ...given,
    deadlines: { ...defaultSettings.deadlines, ...given.deadlines },
    recheck: { ...defaultSettings.recheck, ...given.recheck },
  }
}
