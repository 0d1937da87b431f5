/**
 * Copies the text, which `shown` shows. Browsers have a clipboard only over https: without it the text is selected and copied as by hand.
 * False: it is only selected.
 */
export async function copyText(text: string, shown: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    window.getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
