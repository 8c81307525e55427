import { createHash } from 'node:crypto'

/**
 * Runs in the head of the page: what is struck at the first sight of it comes before the page script. That strikes it again
 * (islands/client/early-input.ts); should it not come, the keys are the browser's again once all else has loaded.
 */
function keepEarlyKeys(): void {
  const kept: { key: string; at: number; ctrlKey: boolean }[] = []
  Object.assign(window, { earlyKeys: kept })
  window.onkeydown = (event) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
    const isFind = (ctrlKey || metaKey) && key === 'k'
    const isFirst = kept.length === 0
    const moves = /^(Arrow|Home|End)/.test(key) && document.querySelector('[data-island]')
    const isHeard =
      key.length === 1 ? key !== ' ' || !isFirst : moves || (!isFirst && /^(Enter|Backspace)$/.test(key))
    const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
    if (isField || altKey || isComposing || !(isFind || (isHeard && !ctrlKey && !metaKey))) return
    event.preventDefault()
    kept.push({ key, at: event.timeStamp, ctrlKey: isFind })
  }
  addEventListener('load', () => {
    window.onkeydown = null
  })
}

export const earlyKeysScript = `(${keepEarlyKeys})()`

/** By which the Content-Security-Policy knows it. */
export const earlyKeysHash = `sha256-${createHash('sha256').update(earlyKeysScript).digest('base64')}`

/** Stands before the styles: it would wait for those. */
export const EarlyKeys = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is a constant
  <script dangerouslySetInnerHTML={{ __html: earlyKeysScript }} />
)
