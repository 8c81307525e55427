import { findElement } from '../page.ts'

export function beginProgress(box: HTMLElement, name: string): void {
  findElement('[data-upload-name]', box)!.textContent = name
  showPercent(box, 0)
  toggle(box, true)
}

export function showPercent(box: HTMLElement, percent: number): void {
  findElement<HTMLProgressElement>('progress', box)!.value = percent
  findElement('[data-upload-percent]', box)!.textContent = `${percent} %`
}

/** How many come after the one that is sent. */
export function showLeft(box: HTMLElement, left: number): void {
  findElement('[data-upload-left]', box)!.textContent = left > 0 ? `${left} more after it` : ''
}

export const endProgress = (box: HTMLElement) => toggle(box, false)

function toggle(box: HTMLElement, busy: boolean): void {
  findElement('[data-upload-progress]', box)!.hidden = !busy
  findElement('[data-upload-stop]', box)!.hidden = !busy
  const button = findElement<HTMLButtonElement>('[data-upload-send]', box)
  if (button) button.disabled = busy
}
