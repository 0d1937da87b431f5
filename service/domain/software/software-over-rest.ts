/** How answers about one site look over REST: the site itself stands beside the data. */
interface AboutSite {
  site?: unknown
}

export const siteOf = ({ site }: AboutSite) => (site === undefined ? {} : { site })

export const siteAndErrors = ({ site, errors }: AboutSite & { errors: unknown[] }) => ({ errors, site })

export const besideThemes = ({ site, active_theme }: AboutSite & { active_theme: string }) => ({ active_theme, site })

/** Clients of the established product look for what went and what came. */
export const showSwitchedTheme = ({ theme, previous }: { theme: unknown; previous: unknown }) => ({
  activate: theme,
  deactivate: previous,
})
