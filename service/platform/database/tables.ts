/**
 * Every table of the database. Each feature adds its own with
 * `declare module '<path>/platform/database/tables.ts' { interface Tables { … } }`, so that the platform knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface Tables {}
