/** Puts a popover below its anchor, or above where there is no room, and keeps it on the screen. */
export function placeBelow(anchor: HTMLElement, popover: HTMLElement, align: 'start' | 'end' = 'start'): void {
  const gap = 4
  const edge = 8
  const box = anchor.getBoundingClientRect()
  const spaceBelow = window.innerHeight - edge - gap - box.bottom
  const spaceAbove = box.top - gap - edge
  popover.style.maxHeight = ''
  const { offsetWidth: width, offsetHeight: wanted } = popover
  const isBelow = wanted <= spaceBelow || spaceBelow >= spaceAbove
  const height = Math.min(wanted, isBelow ? spaceBelow : spaceAbove)
  const left = align === 'start' ? box.left : box.right - width
  if (height < wanted) popover.style.maxHeight = `${height}px`
  popover.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
  popover.style.top = `${isBelow ? box.bottom + gap : box.top - height - gap}px`
}
