let page = ''
let sitesDown = 0

function show(): void {
  document.title = `${sitesDown > 0 ? `(${sitesDown}) ` : ''}${page === '' ? '' : `${page} · `}Flotilla`
}

/** The title of the tab: the number of sites down, and the page. */
export function setPageTitle(title: string): void {
  page = title
  show()
}

export function setSitesDown(count: number): void {
  sitesDown = count
  show()
}
