/**
 * The numbers of all advisory locks in the database of the service. A number is never given to another lock: an older
 * process may still use it during an update. `perUser` locks have the id of a user as second part.
 */
export const advisoryLocks = {
  migration: 870_087,
  masterKeyRotation: 870_088,
  composeNotifications: 870_089,
  timerPerUser: 870_091,
  ignoreRules: 870_093,
  jobsPerUser: 870_094,
  firstStart: 870_095,
  queueIndex: 870_096,
  fleetExport: 870_097,
  sequenceEvents: 870_098,
  eventPartitions: 870_099,
  matchVulnerabilities: 870_124,
  restoreCheck: 870_156,
} as const
