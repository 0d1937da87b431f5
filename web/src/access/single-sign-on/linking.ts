const name = 'flotilla.linking'

/** Remembers, while the browser is at the provider, that the account is to be linked. */
export const rememberLinking = () => sessionStorage.setItem(name, 'yes')

/** Whether this tab has started to link an account; asked once. */
export function isLinking(): boolean {
  const linking = sessionStorage.getItem(name) !== null
  sessionStorage.removeItem(name)
  return linking
}
