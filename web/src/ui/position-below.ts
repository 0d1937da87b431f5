/** Positions a popover below its anchor, or above if there is no space, within the screen. */
export function positionBelow(anchor: HTMLElement, popover: HTMLElement, align: 'start' | 'end' = 'start'): void {
  const gap = 4
  const edge = 8
  const box = anchor.getBoundingClientRect()
  const spaceBelow = window.innerHeight - edge - gap - box.bottom
  const spaceAbove = box.top - gap - edge
  popover.style.maxHeight = ''
  const { offsetWidth: width, offsetHeight: fullHeight } = popover
  const isBelow = fullHeight <= spaceBelow || spaceBelow >= spaceAbove
  const height = Math.min(fullHeight, isBelow ? spaceBelow : spaceAbove)
  const left = align === 'start' ? box.left : box.right - width
  if (height < fullHeight) popover.style.maxHeight = `${height}px`
  popover.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
  popover.style.top = `${isBelow ? box.bottom + gap : box.top - height - gap}px`
}
