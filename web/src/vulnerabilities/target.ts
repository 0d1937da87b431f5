/** What a decision is about: a known vulnerability, or a plugin or theme. */
export type Target = { vulnerability_id: number } | { type: 'plugin' | 'theme'; slug: string }
