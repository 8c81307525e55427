import { closePage, openPage } from '#tests/support/browser.ts'

type Visit = { base: string; cookies: string; path: string }

/**
 * Milliseconds from the request of a board to the first press of the arrow key that moves the focus onto a card, by
 * Chromium with nothing cached and a quarter of the processor. The key is pressed every 10 ms, as the page lets it.
 */
export async function toInteractive({ path, ...visit }: Visit): Promise<number> {
  const page = await openPage({ ...visit, isolated: true })
  try {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(pressArrows)
    await page.goto(path)
    const found = await page.waitForFunction(() => (window as { interactive?: number }).interactive)
    return (await found.jsonValue()) as number
  } finally {
    await closePage(page)
  }
}

/** Presses the key every 10 ms, and notes when it moved the focus onto a card. */
export function pressArrows() {
  const timer = setInterval(() => {
    document.body?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
    )
    if (!document.activeElement?.matches('.card')) return
    clearInterval(timer)
    Object.assign(window, { interactive: performance.now() })
  }, 10)
}
