/**
 * Every group of settings and its values. The feature that keeps them adds them with
 * `declare module '<path>/operation/settings.ts' { interface SettingsGroups { … } }`, so that the grammar knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the feature fills it by declaration merging
export interface SettingsGroups {}

/** What people have set, at hand without asking the database: `settings.get('advanced').svc_maximum_requests`. */
export interface Settings {
  /** The values of this moment; ask again rather than keep them. */
  get<Group extends keyof SettingsGroups>(group: Group): SettingsGroups[Group]
}
