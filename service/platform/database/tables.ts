/**
 * Every table of the database. Each feature adds its own with
 * `declare module '<path>/platform/database/tables.ts' { interface Tables { … } }`, so that the ground knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms fill it by declaration merging
export interface Tables {}
