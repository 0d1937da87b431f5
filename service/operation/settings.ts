/**
 * Every group of settings and its values. The feature that stores them adds them with
 * `declare module '<path>/operation/settings.ts' { interface SettingsGroups { … } }`, so that this folder knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the feature fills it by declaration merging
export interface SettingsGroups {}

/** The current settings, cached: `settings.get('advanced').svc_maximum_requests`. */
export interface Settings {
  /** Do not cache the result: settings change. */
  get<Group extends keyof SettingsGroups>(group: Group): SettingsGroups[Group]
  /** Applies a change in this process; the others get a notice with the commit. */
  refresh(): Promise<void>
}
